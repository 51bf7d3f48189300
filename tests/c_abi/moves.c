/* Playing on a state: micro-moves, whole turns from text, perft. */
#include "check.h"

static int contains(const dicechess_micro_move *moves, size_t count, const char *uci) {
    for (size_t i = 0; i < count; i++) {
        char text[DICECHESS_MICRO_MOVE_MAX];
        OK(dicechess_micro_move_to_uci(moves[i], text, sizeof text, NULL, record));
        if (strcmp(text, uci) == 0) return 1;
    }
    return 0;
}

static void lists(void) {
    dicechess_state *state = state_of("8/4P3/5K2/8/2k5/8/1P6/8 w - - 0 1 PNB");
    dicechess_micro_move moves[16];
    size_t required = 0;
    OK(dicechess_state_first_moves(state, moves, 16, &required, record));
    CHECK(required == 2 && contains(moves, 2, "e7e8n") && contains(moves, 2, "e7e8b"));
    OK(dicechess_state_micro_moves(state, moves, 16, &required, record));
    CHECK(required == 6 && contains(moves, 6, "e7e8q") && contains(moves, 6, "b2b4"));
    FAILS(dicechess_state_micro_moves(state, moves, 5, &required, record), DICECHESS_ERR_BUFFER, 1, -1, "moves holds 5");
    CHECK(required == 6);
    FAILS(dicechess_state_micro_moves(state, NULL, 0, &required, record), DICECHESS_ERR_BUFFER, 1, -1, "moves holds 0");
    FAILS(dicechess_state_micro_moves(state, NULL, 9, &required, record), DICECHESS_ERR_NULL, 1, -1, "moves is NULL");
    CHECK(required == 0);
    FAILS(dicechess_state_micro_moves(NULL, moves, 16, &required, record), DICECHESS_ERR_NULL, 0, -1, "state is NULL");
    FAILS(dicechess_state_first_moves(state, moves, 1, &required, record), DICECHESS_ERR_BUFFER, 1, -1, "moves holds 1");
    CHECK(required == 2);
    FAILS(dicechess_state_first_moves(state, NULL, 1, NULL, record), DICECHESS_ERR_NULL, 1, -1, "moves is NULL");
    FAILS(dicechess_state_first_moves(NULL, moves, 16, &required, record), DICECHESS_ERR_NULL, 0, -1, "state is NULL");
    FAILS(dicechess_state_first_moves(state, moves, SIZE_MAX, NULL, record), DICECHESS_ERR_RANGE, 1, -1, "moves cannot");
    dicechess_state_free(state);
}

static dicechess_micro_move packed(unsigned origin, unsigned destination, unsigned flag) {
    return (dicechess_micro_move)(destination | origin << 6 | flag << 12);
}

static void single(void) {
    dicechess_state *state = state_of("8/8/8/2k5/8/1N6/2P5/K7 w - - 0 1 NPP");
    FAILS(dicechess_state_make_micro_move(state, packed(10, 42, 0), record), DICECHESS_ERR_ILLEGAL, 0, -1, "c2c6");
    FAILS(dicechess_state_make_micro_move(state, packed(0, 1, 0), record), DICECHESS_ERR_ILLEGAL, 0, -1, "no die");
    FAILS(dicechess_state_make_micro_move(state, packed(30, 31, 0), record), DICECHESS_ERR_ILLEGAL, 0, -1, "");
    FAILS(dicechess_state_make_micro_move(state, packed(34, 26, 0), record), DICECHESS_ERR_ILLEGAL, 0, -1, "");
    FAILS(dicechess_state_make_micro_move(state, packed(10, 26, 0), record), DICECHESS_ERR_ILLEGAL, 0, -1, "c2c4");
    FAILS(dicechess_state_make_micro_move(state, packed(10, 26, 7), record), DICECHESS_ERR_RANGE, 1, -1, "micro_move");
    FAILS(dicechess_state_make_micro_move(NULL, packed(10, 26, 1), record), DICECHESS_ERR_NULL, 0, -1, "state is NULL");
    for (unsigned micro_move = 0; micro_move < 0x10000; micro_move++) {
        if (micro_move != packed(10, 26, 1) && micro_move != packed(10, 18, 0) &&
            dicechess_micro_move_origin((dicechess_micro_move)micro_move) != 17) {
            CHECK(dicechess_state_make_micro_move(state, (dicechess_micro_move)micro_move, NULL) != DICECHESS_OK);
        }
    }
    OK(dicechess_state_make_micro_move(state, packed(10, 26, 1), record));
    CHECK(has_dfen(state, "8/8/8/2k5/2P5/1N6/8/K7 w - c3 0 1 PN"));
    dicechess_state_free(state);

    /* Castling pays with two dice. */
    state = state_of("4k3/8/8/8/8/8/8/4K2R w K - 0 1 RKK");
    OK(dicechess_state_make_micro_move(state, packed(4, 6, 2), record));
    CHECK(has_dfen(state, "4k3/8/8/8/8/8/8/5RK1 w - - 1 1 K"));
    dicechess_state_free(state);
}

static void whole(void) {
    static const struct {
        const char *uci;
        size_t length;
        int32_t status, field;
        int64_t offset;
    } refused[] = {
        {"e2e4 g1f3 f1c9", DICECHESS_NUL_TERMINATED, DICECHESS_ERR_ILLEGAL, 2, 10},
        {"e2e4 g1f3", DICECHESS_NUL_TERMINATED, DICECHESS_ERR_ILLEGAL, 2, 9},
        {"", 0, DICECHESS_ERR_ILLEGAL, 0, 0},
        {NULL, 0, DICECHESS_ERR_ILLEGAL, 0, 0},
        {"e2e5", DICECHESS_NUL_TERMINATED, DICECHESS_ERR_ILLEGAL, 0, 0},
        {"e2e4 e7e5", DICECHESS_NUL_TERMINATED, DICECHESS_ERR_ILLEGAL, 1, 5},
        {"e2e4 d2d4", DICECHESS_NUL_TERMINATED, DICECHESS_ERR_ILLEGAL, 1, 5},
        {"e2e4q", DICECHESS_NUL_TERMINATED, DICECHESS_ERR_ILLEGAL, 0, 0},
        {"e2e4 g1f3 f1c4 e1e2", DICECHESS_NUL_TERMINATED, DICECHESS_ERR_ILLEGAL, 3, 15},
        {"e2\0e4", 5, DICECHESS_ERR_TEXT, 1, 2},
        {"e2e4 \xC3\xA9", DICECHESS_NUL_TERMINATED, DICECHESS_ERR_TEXT, 1, 5},
        {NULL, 3, DICECHESS_ERR_NULL, 1, -1},
        {"e2e4", SIZE_MAX / 2 + 1, DICECHESS_ERR_RANGE, 1, -1},
    };
    dicechess_state *state = state_of(INITIAL " PNB");
    int32_t takes_king = 5;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        FAILS(dicechess_state_play_turn(state, refused[i].uci, refused[i].length, &takes_king, record), refused[i].status,
              refused[i].field, refused[i].offset, "");
        CHECK(takes_king == 5 && strlen(error.message) > 8 && has_dfen(state, INITIAL " PNB"));
    }
    FAILS(dicechess_state_play_turn(NULL, "", 0, NULL, record), DICECHESS_ERR_NULL, 0, -1, "state is NULL");
    OK(dicechess_state_play_turn(state, "e2e4 g1f3 f1c4", DICECHESS_NUL_TERMINATED, &takes_king, record));
    CHECK(takes_king == 0 && has_dfen(state, "rnbqkbnr/pppppppp/8/8/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq e3 2 1"));
    /* Without dice there is nothing but to pass. */
    OK(dicechess_state_play_turn(state, "", 0, NULL, record));
    CHECK(has_dfen(state, "rnbqkbnr/pppppppp/8/8/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 2 2"));
    dicechess_state_free(state);

    /* The first micro-move with which no legal turn goes on, and the dice that are left in the mover's letters. */
    state = state_of("rnbqkbnr/pppppppp/8/8/8/P3P3/1PPPKPPP/RNBQ1BNR b kq - 0 1 prq");
    FAILS(dicechess_state_play_turn(state, "g7g5", 4, NULL, record), DICECHESS_ERR_ILLEGAL, 0, 0, "dice left: prq");
    FAILS(dicechess_state_play_turn(state, "a7a5", 4, NULL, record), DICECHESS_ERR_ILLEGAL, 1, 4, "dice left: rq");
    FAILS(dicechess_state_play_turn(state, "b8c6", 4, NULL, record), DICECHESS_ERR_ILLEGAL, 0, 0, "shows n; dice left: prq");
    dicechess_state_free(state);
    state = state_of(INITIAL);
    FAILS(dicechess_state_play_turn(state, "e2e4", 4, NULL, record), DICECHESS_ERR_ILLEGAL, 0, 0, "no dice are left");
    dicechess_state_free(state);

    state = state_of("8/8/8/2k5/8/1N6/2P5/K7 w - - 0 1 NPP");
    OK(dicechess_state_play_turn(state, "c2c4 b3c5xx", 9, &takes_king, record));
    CHECK(takes_king == 1 && has_dfen(state, "8/8/8/2N5/2P5/8/8/K7 w - c3 0 1 P"));
    dicechess_state_free(state);

    /* 10 MB of moves. */
    enum { LENGTH = 10000000 };
    char *text = malloc(LENGTH);
    CHECK(text != NULL);
    for (size_t i = 0; i < LENGTH; i++) text[i] = "e2e4 "[i % 5];
    state = state_of(INITIAL " PNB");
    FAILS(dicechess_state_play_turn(state, text, LENGTH, NULL, record), DICECHESS_ERR_ILLEGAL, 1, 5, "");
    memset(text, 'a', LENGTH);
    FAILS(dicechess_state_play_turn(state, text, LENGTH, NULL, record), DICECHESS_ERR_ILLEGAL, 0, 0, "");
    free(text);
    dicechess_state_free(state);
}

static void perft(void) {
    dicechess_state *state = state_of(INITIAL " PNB");
    dicechess_perft counts = {.struct_size = sizeof counts};
    OK(dicechess_state_perft(state, 1, 1, &counts, record));
    CHECK(counts.plies == 1 && counts.turns == 11225 && counts.weighted_turns == 29794);
    CHECK(counts.king_captures == 0 && counts.weighted_king_captures == 0);
    OK(dicechess_state_perft(state, 1, 0, &counts, record));
    CHECK(counts.turns == 340 && counts.weighted_turns == 340 && counts.passes == 0);
    OK(dicechess_state_perft(state, 0, 0, &counts, record));
    CHECK(counts.turns == 0 && counts.finals == 0);
    FAILS(dicechess_state_perft(state, DICECHESS_PERFT_MAX_PLIES + 1, 0, &counts, record), DICECHESS_ERR_RANGE, 1, -1, "plies is 5");
    FAILS(dicechess_state_perft(state, UINT32_MAX, 1, &counts, record), DICECHESS_ERR_RANGE, 1, -1, "plies");
    FAILS(dicechess_state_perft(state, 1, 2, &counts, record), DICECHESS_ERR_RANGE, 2, -1, "all_rolls is 2");
    FAILS(dicechess_state_perft(state, 1, -1, &counts, record), DICECHESS_ERR_RANGE, 2, -1, "all_rolls is -1");
    FAILS(dicechess_state_perft(NULL, 1, 1, &counts, record), DICECHESS_ERR_NULL, 0, -1, "state is NULL");
    FAILS(dicechess_state_perft(state, 1, 1, NULL, record), DICECHESS_ERR_NULL, 3, -1, "perft is NULL");
    counts.struct_size--;
    FAILS(dicechess_state_perft(state, 1, 1, &counts, record), DICECHESS_ERR_STRUCT_SIZE, 3, 0, "perft has struct_size 71");
    dicechess_state_free(state);
}

int main(void) {
    lists();
    single();
    whole();
    perft();
    return 0;
}
