/* Positions: playing and taking back, addresses, identities, cells; every argument wrong once. */
#include "tape.h"

enum { ROUNDS = 400 };

/* The turn of TAPE's golden vector: cells, identifiers and the state before it are worked out there. */
static const dicechess_cell golden[] = {0x2680, 0xA489, 0x1780, 0xC611, 0x504C, 0x405C, 0x61D4, 0x1780, 0xC609,
                                        0x505C, 0x4064, 0x71D4, 0x1700, 0xC60A, 0x5086, 0x4095, 0x3690};
enum { GOLDEN = sizeof golden / sizeof *golden };
#define GOLDEN_ROOT_ID UINT64_C(0xD34B832937079D34)
#define GOLDEN_ID UINT64_C(0xB2C1ABDF8A4B73DD)
static const uint8_t golden_keyframe[] = {0x24, 0x53, 0x36, 0x42, 0x11, 0x11, 0x11, 0x11, 0, 0, 0, 0, 0, 0, 0, 0,
                                          0, 0, 0, 0, 0, 0, 0, 0, 0x99, 0x99, 0x99, 0x99, 0xac, 0xdb, 0xbe, 0xca,
                                          0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0x1e, 0, 0, 0};

static void golden_turn(void) {
    dicechess_position *position = position_of(NULL, NULL, NULL);
    uint8_t keyframe[DICECHESS_KEYFRAME_SIZE];
    dicechess_cell cells[GOLDEN];
    size_t required = 0;
    OK(dicechess_position_keyframe(position, keyframe, record));
    CHECK(memcmp(keyframe, golden_keyframe, sizeof keyframe) == 0);
    CHECK(identity_of(position).chain == GOLDEN_ROOT_ID && identity_of(position).previous == GOLDEN_ROOT_ID);
    play(position, "PPN e2e4 e4e5 g1f3\n");
    const dicechess_position_extent extent = extent_of(position);
    CHECK(extent.head == GOLDEN && extent.end == GOLDEN && extent.horizon == 0 && extent.turns == 1);
    CHECK(extent.chunks == 0 && extent.in_turn == 0);
    OK(dicechess_position_read(position, 0, GOLDEN, cells, GOLDEN, &required, record));
    CHECK(required == GOLDEN && memcmp(cells, golden, sizeof golden) == 0);
    const dicechess_position_identity identity = identity_of(position);
    CHECK(identity.chain == GOLDEN_ID && identity.previous == GOLDEN_ROOT_ID && identity.key == identity.turn_key);
    CHECK(stands(position, "rnbqkbnr/pppppppp/8/4P3/8/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 1"));
    CHECK(has_text(position, "PPN e2e4 e4e5 g1f3\n"));

    /* The same by single calls. */
    dicechess_position *other = position_of(NULL, NULL, NULL);
    const uint8_t faces[] = {DICECHESS_KNIGHT, DICECHESS_PAWN, DICECHESS_PAWN};
    OK(dicechess_position_roll(other, faces, 3, record));
    OK(dicechess_position_make_micro_move(other, move_of(12, 28, 1), record));
    const uint64_t initial = key_of_dfen(INITIAL);
    CHECK(identity_of(other).turn_key == initial && identity_of(other).key != initial);
    OK(dicechess_position_make_micro_move(other, move_of(28, 36, 0), record));
    OK(dicechess_position_make_micro_move(other, move_of(6, 21, 0), record));
    CHECK(extent_of(other).in_turn == 1);
    OK(dicechess_position_end_turn(other, record));
    CHECK(identity_of(other).chain == GOLDEN_ID);
    dicechess_position_free(position);
    dicechess_position_free(other);
}

static void taking_back(void) {
    dicechess_position *position = position_of(NULL, NULL, NULL);
    uint64_t number = 0;
    FAILS(dicechess_position_undo(position, record), DICECHESS_ERR_TAPE_START, -1, -1, "nothing is left");
    FAILS(dicechess_position_unmake(position, record), DICECHESS_ERR_TAPE_START, -1, -1, "nothing is left");
    FAILS(dicechess_position_unwind_turn(position, record), DICECHESS_ERR_TAPE_START, -1, -1, "nothing is left");
    OK(dicechess_position_note(position, 77, record));
    const uint8_t pawn = DICECHESS_PAWN;
    OK(dicechess_position_roll(position, &pawn, 1, record));
    /* A roll is no micro-move: nothing moves. */
    FAILS(dicechess_position_unmake(position, record), DICECHESS_ERR_TAPE_START, -1, -1, "nothing is left");
    CHECK(extent_of(position).head == 3);
    /* The roll began the turn; both are one step. */
    OK(dicechess_position_undo(position, record));
    CHECK(extent_of(position).head == 1 && extent_of(position).end == 3 && extent_of(position).in_turn == 0);
    OK(dicechess_position_step(position, 1, &number, record));
    CHECK(number == 1 && extent_of(position).head == 3 && extent_of(position).in_turn == 1);
    OK(dicechess_position_unwind_turn(position, record));
    CHECK(extent_of(position).head == 1 && extent_of(position).in_turn == 0);
    FAILS(dicechess_position_unwind_turn(position, record), DICECHESS_ERR_TAPE_START, -1, -1, "nothing is left");
    CHECK(extent_of(position).head == 1);
    OK(dicechess_position_truncate(position, record));
    CHECK(extent_of(position).end == 1);
    OK(dicechess_position_undo(position, record));
    OK(dicechess_position_step(position, 5, &number, record));
    CHECK(number == 1 && extent_of(position).head == 1);

    play(position, "PPN e2e4 e4e5 g1f3\nppp a7a6 b7b6\nQQQ\n");
    CHECK(stands(position, "rnbqkbnr/2pppppp/pp6/4P3/8/5N2/PPPP1PPP/RNBQKB1R b KQkq - 0 2"));
    OK(dicechess_position_unmake(position, record));
    CHECK(stands(position, "rnbqkbnr/1ppppppp/p7/4P3/8/5N2/PPPP1PPP/RNBQKB1R b KQkq - 0 1 pp"));
    OK(dicechess_position_seek_turn(position, 1, &number, record));
    CHECK(number == 18 && extent_of(position).head == 18 && extent_of(position).turns == 3);
    OK(dicechess_position_seek_turn(position, 0, NULL, record));
    CHECK(stands(position, INITIAL));
    FAILS(dicechess_position_seek_turn(position, 4, &number, record), DICECHESS_ERR_RANGE, 1, -1, "turn");
    FAILS(dicechess_position_seek_turn(position, UINT64_MAX, &number, record), DICECHESS_ERR_RANGE, 1, -1, "turn");
    OK(dicechess_position_step(position, INT64_MAX, &number, record));
    CHECK(extent_of(position).head == extent_of(position).end);
    uint64_t back = 0;
    OK(dicechess_position_step(position, INT64_MIN, &back, record));
    CHECK(back == number && extent_of(position).head == 0);

    /* An address inside a group goes down to its border. */
    OK(dicechess_position_seek(position, 5, &number, record));
    CHECK(number == 3 && extent_of(position).head == 3);
    OK(dicechess_position_seek(position, 18, NULL, record));
    FAILS(dicechess_position_unwind_to(position, 19, &number, record), DICECHESS_ERR_RANGE, 1, -1, "head is at 18");
    OK(dicechess_position_unwind_to(position, 9, &number, record));
    CHECK(number == 8);
    FAILS(dicechess_position_seek(position, 10000, &number, record), DICECHESS_ERR_RANGE, 1, -1, "address");
    CHECK(number == 8 && extent_of(position).head == 8);
    dicechess_position_free(position);
}

/* What the callback of a run has seen. */
typedef struct {
    uint64_t addresses[GOLDEN];
    dicechess_cell cells[GOLDEN];
    size_t count, stops_at;
} Seen;

static int32_t see(void *user_data, uint64_t address, dicechess_cell cell) {
    Seen *seen = user_data;
    if (seen->count == seen->stops_at) return -9;
    seen->addresses[seen->count] = address;
    seen->cells[seen->count++] = cell;
    return 0;
}

/* Where the turn began is known even behind chunk borders, until that chunk is given up. */
static void turn_over_a_horizon(void) {
    dicechess_chunk_store *store = small_store();
    dicechess_position *position = position_of(NULL, store, NULL);
    const uint64_t key = identity_of(position).key;
    uint64_t horizon = 0;
    /* The knight goes out and back, and out. */
    for (int i = 0; i < 21; i++) {
        OK(dicechess_position_make_micro_move(position, i % 2 == 0 ? move_of(6, 21, 0) : move_of(21, 6, 0), record));
    }
    CHECK(identity_of(position).turn_key == key && identity_of(position).key != key);
    OK(dicechess_position_drop_before(position, extent_of(position).head, &horizon, record));
    CHECK(horizon > 1);
    dicechess_position_identity identity = {.struct_size = sizeof identity};
    FAILS(dicechess_position_hashes(position, &identity, record), DICECHESS_ERR_TAPE_HORIZON, -1, (int64_t)horizon, "given up");
    CHECK(identity.key == 0 && identity.turn_key == 0);
    OK(dicechess_position_end_turn(position, record));
    CHECK(identity_of(position).turn_key == identity_of(position).key);
    dicechess_position_free(position);
    dicechess_chunk_store_release(store);
}

static void cells(void) {
    dicechess_position *position = position_of(NULL, NULL, NULL);
    play(position, "PPN e2e4 e4e5 g1f3\n");
    Seen seen = {.stops_at = GOLDEN};
    OK(dicechess_position_run(position, GOLDEN, 0, &seen, see, record));
    CHECK(seen.count == GOLDEN);
    for (size_t i = 0; i < GOLDEN; i++) {
        CHECK(seen.addresses[i] == GOLDEN - 1 - i && seen.cells[i] == golden[GOLDEN - 1 - i]);
    }
    seen = (Seen){.stops_at = 3};
    record = NULL;
    CHECK(dicechess_position_run(position, 2, GOLDEN, &seen, see, record) == DICECHESS_ERR_CALLBACK);
    record = &error;
    seen.count = 0;
    CHECK(dicechess_position_run(position, 2, GOLDEN, &seen, see, record) == DICECHESS_ERR_CALLBACK);
    CHECK(error.detail == -9 && error.offset == 5 && seen.count == 3 && seen.cells[0] == golden[2]);
    FAILS(dicechess_position_run(position, 0, GOLDEN + 1, &seen, see, record), DICECHESS_ERR_RANGE, 2, -1, "to");
    FAILS(dicechess_position_run(position, 0, 1, &seen, NULL, record), DICECHESS_ERR_NULL, 4, -1, "visit");
    FAILS(dicechess_position_run(NULL, 0, 1, &seen, see, record), DICECHESS_ERR_NULL, 0, -1, "position");

    dicechess_cell few[2] = {1, 2};
    size_t required = 7;
    FAILS(dicechess_position_read(position, 0, 3, few, 2, &required, record), DICECHESS_ERR_BUFFER, 3, -1, "3 are required");
    CHECK(required == 3 && few[0] == 1);
    FAILS(dicechess_position_read(position, 0, 99, few, 2, &required, record), DICECHESS_ERR_RANGE, 2, -1, "to");
    OK(dicechess_position_read(position, 4, 4, NULL, 0, &required, record));
    CHECK(required == 0);

    dicechess_delta delta = {.struct_size = sizeof delta};
    OK(dicechess_position_delta(position, 0, GOLDEN, &delta, record));
    CHECK(delta.squares == (UINT64_C(1) << 12 | UINT64_C(1) << 36 | UINT64_C(1) << 6 | UINT64_C(1) << 21));
    CHECK(delta.removed[12] == 1 && delta.added[36] == 1 && delta.removed[6] == 2 && delta.added[21] == 2);
    CHECK(delta.added[28] == 0 && delta.removed[28] == 0 && delta.added[12] == 0);
    OK(dicechess_position_delta(position, GOLDEN, 0, &delta, record));
    CHECK(delta.added[12] == 1 && delta.removed[36] == 1 && delta.removed[12] == 0);
    FAILS(dicechess_position_delta(position, 0, 99, &delta, record), DICECHESS_ERR_RANGE, 2, -1, "to");
    FAILS(dicechess_position_delta(position, 0, 1, NULL, record), DICECHESS_ERR_NULL, 3, -1, "delta");
    delta.struct_size = 100;
    FAILS(dicechess_position_delta(position, 0, 1, &delta, record), DICECHESS_ERR_STRUCT_SIZE, 3, 0, "struct_size");
    dicechess_position_free(position);
}

/* Every operation once, with values read off the table of encodings. */
static void descriptions(void) {
    static const struct {
        dicechess_cell cell;
        int32_t operation, color, piece_type;
        uint8_t square, rights, dice[3], count, slot, clock;
        uint16_t note;
        int32_t flag;
        const char *text;
    } known[] = {
        {.cell = 0x1785, .operation = DICECHESS_CELL_STEP, .clock = 5, .flag = 1, .text = "step, clock 5 to 0"},
        {.cell = 0x177F, .operation = DICECHESS_CELL_STEP, .clock = 127, .text = "step, clock 127 counts"},
        {.cell = 0x2681, .operation = DICECHESS_CELL_TURN_START, .color = 1, .text = "turn of Black begins"},
        {.cell = 0x3693, .operation = DICECHESS_CELL_TURN_END, .color = 1, .flag = 1, .text = "turn of Black ends"},
        {.cell = 0x4095, .operation = DICECHESS_CELL_PLACE, .piece_type = 2, .square = 21, .text = "place N on f3"},
        {.cell = 0x53BC, .operation = DICECHESS_CELL_REMOVE, .color = 1, .piece_type = 6, .square = 60, .text = "remove k from e8"},
        {.cell = 0x61D4, .operation = DICECHESS_CELL_EN_PASSANT_SET, .square = 20, .text = "en-passant target e3 appears"},
        {.cell = 0x71D4, .operation = DICECHESS_CELL_EN_PASSANT_CLEAR, .square = 20, .text = "en-passant target e3 goes"},
        {.cell = 0x8203, .operation = DICECHESS_CELL_CASTLING_LOST, .rights = 3, .text = "castling KQ lost"},
        {.cell = 0x91D4, .operation = DICECHESS_CELL_EN_PASSANT_EXPIRE, .square = 20, .text = "en-passant target e3 expires"},
        {.cell = 0xA489, .operation = DICECHESS_CELL_DICE_ROLLED, .dice = {1, 1, 2}, .text = "roll ppn"},
        {.cell = 0xB403, .operation = DICECHESS_CELL_DICE_DROPPED, .dice = {3}, .text = "drop b"},
        {.cell = 0xC654, .operation = DICECHESS_CELL_DIE_USED, .piece_type = 4, .count = 2, .slot = 2, .text = "use die r"},
        {.cell = 0xEFFF, .operation = DICECHESS_CELL_NOTE, .note = 2047, .text = "note 2047"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        dicechess_alteration found = {.struct_size = sizeof found};
        char text[DICECHESS_CELL_TEXT_MAX];
        OK(dicechess_cell_describe(known[i].cell, &found, record));
        CHECK(found.operation == known[i].operation && found.color == known[i].color);
        CHECK(found.piece_type == known[i].piece_type && found.square == known[i].square);
        CHECK(found.rights == known[i].rights && memcmp(found.dice, known[i].dice, 3) == 0);
        CHECK(found.count == known[i].count && found.slot == known[i].slot && found.clock == known[i].clock);
        CHECK(found.note == known[i].note && found.flag == known[i].flag && found.reserved == 0);
        OK(dicechess_cell_to_text(known[i].cell, text, sizeof text, NULL, record));
        CHECK(strcmp(text, known[i].text) == 0);
    }
    dicechess_alteration none = {.struct_size = sizeof none};
    char text[DICECHESS_CELL_TEXT_MAX];
    int meaningful = 0;
    for (unsigned cell = 0; cell < 0x10000; cell++) {
        const dicechess_status status = dicechess_cell_describe((dicechess_cell)cell, &none, NULL);
        CHECK(status == DICECHESS_OK || status == DICECHESS_ERR_TAPE_CELL);
        CHECK(dicechess_cell_to_text((dicechess_cell)cell, text, sizeof text, NULL, NULL) == status);
        meaningful += status == DICECHESS_OK;
    }
    /* 256 steps, 2 + 4 turns (a saturated end is Black's or White's by its bits), 2 × 12 × 64 men, 3 × 64 targets, 15 rights, 2 × 83
       pools, 6 × 3 × 3 dice, 2048 notes. */
    CHECK(meaningful >= 256 + 2 + 3 + 2 * 768 + 3 * 64 + 15 + 2 * 83 + 54 + 2048);
    FAILS(dicechess_cell_describe(0, &none, record), DICECHESS_ERR_TAPE_CELL, 0, -1, "cell is 0x0000");
    FAILS(dicechess_cell_describe(0xFFFF, NULL, record), DICECHESS_ERR_NULL, 1, -1, "alteration");
    FAILS(dicechess_cell_to_text(0xFFFF, text, sizeof text, NULL, record), DICECHESS_ERR_TAPE_CELL, 0, -1, "0xffff");
    CHECK(text[0] == 0);
    FAILS(dicechess_cell_to_text(0x4095, text, 5, NULL, record), DICECHESS_ERR_BUFFER, 1, -1, "14 are required");
}

static void refused_play(void) {
    dicechess_position *position = position_of(NULL, NULL, NULL);
    const uint8_t faces[] = {1, 7, 2, 3};
    FAILS(dicechess_position_roll(position, faces, 0, record), DICECHESS_ERR_RANGE, 2, -1, "at least one die");
    FAILS(dicechess_position_roll(position, faces, 2, record), DICECHESS_ERR_RANGE, 1, 1, "has 7 at 1");
    FAILS(dicechess_position_roll(position, faces, 4, record), DICECHESS_ERR_RANGE, 1, -1, "there are three");
    FAILS(dicechess_position_roll(position, NULL, 1, record), DICECHESS_ERR_NULL, 1, -1, "faces");
    FAILS(dicechess_position_roll(NULL, faces, 1, record), DICECHESS_ERR_NULL, 0, -1, "position");
    FAILS(dicechess_position_make_micro_move(position, move_of(0, 1, 6), record), DICECHESS_ERR_RANGE, 1, -1, "flag");
    FAILS(dicechess_position_make_micro_move(position, move_of(30, 31, 0), record), DICECHESS_ERR_ILLEGAL, 0, -1, "man of the side to move");
    FAILS(dicechess_position_make_micro_move(NULL, 0, record), DICECHESS_ERR_NULL, 0, -1, "position");
    OK(dicechess_position_roll(position, faces, 1, record));
    FAILS(dicechess_position_make_micro_move(position, move_of(6, 21, 0), record), DICECHESS_ERR_ILLEGAL, 0, -1, "die");
    FAILS(dicechess_position_note(position, 2048, record), DICECHESS_ERR_RANGE, 1, -1, "note is 2048");
    FAILS(dicechess_position_note(NULL, 1, record), DICECHESS_ERR_NULL, 0, -1, "position");
    CHECK(extent_of(position).end == 2);
    FAILS(dicechess_position_play_text(position, "e2e4\nPP x\n", 10, record), DICECHESS_ERR_TEXT, 1, 8, "at byte 8");
    FAILS(dicechess_position_play_text(position, "e2e4 e2e3\n", 10, record), DICECHESS_ERR_ILLEGAL, 1, 5, "at byte 5");
    FAILS(dicechess_position_play_text(position, "e2e4\xff", 5, record), DICECHESS_ERR_TEXT, 1, 4, "0xff");
    FAILS(dicechess_position_play_text(position, NULL, 5, record), DICECHESS_ERR_NULL, 1, -1, "text");
    FAILS(dicechess_position_play_text(NULL, "", 0, record), DICECHESS_ERR_NULL, 0, -1, "position");
    CHECK(extent_of(position).end == 2);
    dicechess_position_free(position);

    dicechess_snapshot synthetic = {.struct_size = sizeof synthetic, .full_move_number = 1};
    dicechess_state *state = NULL;
    synthetic.by_color[0] = 1;
    OK(dicechess_state_from_snapshot(&synthetic, &state, record));
    position = (dicechess_position *)1;
    FAILS(dicechess_position_new(state, NULL, NULL, &position, record), DICECHESS_ERR_POSITION, -1, -1, "agree");
    CHECK(position == NULL && error.detail == DICECHESS_FAULT_BOARDS_DISAGREE);
    FAILS(dicechess_position_new(NULL, NULL, NULL, NULL, record), DICECHESS_ERR_NULL, 3, -1, "out");
    FAILS(dicechess_position_new(NULL, (dicechess_chunk_store *)state, NULL, &position, record), DICECHESS_ERR_HANDLE, 1, -1, "no live");
    FAILS(dicechess_position_new(NULL, NULL, (dicechess_position_cache *)state, &position, record), DICECHESS_ERR_HANDLE, 2, -1, "no live");
    dicechess_state_free(state);
}

static void null_arguments(void) {
    dicechess_position *position = position_of(NULL, NULL, NULL);
    dicechess_position_extent extent = {.struct_size = sizeof extent};
    dicechess_position_identity identity = {.struct_size = sizeof identity};
    dicechess_state *state = state_of(INITIAL);
    uint8_t keyframe[DICECHESS_KEYFRAME_SIZE];
    uint64_t squares = 0;
    char text[99];
    FAILS(dicechess_position_info(NULL, &extent, record), DICECHESS_ERR_NULL, 0, -1, "position");
    FAILS(dicechess_position_info(position, NULL, record), DICECHESS_ERR_NULL, 1, -1, "extent");
    FAILS(dicechess_position_hashes(NULL, &identity, record), DICECHESS_ERR_NULL, 0, -1, "position");
    FAILS(dicechess_position_hashes(position, NULL, record), DICECHESS_ERR_NULL, 1, -1, "identity");
    identity.struct_size = 8;
    FAILS(dicechess_position_hashes(position, &identity, record), DICECHESS_ERR_STRUCT_SIZE, 1, 0, "struct_size 8");
    FAILS(dicechess_position_state(NULL, state, record), DICECHESS_ERR_NULL, 0, -1, "position");
    FAILS(dicechess_position_state(position, NULL, record), DICECHESS_ERR_NULL, 1, -1, "state");
    FAILS(dicechess_position_keyframe(NULL, keyframe, record), DICECHESS_ERR_NULL, 0, -1, "position");
    FAILS(dicechess_position_keyframe(position, NULL, record), DICECHESS_ERR_NULL, 1, -1, "keyframe");
    FAILS(dicechess_position_attacks(position, 2, 1, &squares, record), DICECHESS_ERR_RANGE, 1, -1, "color");
    FAILS(dicechess_position_attacks(position, 0, 7, &squares, record), DICECHESS_ERR_RANGE, 2, -1, "piece_type");
    FAILS(dicechess_position_attacks(position, 0, 1, NULL, record), DICECHESS_ERR_NULL, 3, -1, "squares");
    FAILS(dicechess_position_fork(position, NULL, record), DICECHESS_ERR_NULL, 1, -1, "out");
    dicechess_position *fork = position;
    FAILS(dicechess_position_fork(NULL, &fork, record), DICECHESS_ERR_NULL, 0, -1, "position");
    CHECK(fork == NULL);
    FAILS(dicechess_position_undo(NULL, record), DICECHESS_ERR_NULL, 0, -1, "position");
    FAILS(dicechess_position_unmake(NULL, record), DICECHESS_ERR_NULL, 0, -1, "position");
    FAILS(dicechess_position_unwind_turn(NULL, record), DICECHESS_ERR_NULL, 0, -1, "position");
    FAILS(dicechess_position_unwind_to(NULL, 0, NULL, record), DICECHESS_ERR_NULL, 0, -1, "position");
    FAILS(dicechess_position_seek(NULL, 0, NULL, record), DICECHESS_ERR_NULL, 0, -1, "position");
    FAILS(dicechess_position_seek_turn(NULL, 0, NULL, record), DICECHESS_ERR_NULL, 0, -1, "position");
    FAILS(dicechess_position_step(NULL, 0, NULL, record), DICECHESS_ERR_NULL, 0, -1, "position");
    FAILS(dicechess_position_truncate(NULL, record), DICECHESS_ERR_NULL, 0, -1, "position");
    FAILS(dicechess_position_drop_before(NULL, 0, NULL, record), DICECHESS_ERR_NULL, 0, -1, "position");
    FAILS(dicechess_position_end_turn(NULL, record), DICECHESS_ERR_NULL, 0, -1, "position");
    FAILS(dicechess_position_attach_cache(NULL, NULL, record), DICECHESS_ERR_NULL, 0, -1, "position");
    FAILS(dicechess_position_read(NULL, 0, 0, NULL, 0, NULL, record), DICECHESS_ERR_NULL, 0, -1, "position");
    FAILS(dicechess_position_to_text(NULL, text, sizeof text, NULL, record), DICECHESS_ERR_NULL, 0, -1, "position");
    FAILS(dicechess_position_delta(NULL, 0, 0, &(dicechess_delta){.struct_size = sizeof(dicechess_delta)}, record),
          DICECHESS_ERR_NULL, 0, -1, "position");
    /* A state is aligned as a position is. */
    FAILS(dicechess_position_undo((dicechess_position *)state, record), DICECHESS_ERR_HANDLE, 0, -1, "no live");
    dicechess_position_free((dicechess_position *)state);
    dicechess_position_free(NULL);
    CHECK(has_dfen(state, INITIAL));
    dicechess_state_free(state);
    dicechess_position_free(position);
}

static int32_t use_the_same(void *user_data, uint64_t address, dicechess_cell cell) {
    dicechess_position *position = user_data;
    (void)address;
    (void)cell;
    dicechess_position_free(position);
    return dicechess_position_undo(position, NULL);
}

static void callbacks_cannot_reenter(void) {
    dicechess_position *position = position_of(NULL, NULL, NULL);
    play(position, "PPN e2e4 e4e5 g1f3\n");
    FAILS(dicechess_position_run(position, 0, 3, position, use_the_same, record), DICECHESS_ERR_CALLBACK, -1, 0, "-8");
    CHECK(error.detail == DICECHESS_ERR_BUSY && extent_of(position).head == GOLDEN);
    dicechess_position_free(position);
}

/* Random play at capacity 32, with a cache and without one, against the states of the rules, forth and back. */
static void random_walks(void) {
    dicechess_chunk_store *store = small_store();
    dicechess_position_cache *cache = NULL;
    OK(dicechess_position_cache_new(1 << 16, &cache, record));
    dicechess_position *plain = position_of(NULL, store, NULL), *cached = position_of(NULL, store, cache);
    dicechess_state *walker = state_of(INITIAL), *found = state_of(INITIAL);
    uint64_t heads[ROUNDS];
    dicechess_state *states[ROUNDS];
    int rounds = 0;
    while (rounds < ROUNDS) {
        OK(dicechess_state_clone(walker, &states[rounds], record));
        heads[rounds++] = extent_of(plain).head;
        random_group(walker, plain, cached);
        OK(dicechess_position_state(plain, found, record));
        CHECK(equal(found, walker));
        OK(dicechess_position_state(cached, found, record));
        CHECK(equal(found, walker) && identity_of(plain).key == key_of(walker));
        CHECK(identity_of(plain).chain == identity_of(cached).chain);
        uint64_t attacks[2] = {1, 2};
        OK(dicechess_position_attacks(plain, 1, 2, &attacks[0], record));
        OK(dicechess_position_attacks(cached, 1, 2, &attacks[1], record));
        CHECK(attacks[0] == attacks[1]);
    }
    CHECK(extent_of(plain).chunks > 10);
    dicechess_position *fork = NULL;
    OK(dicechess_position_fork(cached, &fork, record));
    while (rounds-- > 0) {
        OK(dicechess_position_undo(plain, record));
        CHECK(extent_of(plain).head >= heads[rounds]);
        OK(dicechess_position_unwind_to(plain, heads[rounds], NULL, record));
        OK(dicechess_position_state(plain, found, record));
        CHECK(equal(found, states[rounds]));
        OK(dicechess_position_seek(fork, heads[rounds], NULL, record));
        OK(dicechess_position_state(fork, found, record));
        CHECK(equal(found, states[rounds]));
        CHECK(identity_of(fork).chain == identity_of(plain).chain);
        dicechess_state_free(states[rounds]);
    }
    CHECK(stands(plain, INITIAL) && extent_of(cached).head > 0);
    dicechess_position_cache_counts counts = {.struct_size = sizeof counts};
    OK(dicechess_position_cache_stats(cache, &counts, record));
    CHECK(counts.hits + counts.misses == ROUNDS); /* Each group played is looked up once. */
    OK(dicechess_position_attach_cache(cached, NULL, record));
    dicechess_position_cache_release(cache);
    dicechess_position_free(plain);
    dicechess_position_free(cached);
    dicechess_position_free(fork);
    dicechess_chunk_store_release(store);
    dicechess_state_free(walker);
    dicechess_state_free(found);
}

int main(void) {
    golden_turn();
    taking_back();
    turn_over_a_horizon();
    cells();
    descriptions();
    refused_play();
    null_arguments();
    callbacks_cannot_reenter();
    random_walks();
    return 0;
}
