/* Snapshots: a state in the open, sensible or not. */
#include "check.h"

static dicechess_snapshot snapshot_of(const dicechess_state *state) {
    dicechess_snapshot snapshot;
    memset(&snapshot, 'x', sizeof snapshot);
    snapshot.struct_size = sizeof snapshot;
    OK(dicechess_state_to_snapshot(state, &snapshot, record));
    return snapshot;
}

static void round_trip(void) {
    dicechess_state *state = state_of("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQq e3 126 2147483647 knp");
    dicechess_state *other = NULL;
    dicechess_snapshot snapshot = snapshot_of(state);
    int32_t equal = 0;
    CHECK(snapshot.struct_size == sizeof snapshot);
    CHECK(snapshot.side_to_move == DICECHESS_BLACK && snapshot.castling_rights == 1 + 2 + 8);
    CHECK(snapshot.en_passant == (uint64_t)1 << 20);
    CHECK(snapshot.half_move_clock == 126 && snapshot.full_move_number == 2147483647);
    CHECK(snapshot.dice[0] == 1 && snapshot.dice[1] == 2 && snapshot.dice[2] == 6);
    CHECK(snapshot.key == key_of(state));
    CHECK(snapshot.mailbox[0] == DICECHESS_ROOK && snapshot.mailbox[60] == 8 + DICECHESS_KING && snapshot.mailbox[1] == 0);
    CHECK(snapshot.by_type[DICECHESS_KING - 1] == ((uint64_t)1 << 4 | (uint64_t)1 << 60));
    /* Dice come in any order; key and material are the library's business. */
    snapshot.dice[0] = 6;
    snapshot.dice[2] = 1;
    snapshot.key = 1;
    snapshot.material = 1;
    OK(dicechess_state_from_snapshot(&snapshot, &other, record));
    OK(dicechess_state_equals(state, other, &equal, record));
    CHECK(equal == 1 && key_of(other) == key_of(state));
    dicechess_state_free(state);
    dicechess_state_free(other);
}

/* Each micro-move that the position allows, and every kind of list. `other` is written to. */
static void play_everything(const dicechess_state *state, dicechess_state *other) {
    enum { MOST = 4096, LIMIT = 2000 };
    static dicechess_micro_move moves[MOST];
    dicechess_turns *turns = NULL;
    size_t count = 0;
    OK(dicechess_state_micro_moves(state, moves, MOST, &count, record));
    for (size_t i = 0; i < count; i++) {
        OK(dicechess_state_assign(other, state, record));
        const dicechess_status status = dicechess_state_make_micro_move(other, moves[i], NULL);
        CHECK(status == DICECHESS_OK || status == DICECHESS_ERR_ILLEGAL);
    }
    OK(dicechess_state_first_moves(state, moves, MOST, &count, record));
    OK(dicechess_turns_new(&turns, record));
    for (int distinct = 0; distinct < 2; distinct++) {
        const dicechess_status status = distinct ? dicechess_turns_generate_distinct(turns, state, LIMIT, NULL)
                                                 : dicechess_turns_generate(turns, state, LIMIT, NULL);
        CHECK(status == DICECHESS_OK || status == DICECHESS_ERR_LIMIT);
        OK(dicechess_turns_count(turns, &count, record));
        for (size_t i = 0; i < count; i += 97) {
            char uci[DICECHESS_TURN_MAX];
            OK(dicechess_turns_to_uci(turns, i, uci, sizeof uci, NULL, record));
            OK(dicechess_turns_final_state(turns, i, other, record));
            OK(dicechess_state_assign(other, state, record));
            const dicechess_status played = dicechess_state_play_turn(other, uci, DICECHESS_NUL_TERMINATED, NULL, NULL);
            CHECK(played == DICECHESS_OK || played == DICECHESS_ERR_ILLEGAL);
        }
    }
    dicechess_turns_free(turns);
}

/* Bitboards and mailbox that have nothing to do with each other: legal to build, and every function copes. */
static void synthetic(void) {
    dicechess_snapshot snapshot = {.struct_size = sizeof snapshot, .full_move_number = 1};
    dicechess_state *state = NULL, *other = NULL;
    uint32_t faults = 0;
    int32_t equal = -1;
    uint64_t seed = 0x9E3779B97F4A7C15u;
    for (int round = 0; round < 200; round++) {
        for (size_t i = 0; i < 8; i++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            *(i < 2 ? &snapshot.by_color[i] : &snapshot.by_type[i - 2]) = seed ^ seed >> 29;
        }
        for (size_t i = 0; i < 64; i++) {
            static const uint8_t codes[] = {0, 1, 2, 3, 4, 5, 6, 9, 10, 11, 12, 13, 14};
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            snapshot.mailbox[i] = codes[(seed >> 33) % sizeof codes];
        }
        snapshot.en_passant = seed;
        snapshot.castling_rights = seed >> 60;
        snapshot.side_to_move = seed >> 59 & 1;
        for (size_t i = 0; i < 3; i++) snapshot.dice[i] = (seed >> (8 * i)) % 7;
        OK(dicechess_state_from_snapshot(&snapshot, &state, record));
        OK(dicechess_state_faults(state, &faults, record));
        CHECK(faults & DICECHESS_FAULT_BOARDS_DISAGREE);
        char text[DICECHESS_DFEN_MAX];
        OK(dicechess_state_to_dfen(state, text, sizeof text, NULL, record));
        OK(dicechess_state_to_normalised_dfen(state, text, sizeof text, NULL, record));
        const dicechess_snapshot back = snapshot_of(state);
        CHECK(memcmp(back.mailbox, snapshot.mailbox, 64) == 0 && back.by_type[3] == snapshot.by_type[3]);
        OK(dicechess_state_clone(state, &other, record));
        OK(dicechess_state_end_turn(other, record));
        OK(dicechess_state_equals(state, other, &equal, record));
        CHECK(equal == 0);
        play_everything(state, other);
        dicechess_state_free(state);
        dicechess_state_free(other);
    }
}

static void bad(void) {
    dicechess_state *state = state_of(INITIAL), *out = NULL;
    const dicechess_snapshot good = snapshot_of(state);
    dicechess_snapshot snapshot = good;
#define REFUSED(member, value, place, text)                                                                            \
    snapshot = good;                                                                                                   \
    snapshot.member = (value);                                                                                         \
    out = state;                                                                                                       \
    FAILS(dicechess_state_from_snapshot(&snapshot, &out, record), DICECHESS_ERR_RANGE, 0, place, text);                \
    CHECK(out == NULL)
    REFUSED(side_to_move, 2, 4, "side_to_move 2");
    REFUSED(side_to_move, -1, 4, "side_to_move -1");
    REFUSED(side_to_move, 256, 4, "side_to_move 256");
    REFUSED(mailbox[0], 7, 88, "mailbox[0] 7");
    REFUSED(mailbox[63], 16, 151, "mailbox[63] 16");
    REFUSED(mailbox[9], 255, 97, "mailbox[9] 255");
    REFUSED(mailbox[9], 8, 97, "mailbox[9] 8");
    REFUSED(dice[2], 7, 154, "dice[2] 7");
    REFUSED(castling_rights, 16, 155, "castling_rights 16");
    REFUSED(half_move_clock, 128, 156, "half_move_clock 128");
    REFUSED(half_move_clock, -1, 156, "half_move_clock -1");
    REFUSED(half_move_clock, 256, 156, "half_move_clock 256");
    REFUSED(full_move_number, 0, 160, "full_move_number 0");
    REFUSED(full_move_number, INT32_MIN, 160, "full_move_number");
#undef REFUSED
    FAILS(dicechess_state_from_snapshot(&good, NULL, record), DICECHESS_ERR_NULL, 1, -1, "out is NULL");
    FAILS(dicechess_state_to_snapshot(NULL, &snapshot, record), DICECHESS_ERR_NULL, 0, -1, "state is NULL");
    FAILS(dicechess_state_to_snapshot(state, NULL, record), DICECHESS_ERR_NULL, 1, -1, "snapshot is NULL");
    dicechess_state_free(state);
}

static void sizes(void) {
    dicechess_state *state = state_of(INITIAL), *out = NULL;
    struct {
        dicechess_snapshot snapshot;
        uint64_t newer;
    } large;
    memset(&large, 0, sizeof large);
    for (uint32_t size = 0; size < sizeof large.snapshot; size++) {
        large.snapshot.struct_size = size;
        FAILS(dicechess_state_from_snapshot(&large.snapshot, &out, record), DICECHESS_ERR_STRUCT_SIZE, 0, 0, "struct_size");
        FAILS(dicechess_state_to_snapshot(state, &large.snapshot, record), DICECHESS_ERR_STRUCT_SIZE, 1, 0, "struct_size");
        CHECK(out == NULL && large.snapshot.full_move_number == 0);
    }
    /* A size that was never set is not followed. */
    for (uint32_t size = 4097; size != 0; size = size < UINT32_MAX / 2 ? size * 2 : size == UINT32_MAX ? 0 : UINT32_MAX) {
        large.snapshot.struct_size = size;
        FAILS(dicechess_state_from_snapshot(&large.snapshot, &out, record), DICECHESS_ERR_STRUCT_SIZE, 0, 0, "struct_size");
        FAILS(dicechess_state_to_snapshot(state, &large.snapshot, record), DICECHESS_ERR_STRUCT_SIZE, 1, 0, "struct_size");
    }
    /* A newer program's struct: its further members must be 0 on the way in and are left alone on the way out. */
    large.snapshot.struct_size = sizeof large;
    large.newer = 5;
    OK(dicechess_state_to_snapshot(state, &large.snapshot, record));
    CHECK(large.newer == 5 && large.snapshot.struct_size == sizeof large && large.snapshot.full_move_number == 1);
    FAILS(dicechess_state_from_snapshot(&large.snapshot, &out, record), DICECHESS_ERR_UNSUPPORTED, 0, 168, "does not know");
    CHECK(out == NULL);
    large.newer = 0;
    OK(dicechess_state_from_snapshot(&large.snapshot, &out, record));
    CHECK(key_of(out) == key_of(state));
    dicechess_state_free(out);
    dicechess_state_free(state);
}

int main(void) {
    round_trip();
    synthetic();
    bad();
    sizes();
    return 0;
}
