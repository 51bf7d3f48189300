/* States: making, reading, changing, and everything that a caller can do wrong. */
#include "check.h"

static void initial(void) {
    dicechess_state *state = NULL, *parsed = state_of(INITIAL);
    int32_t equal = -1, number = -1;
    uint64_t board = 0;
    uint32_t faults = 7;
    uint8_t dice[3] = {9, 9, 9}, piece = 9;
    OK(dicechess_state_new(&state, record));
    CHECK(key_of(state) == 147143207481438466u);
    OK(dicechess_state_equals(state, parsed, &equal, record));
    CHECK(equal == 1);
    CHECK(has_dfen(state, INITIAL));
    OK(dicechess_state_side_to_move(state, &number, record));
    CHECK(number == DICECHESS_WHITE);
    OK(dicechess_state_castling_rights(state, &number, record));
    CHECK(number == 15);
    OK(dicechess_state_half_move_clock(state, &number, record));
    CHECK(number == 0);
    OK(dicechess_state_full_move_number(state, &number, record));
    CHECK(number == 1);
    OK(dicechess_state_material(state, DICECHESS_BLACK, &number, record));
    CHECK(number == 0);
    OK(dicechess_state_en_passant(state, &board, record));
    CHECK(board == 0);
    OK(dicechess_state_men(state, DICECHESS_BLACK, DICECHESS_PAWN, &board, record));
    CHECK(board == 0x00FF000000000000u);
    OK(dicechess_state_faults(state, &faults, record));
    CHECK(faults == 0);
    OK(dicechess_state_dice(state, dice, record));
    CHECK(dice[0] == 0 && dice[1] == 0 && dice[2] == 0);
    OK(dicechess_state_piece_at(state, 4, &piece, record));
    CHECK(piece == DICECHESS_WHITE * 8 + DICECHESS_KING);
    OK(dicechess_state_piece_at(state, 63, &piece, record));
    CHECK(piece == DICECHESS_BLACK * 8 + DICECHESS_ROOK);
    OK(dicechess_state_piece_at(state, 28, &piece, record));
    CHECK(piece == 0);
    dicechess_state_free(state);
    dicechess_state_free(parsed);
    dicechess_state_free(NULL);
}

/* Both readers, whose difference is what they do about faults. */
static void reading(void) {
    static const char *two_kings = "4k3/8/8/8/8/8/8/3KK3 w - - 0 1";
    dicechess_state *state = state_of("4k3/8/8/8/8/8/P6P/4K3 w - - 0 1 PP");
    uint8_t dice[3];
    int32_t equal = -1;
    OK(dicechess_state_dice(state, dice, record));
    CHECK(dice[0] == DICECHESS_PAWN && dice[1] == DICECHESS_PAWN && dice[2] == 0);
    CHECK(key_of(state) == 0x0d974fb7025c1ff6u);
    dicechess_state *strict = NULL;
    /* The length ends the text, not a zero byte. */
    OK(dicechess_state_from_dfen_strict("4k3/8/8/8/8/8/P6P/4K3 w - - 0 1 PPx", 34, &strict, record));
    OK(dicechess_state_equals(strict, state, &equal, record));
    CHECK(equal == 1);
    dicechess_state_free(strict);
    dicechess_state_free(state);

    state = state_of(two_kings);
    uint32_t faults = 0;
    OK(dicechess_state_faults(state, &faults, record));
    CHECK(faults == DICECHESS_FAULT_SEVERAL_WHITE_KINGS);
    dicechess_state *none = state;
    FAILS(dicechess_state_from_dfen_strict(two_kings, DICECHESS_NUL_TERMINATED, &none, record), DICECHESS_ERR_POSITION, -1,
          -1, "several white kings");
    CHECK(none == NULL && error.detail == DICECHESS_FAULT_SEVERAL_WHITE_KINGS);
    dicechess_state_free(state);
}

static void bad_text(void) {
    static const struct {
        const char *dfen;
        size_t length;
        int32_t status, field;
        int64_t offset;
    } cases[] = {
        {"", 0, DICECHESS_ERR_DFEN, 7, 0},
        {NULL, 0, DICECHESS_ERR_DFEN, 7, 0},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1", DICECHESS_NUL_TERMINATED, DICECHESS_ERR_DFEN, 1, 44},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQXq - 0 1", DICECHESS_NUL_TERMINATED, DICECHESS_ERR_DFEN, 2, 48},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq i3 0 1", DICECHESS_NUL_TERMINATED, DICECHESS_ERR_DFEN, 3, 51},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 128 1", DICECHESS_NUL_TERMINATED, DICECHESS_ERR_DFEN, 4, 53},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 2147483648", DICECHESS_NUL_TERMINATED, DICECHESS_ERR_DFEN, 5, 55},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 PNX", DICECHESS_NUL_TERMINATED, DICECHESS_ERR_DFEN, 6, 59},
        {"rnbqkbnr/pppxpppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", DICECHESS_NUL_TERMINATED, DICECHESS_ERR_DFEN, 0, 12},
        /* An inner zero byte, bytes that are no ASCII, and DEL. */
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR\0w KQkq - 0 1", 56, DICECHESS_ERR_TEXT, 0, 43},
        {"rnbqkbnr/ppp\xC3\xA9pppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", DICECHESS_NUL_TERMINATED, DICECHESS_ERR_TEXT, 0, 12},
        {"\xFF", 1, DICECHESS_ERR_TEXT, 0, 0},
        {"8/8\x7F", DICECHESS_NUL_TERMINATED, DICECHESS_ERR_TEXT, 0, 3},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dicechess_state *state = (dicechess_state *)&state;
        FAILS(dicechess_state_from_dfen(cases[i].dfen, cases[i].length, &state, record), cases[i].status, cases[i].field,
              cases[i].offset, "");
        CHECK(state == NULL);
        FAILS(dicechess_state_from_dfen_strict(cases[i].dfen, cases[i].length, &state, record), cases[i].status,
              cases[i].field, cases[i].offset, "");
        CHECK(state == NULL && strlen(error.message) > 10);
    }
}

/* Texts of 10 MB: a rank, a heap of fields, a heap of digits. */
static void huge_text(void) {
    enum { LENGTH = 10000000 };
    char *text = malloc(LENGTH + 1);
    dicechess_state *state = NULL;
    CHECK(text != NULL);
    memset(text, 'p', LENGTH);
    text[LENGTH] = 0;
    FAILS(dicechess_state_from_dfen(text, DICECHESS_NUL_TERMINATED, &state, record), DICECHESS_ERR_DFEN, 7, error.offset, "");
    memset(text, ' ', LENGTH);
    FAILS(dicechess_state_from_dfen(text, LENGTH, &state, record), DICECHESS_ERR_DFEN, 7, error.offset, "");
    memset(text, '9', LENGTH);
    memcpy(text, "8/8/8/8/8/8/8/8 w - - ", 22);
    FAILS(dicechess_state_from_dfen(text, LENGTH, &state, record), DICECHESS_ERR_DFEN, 4, 22, "");
    CHECK(state == NULL);
    free(text);
}

static void bad_reading(void) {
    dicechess_state *state = NULL;
    FAILS(dicechess_state_new(NULL, record), DICECHESS_ERR_NULL, 0, -1, "out is NULL");
    FAILS(dicechess_state_from_dfen(NULL, 4, &state, record), DICECHESS_ERR_NULL, 0, -1, "dfen is NULL");
    FAILS(dicechess_state_from_dfen(NULL, DICECHESS_NUL_TERMINATED, &state, record), DICECHESS_ERR_NULL, 0, -1, "dfen");
    FAILS(dicechess_state_from_dfen(INITIAL, SIZE_MAX - 1, &state, record), DICECHESS_ERR_RANGE, 0, -1, "dfen cannot");
    FAILS(dicechess_state_from_dfen(INITIAL, DICECHESS_NUL_TERMINATED, NULL, record), DICECHESS_ERR_NULL, 2, -1, "out");
    FAILS(dicechess_state_from_dfen_strict(NULL, 4, &state, record), DICECHESS_ERR_NULL, 0, -1, "dfen is NULL");
    FAILS(dicechess_state_from_dfen_strict(INITIAL, 4, NULL, record), DICECHESS_ERR_NULL, 2, -1, "out is NULL");
    FAILS(dicechess_state_from_snapshot(NULL, &state, record), DICECHESS_ERR_NULL, 0, -1, "snapshot is NULL");
    FAILS(dicechess_state_clone(NULL, &state, record), DICECHESS_ERR_NULL, 0, -1, "state is NULL");
    CHECK(state == NULL);
    state = state_of(INITIAL);
    FAILS(dicechess_state_clone(state, NULL, record), DICECHESS_ERR_NULL, 1, -1, "out is NULL");
    FAILS(dicechess_state_assign(NULL, state, record), DICECHESS_ERR_NULL, 0, -1, "state is NULL");
    FAILS(dicechess_state_assign(state, NULL, record), DICECHESS_ERR_NULL, 1, -1, "source is NULL");
    dicechess_state_free(state);
}

/* Every getter, without a state and without a place for the answer. */
static void bad_getters(void) {
    dicechess_state *state = state_of(INITIAL);
    int32_t number = 5;
    uint64_t board = 5;
    uint32_t faults = 5;
    uint8_t dice[3] = {5, 5, 5}, piece = 5;
#define GETTER(name, out)                                                                                              \
    FAILS(dicechess_state_##name(NULL, out, record), DICECHESS_ERR_NULL, 0, -1, "state is NULL");                      \
    FAILS(dicechess_state_##name(state, NULL, record), DICECHESS_ERR_NULL, 1, -1, " is NULL")
    GETTER(key, &board);
    GETTER(side_to_move, &number);
    GETTER(castling_rights, &number);
    GETTER(en_passant, &board);
    GETTER(dice, dice);
    GETTER(half_move_clock, &number);
    GETTER(full_move_number, &number);
    GETTER(faults, &faults);
#undef GETTER
    FAILS(dicechess_state_equals(NULL, state, &number, record), DICECHESS_ERR_NULL, 0, -1, "state is NULL");
    FAILS(dicechess_state_equals(state, NULL, &number, record), DICECHESS_ERR_NULL, 1, -1, "other is NULL");
    FAILS(dicechess_state_equals(state, state, NULL, record), DICECHESS_ERR_NULL, 2, -1, "equal is NULL");
    FAILS(dicechess_state_piece_at(NULL, 0, &piece, record), DICECHESS_ERR_NULL, 0, -1, "state is NULL");
    FAILS(dicechess_state_piece_at(state, 0, NULL, record), DICECHESS_ERR_NULL, 2, -1, "piece is NULL");
    FAILS(dicechess_state_piece_at(state, 64, &piece, record), DICECHESS_ERR_RANGE, 1, -1, "square is 64");
    FAILS(dicechess_state_men(NULL, 0, 1, &board, record), DICECHESS_ERR_NULL, 0, -1, "state is NULL");
    FAILS(dicechess_state_men(state, 0, 1, NULL, record), DICECHESS_ERR_NULL, 3, -1, "men is NULL");
    FAILS(dicechess_state_men(state, 2, 1, &board, record), DICECHESS_ERR_RANGE, 1, -1, "color is 2");
    FAILS(dicechess_state_men(state, 0, 0, &board, record), DICECHESS_ERR_RANGE, 2, -1, "piece_type is 0");
    FAILS(dicechess_state_men(state, 0, 7, &board, record), DICECHESS_ERR_RANGE, 2, -1, "piece_type is 7");
    FAILS(dicechess_state_men(state, 0, INT32_MIN, &board, record), DICECHESS_ERR_RANGE, 2, -1, "piece_type");
    FAILS(dicechess_state_material(NULL, 0, &number, record), DICECHESS_ERR_NULL, 0, -1, "state is NULL");
    FAILS(dicechess_state_material(state, 0, NULL, record), DICECHESS_ERR_NULL, 2, -1, "centipawns is NULL");
    FAILS(dicechess_state_material(state, -1, &number, record), DICECHESS_ERR_RANGE, 1, -1, "color is -1");
    FAILS(dicechess_state_material(state, 256, &number, record), DICECHESS_ERR_RANGE, 1, -1, "color is 256");
    CHECK(number == 5 && board == 5 && faults == 5 && dice[0] == 5 && piece == 5);
    dicechess_state_free(state);
}

static void text_out(void) {
    dicechess_state *state = state_of("rnbqkbnr/1p1p1ppp/8/pPpPp3/P3P3/2N2Q1N/2P2PPP/1RB1KB1R w Kkq a6c6e6 0 1 P");
    const size_t length = strlen("rnbqkbnr/1p1p1ppp/8/pPpPp3/P3P3/2N2Q1N/2P2PPP/1RB1KB1R w Kkq a6c6e6 0 1 P");
    char text[DICECHESS_DFEN_MAX];
    size_t required = 0;
    FAILS(dicechess_state_to_dfen(state, NULL, 0, &required, record), DICECHESS_ERR_BUFFER, 1, -1, "buffer");
    CHECK(required == length + 1);
    memset(text, 'x', sizeof text);
    FAILS(dicechess_state_to_dfen(state, text, length, &required, record), DICECHESS_ERR_BUFFER, 1, -1, "buffer");
    CHECK(text[0] == 0 && text[1] == 'x' && required == length + 1);
    OK(dicechess_state_to_dfen(state, text, length + 1, &required, record));
    CHECK(strlen(text) == length && required == length + 1);
    OK(dicechess_state_to_normalised_dfen(state, text, sizeof text, &required, record));
    CHECK(strcmp(text, "rnbqkbnr/1p1p1ppp/8/pPpPp3/P3P3/2N2Q1N/2P2PPP/1RB1KB1R w Kkq a6c6e6") == 0);
    CHECK(required == strlen(text) + 1);
    FAILS(dicechess_state_to_normalised_dfen(state, text, 3, NULL, record), DICECHESS_ERR_BUFFER, 1, -1, "buffer");
    FAILS(dicechess_state_to_normalised_dfen(NULL, text, 3, NULL, record), DICECHESS_ERR_NULL, 0, -1, "state is NULL");
    FAILS(dicechess_state_to_normalised_dfen(state, NULL, 3, NULL, record), DICECHESS_ERR_NULL, 1, -1, "buffer is NULL");
    required = 5;
    text[0] = 'x';
    FAILS(dicechess_state_to_dfen(NULL, text, sizeof text, &required, record), DICECHESS_ERR_NULL, 0, -1, "state is NULL");
    CHECK(text[0] == 0 && required == 0);
    FAILS(dicechess_state_to_dfen(state, NULL, 1, &required, record), DICECHESS_ERR_NULL, 1, -1, "buffer is NULL");
    dicechess_state_free(state);

    char faults[DICECHESS_FAULTS_MAX];
    OK(dicechess_faults_to_text(0x7FF, faults, sizeof faults, NULL, record));
    CHECK(strstr(faults, "no white king, ") == faults && strstr(faults, "boards disagree") != NULL);
    OK(dicechess_faults_to_text(0, faults, 1, &required, record));
    CHECK(faults[0] == 0 && required == 1);
    FAILS(dicechess_faults_to_text(0x800, faults, sizeof faults, NULL, record), DICECHESS_ERR_RANGE, 0, -1, "faults is");
    FAILS(dicechess_faults_to_text(1, NULL, 2, NULL, record), DICECHESS_ERR_NULL, 1, -1, "buffer is NULL");
    FAILS(dicechess_faults_to_text(1, NULL, 0, &required, record), DICECHESS_ERR_BUFFER, 1, -1, "buffer");
}

static void changing(void) {
    dicechess_state *state = state_of(INITIAL), *copy = NULL, *other = state_of("8/8/8/8/8/8/8/8 b - - 3 9");
    const uint8_t faces[] = {DICECHESS_BISHOP, DICECHESS_PAWN, DICECHESS_KNIGHT, DICECHESS_KING};
    const uint8_t wrong[][3] = {{1, 0, 1}, {7, 1, 1}, {1, 1, 255}};
    int32_t equal = -1;
    OK(dicechess_state_clone(state, &copy, record));
    OK(dicechess_state_set_dice(state, faces, 3, record));
    CHECK(has_dfen(state, INITIAL " PNB") && key_of(state) == 0xeb8d58a211d0c8c7u);
    OK(dicechess_state_equals(state, copy, &equal, record));
    CHECK(equal == 0);
    FAILS(dicechess_state_set_dice(state, faces, 4, record), DICECHESS_ERR_RANGE, 1, -1, "faces has 4 dice");
    FAILS(dicechess_state_set_dice(state, faces, SIZE_MAX, record), DICECHESS_ERR_RANGE, 1, -1, "faces has");
    FAILS(dicechess_state_set_dice(state, NULL, 1, record), DICECHESS_ERR_NULL, 1, -1, "faces is NULL");
    FAILS(dicechess_state_set_dice(NULL, faces, 1, record), DICECHESS_ERR_NULL, 0, -1, "state is NULL");
    FAILS(dicechess_state_set_dice(state, wrong[0], 3, record), DICECHESS_ERR_RANGE, 1, 1, "faces has 0 at 1");
    FAILS(dicechess_state_set_dice(state, wrong[1], 3, record), DICECHESS_ERR_RANGE, 1, 0, "faces has 7 at 0");
    FAILS(dicechess_state_set_dice(state, wrong[2], 3, record), DICECHESS_ERR_RANGE, 1, 2, "faces has 255 at 2");
    CHECK(has_dfen(state, INITIAL " PNB"));

    OK(dicechess_state_set_side_to_move(state, DICECHESS_BLACK, record));
    CHECK(has_dfen(state, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1 pnb"));
    FAILS(dicechess_state_set_side_to_move(state, 2, record), DICECHESS_ERR_RANGE, 1, -1, "color is 2");
    FAILS(dicechess_state_set_side_to_move(NULL, 0, record), DICECHESS_ERR_NULL, 0, -1, "state is NULL");
    OK(dicechess_state_end_turn(state, record));
    CHECK(has_dfen(state, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 2"));
    FAILS(dicechess_state_end_turn(NULL, record), DICECHESS_ERR_NULL, 0, -1, "state is NULL");
    OK(dicechess_state_set_dice(copy, NULL, 0, record));
    CHECK(has_dfen(copy, INITIAL));

    OK(dicechess_state_assign(state, other, record));
    CHECK(has_dfen(state, "8/8/8/8/8/8/8/8 b - - 3 9"));
    OK(dicechess_state_assign(state, copy, record));
    OK(dicechess_state_equals(state, copy, &equal, record));
    CHECK(equal == 1);
    OK(dicechess_state_assign(state, state, record));
    CHECK(has_dfen(state, INITIAL));
    dicechess_state_free(state);
    dicechess_state_free(copy);
    dicechess_state_free(other);
}

int main(void) {
    initial();
    reading();
    bad_text();
    huge_text();
    bad_reading();
    bad_getters();
    text_out();
    changing();
    return 0;
}
