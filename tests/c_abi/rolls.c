/* Rolls: the table, and the expansion of all rolls against one turn list for each. */
#include "check.h"

static const char *const positions[] = {
    INITIAL,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "4k3/8/8/8/8/8/P6P/4K3 w - - 0 1",
    "8/4P3/5K2/8/2k5/8/1P6/8 w - - 0 1",
    "8/8/8/8/8/8/8/8 w - - 0 1",
};

static int by_value(const void *left, const void *right) {
    const uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

static void table(void) {
    uint8_t faces[DICECHESS_ROLLS][3], weights[DICECHESS_ROLLS];
    unsigned sum = 0;
    OK(dicechess_roll_table(faces[0], weights, record));
    CHECK(faces[0][0] == 1 && faces[0][2] == 1 && weights[0] == 1 && faces[55][1] == 6 && weights[55] == 1);
    CHECK(faces[1][0] == 1 && faces[1][1] == 1 && faces[1][2] == 2 && weights[1] == 3);
    for (size_t i = 0; i < DICECHESS_ROLLS; i++) {
        sum += weights[i];
        CHECK(i == 0 || memcmp(faces[i - 1], faces[i], 3) < 0);
    }
    CHECK(sum == DICECHESS_TOTAL_WEIGHT);
    FAILS(dicechess_roll_table(NULL, weights, record), DICECHESS_ERR_NULL, 0, -1, "faces is NULL");
    FAILS(dicechess_roll_table(faces[0], NULL, record), DICECHESS_ERR_NULL, 1, -1, "weights is NULL");
}

static void agrees_with_lists(void) {
    uint8_t faces[DICECHESS_ROLLS][3], weights[DICECHESS_ROLLS], takes_king[DICECHESS_ROLLS], spent[DICECHESS_ROLLS];
    size_t finals[DICECHESS_ROLLS];
    dicechess_rolls *rolls = NULL;
    dicechess_turns *turns = NULL;
    OK(dicechess_roll_table(faces[0], weights, record));
    OK(dicechess_rolls_new(&rolls, record));
    OK(dicechess_turns_new(&turns, record));
    for (size_t p = 0; p < sizeof positions / sizeof *positions; p++) {
        dicechess_state *state = state_of(positions[p]), *final = state_of(INITIAL);
        unsigned capturing = 0;
        OK(dicechess_rolls_expand(rolls, state, DICECHESS_NO_LIMIT, record));
        OK(dicechess_rolls_outcomes(rolls, takes_king, spent, finals, record));
        for (size_t roll = 0; roll < DICECHESS_ROLLS; roll++) {
            size_t count = 0, captures = 0, required = 0;
            OK(dicechess_state_set_dice(state, faces[roll], 3, record));
            OK(dicechess_turns_generate(turns, state, DICECHESS_NO_LIMIT, record));
            OK(dicechess_turns_count(turns, &count, record));
            OK(dicechess_turns_king_captures(turns, &captures, record));
            CHECK(takes_king[roll] == (captures > 0));
            CHECK((spent[roll] == 0) == (count == 0));
            capturing += takes_king[roll] ? weights[roll] : 0;
            OK(dicechess_turns_generate_distinct(turns, state, DICECHESS_NO_LIMIT, record));
            OK(dicechess_turns_count(turns, &count, record));
            CHECK(finals[roll] == count);
            uint64_t *one = malloc((count + 1) * sizeof *one), *other = malloc((count + 1) * sizeof *other);
            CHECK(one != NULL && other != NULL);
            OK(dicechess_rolls_keys(rolls, roll, one, count, &required, record));
            CHECK(required == count);
            if (count > 0) {
                OK(dicechess_rolls_final_state(rolls, roll, count - 1, final, record));
                CHECK(key_of(final) == one[count - 1]);
                FAILS(dicechess_rolls_keys(rolls, roll, one, count - 1, &required, record), DICECHESS_ERR_BUFFER, 2, -1, "keys");
                CHECK(required == count);
            }
            FAILS(dicechess_rolls_final_state(rolls, roll, count, final, record), DICECHESS_ERR_RANGE, 2, -1, "index is");
            OK(dicechess_turns_fill(turns, NULL, NULL, other, count, NULL, record));
            qsort(one, count, sizeof *one, by_value);
            qsort(other, count, sizeof *other, by_value);
            CHECK(memcmp(one, other, count * sizeof *one) == 0);
            free(one);
            free(other);
        }
        CHECK(p != 1 || capturing == 4);
        dicechess_state_free(state);
        dicechess_state_free(final);
    }
    dicechess_turns_free(turns);
    dicechess_rolls_free(rolls);
    dicechess_rolls_free(NULL);
}

/* Positions of docs/rules.md: only a turn that takes the king spends three pawn dice, or a pawn's die and a knight's. */
static void every_turn_takes_a_king(void) {
    static const struct { const char *dfen; size_t roll; uint8_t faces[3], spent; } cases[] = {
        {"8/p7/6N1/2K2kP1/6p1/8/5P2/8 w - - 0 1", 0, {1, 1, 1}, 3},
        {"8/P1k5/1R6/8/8/8/8/K7 w - - 0 1", 1, {1, 1, 2}, 2},
    };
    uint8_t faces[DICECHESS_ROLLS][3], weights[DICECHESS_ROLLS], takes_king[DICECHESS_ROLLS], spent[DICECHESS_ROLLS];
    size_t finals[DICECHESS_ROLLS];
    dicechess_rolls *rolls = NULL;
    OK(dicechess_roll_table(faces[0], weights, record));
    OK(dicechess_rolls_new(&rolls, record));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dicechess_state *state = state_of(cases[i].dfen);
        size_t roll = cases[i].roll;
        OK(dicechess_rolls_expand(rolls, state, DICECHESS_NO_LIMIT, record));
        OK(dicechess_rolls_outcomes(rolls, takes_king, spent, finals, record));
        CHECK(memcmp(faces[roll], cases[i].faces, 3) == 0);
        CHECK(takes_king[roll] == 1 && spent[roll] == cases[i].spent && finals[roll] == 0);
        dicechess_state_free(state);
    }
    dicechess_rolls_free(rolls);
}

static void bad(void) {
    dicechess_rolls *rolls = NULL;
    dicechess_state *state = state_of(INITIAL);
    uint8_t takes_king[DICECHESS_ROLLS];
    uint64_t key = 5;
    size_t required = 5;
    FAILS(dicechess_rolls_new(NULL, record), DICECHESS_ERR_NULL, 0, -1, "out is NULL");
    OK(dicechess_rolls_new(&rolls, record));
    OK(dicechess_rolls_outcomes(rolls, takes_king, NULL, NULL, record));
    CHECK(takes_king[0] == 0);
    OK(dicechess_rolls_outcomes(rolls, NULL, NULL, NULL, record));
    OK(dicechess_rolls_keys(rolls, 0, NULL, 0, &required, record));
    CHECK(required == 0);
    FAILS(dicechess_rolls_expand(NULL, state, 1, record), DICECHESS_ERR_NULL, 0, -1, "rolls is NULL");
    FAILS(dicechess_rolls_expand(rolls, NULL, 1, record), DICECHESS_ERR_NULL, 1, -1, "state is NULL");
    FAILS(dicechess_rolls_expand((dicechess_rolls *)state, state, 1, record), DICECHESS_ERR_HANDLE, 0, -1, "");
    FAILS(dicechess_rolls_outcomes(NULL, takes_king, NULL, NULL, record), DICECHESS_ERR_NULL, 0, -1, "rolls is NULL");
    FAILS(dicechess_rolls_keys(NULL, 0, &key, 1, &required, record), DICECHESS_ERR_NULL, 0, -1, "rolls is NULL");
    FAILS(dicechess_rolls_keys(rolls, 56, &key, 1, &required, record), DICECHESS_ERR_RANGE, 1, -1, "roll is 56");
    FAILS(dicechess_rolls_keys(rolls, SIZE_MAX, &key, 1, &required, record), DICECHESS_ERR_RANGE, 1, -1, "roll is");
    FAILS(dicechess_rolls_keys(rolls, 0, NULL, 1, &required, record), DICECHESS_ERR_NULL, 2, -1, "keys is NULL");
    FAILS(dicechess_rolls_final_state(NULL, 0, 0, state, record), DICECHESS_ERR_NULL, 0, -1, "rolls is NULL");
    FAILS(dicechess_rolls_final_state(rolls, 56, 0, state, record), DICECHESS_ERR_RANGE, 1, -1, "roll is 56");
    FAILS(dicechess_rolls_final_state(rolls, 0, 0, state, record), DICECHESS_ERR_RANGE, 2, -1, "index is 0");
    OK(dicechess_rolls_expand(rolls, state, DICECHESS_NO_LIMIT, record));
    FAILS(dicechess_rolls_expand(rolls, state, 100, record), DICECHESS_ERR_LIMIT, 2, -1, "more than 100");
    OK(dicechess_rolls_keys(rolls, 0, NULL, 0, NULL, record));
    OK(dicechess_rolls_expand(rolls, state, DICECHESS_NO_LIMIT, record));
    FAILS(dicechess_rolls_final_state(rolls, 0, 0, NULL, record), DICECHESS_ERR_NULL, 3, -1, "state is NULL");
    CHECK(key == 5 && has_dfen(state, INITIAL));
    dicechess_rolls_free(rolls);
    dicechess_state_free(state);
}

int main(void) {
    table();
    agrees_with_lists();
    every_turn_takes_a_king();
    bad();
    return 0;
}
