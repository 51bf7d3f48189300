/* Random sequences of calls, right and wrong ones: every status is a documented one and no state is ever damaged. */
#include "check.h"

enum { STATES = 6, CALLS = 6000, LIMIT = 3000 };

static uint64_t seed = 0x2545F4914F6CDD1Du;

static unsigned below(unsigned limit) {
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (unsigned)(seed >> 33) % limit;
}

static const char *const starts[] = {
    INITIAL,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "rnbqkbnr/1p1p1ppp/8/pPpPp3/P3P3/2N2Q1N/2P2PPP/1RB1KB1R w Kkq a6c6e6 0 1",
    "8/4P3/5K2/8/2k5/8/1P6/8 w - - 0 1",
    "KKKKKKKK/pppppppp/8/8/8/8/8/kkkkkkkk b KQkq a1h8 127 2147483647",
};

/* A state that is one can be written and read back, and its key is that of its text. */
static void check_state(const dicechess_state *state) {
    char text[DICECHESS_DFEN_MAX];
    int32_t equal = 0;
    OK(dicechess_state_to_dfen(state, text, sizeof text, NULL, record));
    dicechess_state *again = state_of(text);
    OK(dicechess_state_equals(state, again, &equal, record));
    CHECK(equal == 1 && key_of(state) == key_of(again));
    dicechess_state_free(again);
}

/* Plays a legal turn of the state, if it has one, or a text that is one only by accident. */
static dicechess_status play(dicechess_state *state, dicechess_turns *turns) {
    char uci[DICECHESS_TURN_MAX] = "";
    size_t count = 0;
    const dicechess_status status = dicechess_turns_generate(turns, state, LIMIT, &error);
    if (status != DICECHESS_OK) return status;
    OK(dicechess_turns_count(turns, &count, record));
    if (count > 0) OK(dicechess_turns_to_uci(turns, below((unsigned)count), uci, sizeof uci, NULL, record));
    if (uci[0] != 0 && below(4) == 0) uci[below((unsigned)strlen(uci))] = (char)(1 + below(255));
    return dicechess_state_play_turn(state, uci, DICECHESS_NUL_TERMINATED, NULL, &error);
}

static dicechess_status call(dicechess_state **states, dicechess_turns *turns, dicechess_rolls *rolls) {
    dicechess_state *state = states[below(STATES)], *other = states[below(STATES)];
    const uint8_t faces[] = {(uint8_t)below(8), (uint8_t)(1 + below(6)), (uint8_t)(1 + below(6)), 1};
    switch (below(10)) {
    case 0: return dicechess_state_set_dice(state, faces + below(2), below(4), &error);
    case 1: return dicechess_state_set_dice(state, faces + 1, 2, &error);
    case 2: return dicechess_state_make_micro_move(state, (dicechess_micro_move)below(0x10000), &error);
    case 3: return dicechess_state_end_turn(state, &error);
    case 4: return dicechess_state_set_side_to_move(state, (int32_t)below(4) - 1, &error);
    case 5: return dicechess_state_assign(state, other, &error);
    case 6: return dicechess_turns_final_state(turns, below(20), state, &error);
    case 7: return dicechess_rolls_final_state(rolls, below(60), below(9), state, &error);
    case 8: return below(20) ? DICECHESS_OK : dicechess_rolls_expand(rolls, state, LIMIT * 10, &error);
    default: return play(state, turns);
    }
}

int main(void) {
    dicechess_state *states[STATES];
    dicechess_turns *turns = NULL;
    dicechess_rolls *rolls = NULL;
    for (unsigned i = 0; i < STATES; i++) states[i] = state_of(starts[i % (sizeof starts / sizeof *starts)]);
    OK(dicechess_turns_new(&turns, record));
    OK(dicechess_rolls_new(&rolls, record));
    for (int i = 0; i < CALLS; i++) {
        const dicechess_status status = call(states, turns, rolls);
        CHECK(status == DICECHESS_OK || status == DICECHESS_ERR_RANGE || status == DICECHESS_ERR_ILLEGAL ||
              status == DICECHESS_ERR_LIMIT || status == DICECHESS_ERR_TEXT);
        check_state(states[below(STATES)]);
        /* A game that has run dry starts again. */
        if (below(50) == 0) {
            const unsigned replaced = below(STATES);
            dicechess_state_free(states[replaced]);
            states[replaced] = state_of(starts[below(sizeof starts / sizeof *starts)]);
        }
    }
    for (unsigned i = 0; i < STATES; i++) dicechess_state_free(states[i]);
    dicechess_turns_free(turns);
    dicechess_rolls_free(rolls);
    return 0;
}
