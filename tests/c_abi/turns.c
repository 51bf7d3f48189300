/* Turn lists: the right turns, in order, one by one and all at once, and everything that a caller can do wrong. */
#include "check.h"

static dicechess_turns *turns_of(const dicechess_state *state) {
    dicechess_turns *turns = NULL;
    OK(dicechess_turns_new(&turns, record));
    OK(dicechess_turns_generate(turns, state, DICECHESS_NO_LIMIT, record));
    return turns;
}

static size_t count_of(const dicechess_turns *turns) {
    size_t count = 99;
    OK(dicechess_turns_count(turns, &count, record));
    return count;
}

/* Turns, king captures and distinct end states of the rules' own examples. */
static void known_counts(void) {
    static const struct {
        const char *dfen;
        size_t turns, king_captures, finals;
    } cases[] = {
        {INITIAL, 0, 0, 0},
        {INITIAL " RQK", 0, 0, 0},
        {INITIAL " PNB", 340, 0, 0},
        {INITIAL " PPP", 3376, 0, 688},
        {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 PPP", 360, 2, 0},
        {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 NBQ", 7630, 0, 0},
        {"4k3/8/8/8/8/8/P6P/4K3 w - - 0 1 PP", 12, 0, 8},
        {"r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 2 3 NBP", 4654, 0, 2319},
        {"8/p7/6N1/2K2kP1/6p1/8/5P2/8 w - - 0 1 PPP", 1, 1, 0},
    };
    dicechess_turns *turns = NULL;
    OK(dicechess_turns_new(&turns, record));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dicechess_state *state = state_of(cases[i].dfen);
        size_t king_captures = 99;
        OK(dicechess_turns_generate(turns, state, cases[i].turns, record));
        CHECK(count_of(turns) == cases[i].turns);
        OK(dicechess_turns_king_captures(turns, &king_captures, record));
        CHECK(king_captures == cases[i].king_captures || cases[i].king_captures == 0);
        OK(dicechess_turns_generate_distinct(turns, state, DICECHESS_NO_LIMIT, record));
        CHECK(count_of(turns) == cases[i].finals || cases[i].finals == 0);
        OK(dicechess_turns_king_captures(turns, &king_captures, record));
        CHECK(king_captures == 0);
        dicechess_state_free(state);
    }
    dicechess_turns_free(turns);
    dicechess_turns_free(NULL);
}

static void one_by_one(void) {
    static const char *const expected[] = {"c2c3 c3c4 b3c5", "c2c3 b3c5", "c2c4 b3c5", "b3c5"};
    dicechess_state *state = state_of("8/8/8/2k5/8/1N6/2P5/K7 w - - 0 1 NPP"), *final = state_of(INITIAL);
    dicechess_turns *turns = turns_of(state);
    /* The list does not need the state any more. */
    dicechess_state_free(state);
    CHECK(count_of(turns) == 16);
    for (size_t i = 0; i < 4; i++) {
        char uci[DICECHESS_TURN_MAX];
        dicechess_micro_move moves[3] = {1, 1, 1};
        size_t required = 0, length = 0;
        OK(dicechess_turns_to_uci(turns, i, uci, sizeof uci, &required, record));
        CHECK(strcmp(uci, expected[i]) == 0 && required == strlen(expected[i]) + 1);
        OK(dicechess_turns_get(turns, i, moves, &length, record));
        CHECK(length == (strlen(expected[i]) + 1) / 5);
        CHECK(dicechess_micro_move_origin(moves[length - 1]) == 17 && dicechess_micro_move_destination(moves[length - 1]) == 34);
        CHECK(length == 3 || moves[2] == 0);
    }
    /* A king falls: the winner is still to move, the dice left over are still there. */
    OK(dicechess_turns_final_state(turns, 3, final, record));
    CHECK(has_dfen(final, "8/8/8/2N5/8/8/2P5/K7 w - - 0 1 PP"));
    /* The last turn takes none: the turn is over. */
    int32_t side = -1;
    OK(dicechess_turns_final_state(turns, 15, final, record));
    OK(dicechess_state_side_to_move(final, &side, record));
    CHECK(side == DICECHESS_BLACK);
    dicechess_state_free(final);
    dicechess_turns_free(turns);
}

/* The batch says what the single calls say. */
static void all_at_once(void) {
    enum { COUNT = 360 };
    static dicechess_micro_move moves[COUNT][3];
    static uint8_t lengths[COUNT + 1];
    static uint64_t keys[COUNT];
    dicechess_state *state = state_of("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 PPP");
    dicechess_turns *turns = turns_of(state);
    size_t required = 0;
    lengths[COUNT] = 77;
    OK(dicechess_turns_fill(turns, moves[0], lengths, keys, COUNT, &required, record));
    CHECK(required == COUNT && lengths[COUNT] == 77);
    for (size_t i = 0; i < COUNT; i++) {
        dicechess_micro_move single[3];
        size_t length = 0;
        OK(dicechess_turns_get(turns, i, single, &length, record));
        CHECK(length == lengths[i] && memcmp(single, moves[i], sizeof single) == 0);
        OK(dicechess_turns_final_state(turns, i, state, record));
        CHECK(keys[i] == key_of(state));
    }
    /* Each array alone, or none. */
    OK(dicechess_turns_fill(turns, NULL, NULL, NULL, 0, &required, record));
    CHECK(required == COUNT);
    OK(dicechess_turns_fill(turns, moves[0], NULL, NULL, COUNT, NULL, record));
    OK(dicechess_turns_fill(turns, NULL, lengths, NULL, COUNT, NULL, record));
    OK(dicechess_turns_fill(turns, NULL, NULL, keys, COUNT, NULL, record));
    /* Too small a room: nothing is written. */
    memset(lengths, 77, sizeof lengths);
    memset(keys, 77, sizeof keys);
    FAILS(dicechess_turns_fill(turns, NULL, lengths, keys, COUNT - 1, &required, record), DICECHESS_ERR_BUFFER, 2, -1,
          "lengths holds 359 elements, 360 are required");
    CHECK(required == COUNT && lengths[0] == 77 && keys[0] == 0x4D4D4D4D4D4D4D4Du);
    FAILS(dicechess_turns_fill(turns, moves[0], NULL, NULL, SIZE_MAX, NULL, record), DICECHESS_ERR_RANGE, 1, -1, "moves");
    FAILS(dicechess_turns_fill(NULL, moves[0], lengths, keys, COUNT, &required, record), DICECHESS_ERR_NULL, 0, -1, "turns");
    CHECK(required == 0);
    dicechess_turns_free(turns);
    dicechess_state_free(state);
}

/* A limit is reported, and no list is ever shorter than it says. */
static void limits(void) {
    dicechess_state *state = state_of(INITIAL " PNB");
    dicechess_turns *turns = turns_of(state);
    FAILS(dicechess_turns_generate(turns, state, 339, record), DICECHESS_ERR_LIMIT, 2, -1, "339");
    CHECK(count_of(turns) == 0);
    OK(dicechess_turns_generate(turns, state, 340, record));
    CHECK(count_of(turns) == 340);
    FAILS(dicechess_turns_generate(turns, state, 0, record), DICECHESS_ERR_LIMIT, 2, -1, "0");
    OK(dicechess_turns_generate_distinct(turns, state, DICECHESS_NO_LIMIT, record));
    const size_t distinct = count_of(turns);
    CHECK(distinct > 100 && distinct < 340);
    FAILS(dicechess_turns_generate_distinct(turns, state, distinct - 1, record), DICECHESS_ERR_LIMIT, 2, -1, "");
    CHECK(count_of(turns) == 0);
    OK(dicechess_turns_generate_distinct(turns, state, distinct, record));
    CHECK(count_of(turns) == distinct);
    dicechess_turns_free(turns);
    dicechess_state_free(state);
}

static void bad(void) {
    dicechess_state *state = state_of(INITIAL " PNB");
    dicechess_turns *turns = turns_of(state);
    dicechess_micro_move moves[3] = {5, 5, 5};
    char uci[DICECHESS_TURN_MAX] = "x";
    size_t number = 5;
    FAILS(dicechess_turns_new(NULL, record), DICECHESS_ERR_NULL, 0, -1, "out is NULL");
    FAILS(dicechess_turns_generate(NULL, state, 1, record), DICECHESS_ERR_NULL, 0, -1, "turns is NULL");
    FAILS(dicechess_turns_generate(turns, NULL, 1, record), DICECHESS_ERR_NULL, 1, -1, "state is NULL");
    FAILS(dicechess_turns_generate_distinct(NULL, state, 1, record), DICECHESS_ERR_NULL, 0, -1, "turns is NULL");
    FAILS(dicechess_turns_generate_distinct(turns, NULL, 1, record), DICECHESS_ERR_NULL, 1, -1, "state is NULL");
    CHECK(count_of(turns) == 340);
    FAILS(dicechess_turns_count(NULL, &number, record), DICECHESS_ERR_NULL, 0, -1, "turns is NULL");
    CHECK(number == 0);
    FAILS(dicechess_turns_count(turns, NULL, record), DICECHESS_ERR_NULL, 1, -1, "count is NULL");
    number = 5;
    FAILS(dicechess_turns_king_captures(NULL, &number, record), DICECHESS_ERR_NULL, 0, -1, "turns is NULL");
    CHECK(number == 0);
    FAILS(dicechess_turns_king_captures(turns, NULL, record), DICECHESS_ERR_NULL, 1, -1, "count is NULL");
    number = 5;
    FAILS(dicechess_turns_get(NULL, 0, moves, &number, record), DICECHESS_ERR_NULL, 0, -1, "turns is NULL");
    FAILS(dicechess_turns_get(turns, 340, moves, &number, record), DICECHESS_ERR_RANGE, 1, -1, "index is 340: there are 340");
    FAILS(dicechess_turns_get(turns, SIZE_MAX, moves, &number, record), DICECHESS_ERR_RANGE, 1, -1, "index");
    FAILS(dicechess_turns_get(turns, 0, NULL, &number, record), DICECHESS_ERR_NULL, 2, -1, "moves is NULL");
    CHECK(number == 0 && moves[0] == 5);
    FAILS(dicechess_turns_get(turns, 0, moves, NULL, record), DICECHESS_ERR_NULL, 3, -1, "length is NULL");
    FAILS(dicechess_turns_to_uci(NULL, 0, uci, sizeof uci, &number, record), DICECHESS_ERR_NULL, 0, -1, "turns is NULL");
    CHECK(uci[0] == 0 && number == 0);
    FAILS(dicechess_turns_to_uci(turns, 340, uci, sizeof uci, NULL, record), DICECHESS_ERR_RANGE, 1, -1, "index");
    FAILS(dicechess_turns_to_uci(turns, 0, NULL, 3, NULL, record), DICECHESS_ERR_NULL, 2, -1, "buffer is NULL");
    FAILS(dicechess_turns_to_uci(turns, 0, NULL, 0, &number, record), DICECHESS_ERR_BUFFER, 2, -1, "buffer");
    CHECK(number == 15);
    FAILS(dicechess_turns_to_uci(turns, 0, uci, 14, &number, record), DICECHESS_ERR_BUFFER, 2, -1, "buffer holds 14");
    CHECK(uci[0] == 0 && number == 15);
    FAILS(dicechess_turns_final_state(NULL, 0, state, record), DICECHESS_ERR_NULL, 0, -1, "turns is NULL");
    FAILS(dicechess_turns_final_state(turns, 340, state, record), DICECHESS_ERR_RANGE, 1, -1, "index is 340");
    FAILS(dicechess_turns_final_state(turns, 0, NULL, record), DICECHESS_ERR_NULL, 2, -1, "state is NULL");
    CHECK(has_dfen(state, INITIAL " PNB"));
    /* A handle of another type is noticed, and not freed. */
    FAILS(dicechess_turns_count((const dicechess_turns *)state, &number, record), DICECHESS_ERR_HANDLE, 0, -1, "no live handle");
    FAILS(dicechess_state_key((const dicechess_state *)turns, (uint64_t[1]){0}, record), DICECHESS_ERR_HANDLE, 0, -1, "");
    dicechess_turns_free((dicechess_turns *)state);
    CHECK(has_dfen(state, INITIAL " PNB"));
    dicechess_turns_free(turns);
    dicechess_state_free(state);
}

int main(void) {
    known_counts();
    one_by_one();
    all_at_once();
    limits();
    bad();
    return 0;
}
