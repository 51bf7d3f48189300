/* Chance nodes, chances to win, built-in players, time for a turn: recorded values, limits, bad arguments. */
#include "check.h"

#include <math.h>

#define CASTLING "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1"
#define TWO_PAWNS "4k3/8/8/8/8/8/P6P/4K3 b - - 0 1"

static int32_t constant(void *user, const dicechess_snapshot *state, dicechess_color color, int32_t *score) {
    (void)state, (void)color;
    *score = *(const int32_t *)user;
    return *score == 99 ? 99 : 0;
}

static double value_of(const char *dfen, const dicechess_evaluator *evaluator) {
    double value = NAN;
    dicechess_state *state = state_of(dfen);
    OK(dicechess_chance_node_value(state, DICECHESS_WHITE, 1, evaluator, NULL, NULL, &value, record));
    dicechess_state_free(state);
    return value;
}

static void chance_nodes(void) {
    int32_t score = 7;
    double value = 5;
    dicechess_evaluator *aggressive = NULL, *sevens = NULL;
    OK(dicechess_evaluator_new(DICECHESS_EVALUATOR_AGGRESSIVE, &aggressive, record));
    OK(dicechess_evaluator_from_callback(&score, constant, NULL, 0, &sevens, record));
    CHECK(value_of(TWO_PAWNS, NULL) == 199.99999999999983 && value_of(TWO_PAWNS, sevens) == 7.000000000000004);
    CHECK(value_of(CASTLING, NULL) == -74074247.68518518 && value_of(CASTLING, aggressive) == -74074904.5138889);
    CHECK(value_of(CASTLING, sevens) == -74074067.59259258);

    /* Bounds move the value of a lost king: 16 of 216 outcomes lose it. */
    dicechess_state *state = state_of(CASTLING);
    const dicechess_utility_bounds bounds = {-1000, -10, 10, 11};
    OK(dicechess_chance_node_value(state, DICECHESS_WHITE, 1, sevens, &bounds, NULL, &value, record));
    CHECK(fabs(value - (16 * -1000.0 + 200 * 7.0) / 216) < 1e-9);

    /* Nothing is known of a node that was not finished. */
    const struct {
        uint64_t budget, nanoseconds;
        dicechess_status status;
    } limits[] = {
        {0, DICECHESS_NO_DEADLINE, DICECHESS_ERR_BUDGET},
        {60, DICECHESS_NO_DEADLINE, DICECHESS_ERR_BUDGET},
        {DICECHESS_NO_BUDGET, 0, DICECHESS_ERR_DEADLINE},
        {DICECHESS_NO_BUDGET, DICECHESS_NO_DEADLINE, DICECHESS_ERR_CANCELLED},
    };
    value = 5;
    for (int i = 0; i < 4; i++) {
        dicechess_control *control = NULL;
        OK(dicechess_control_new(limits[i].budget, limits[i].nanoseconds, &control, record));
        if (i == 3) OK(dicechess_control_cancel(control, record));
        FAILS(dicechess_chance_node_value(state, 0, 1, aggressive, NULL, control, &value, record), limits[i].status, -1, -1, "");
        dicechess_control_free(control);
    }

    score = 99;
    FAILS(dicechess_chance_node_value(state, 0, 1, sevens, NULL, NULL, &value, record), DICECHESS_ERR_CALLBACK, -1, -1, "99");
    CHECK(error.detail == 99);
    FAILS(dicechess_chance_node_value(NULL, 0, 1, NULL, NULL, NULL, &value, record), DICECHESS_ERR_NULL, 0, -1, "state");
    FAILS(dicechess_chance_node_value(state, 2, 1, NULL, NULL, NULL, &value, record), DICECHESS_ERR_RANGE, 1, -1, "perspective");
    FAILS(dicechess_chance_node_value(state, 0, 0, NULL, NULL, NULL, &value, record), DICECHESS_ERR_RANGE, 2, -1, "plies is 0");
    FAILS(dicechess_chance_node_value(state, 0, 8, NULL, NULL, NULL, &value, record), DICECHESS_ERR_RANGE, 2, -1, "plies is 8");
    const dicechess_utility_bounds unordered = {-1000, 10, -10, 11};
    FAILS(dicechess_chance_node_value(state, 0, 1, NULL, &unordered, NULL, &value, record), DICECHESS_ERR_RANGE, 4, 16, "leaf_max");
    FAILS(dicechess_chance_node_value(state, 0, 1, NULL, NULL, NULL, NULL, record), DICECHESS_ERR_NULL, 6, -1, "value");
    CHECK(value == 5);
    dicechess_state_free(state);
    dicechess_evaluator_free(aggressive);
    dicechess_evaluator_free(sevens);
}

static void chances_to_win(void) {
    dicechess_search *search = NULL;
    dicechess_state *state = state_of("4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    dicechess_win_estimate estimate = {.struct_size = sizeof estimate};
    dicechess_monte_carlo_options options = {.struct_size = sizeof options, .rollouts = 50, .max_plies = 40};
    OK(dicechess_search_new(42, &search, record));
    OK(dicechess_search_estimate_win(search, state, &options, &estimate, record));
    CHECK(estimate.white_win == 0.8880354194669499 && estimate.black_win == 0.04314162906157207);
    CHECK(estimate.undecided == 0.06882295147147814 && estimate.standard_error == 0.018791104403292156);
    CHECK(estimate.variance_reduction == 5.631658739875916 && estimate.rollouts == 50);

    OK(dicechess_control_new(1, DICECHESS_NO_DEADLINE, &options.control, record));
    OK(dicechess_search_estimate_win(search, state, &options, &estimate, record));
    CHECK(estimate.rollouts == 1);
    dicechess_control_free(options.control);
    options.control = NULL;
    options.target_error = 0.5;
    options.rollouts = 1000;
    OK(dicechess_search_estimate_win(search, state, &options, &estimate, record));
    CHECK(estimate.rollouts == 128);

    const double bad[] = {-1, NAN, INFINITY};
    for (int i = 0; i < 3; i++) {
        options.target_error = bad[i];
        FAILS(dicechess_search_estimate_win(search, state, &options, &estimate, record), DICECHESS_ERR_RANGE, 2, 16, "target_error");
    }
    options.struct_size = 8;
    FAILS(dicechess_search_estimate_win(search, state, &options, &estimate, record), DICECHESS_ERR_STRUCT_SIZE, 2, 0, "options");
    FAILS(dicechess_search_estimate_win(NULL, state, NULL, &estimate, record), DICECHESS_ERR_NULL, 0, -1, "search");
    FAILS(dicechess_search_estimate_win(search, NULL, NULL, &estimate, record), DICECHESS_ERR_NULL, 1, -1, "state");
    FAILS(dicechess_search_estimate_win(search, state, NULL, NULL, record), DICECHESS_ERR_NULL, 3, -1, "estimate");
    dicechess_search_free(search);
    dicechess_state_free(state);
}

/* The turn that a player plays, in UCI. */
static const char *turn_of(const char *player, const char *dfen, dicechess_control *control) {
    static char text[DICECHESS_TURN_MAX];
    dicechess_search *search = NULL;
    dicechess_state *state = state_of(dfen);
    dicechess_micro_move moves[3];
    size_t count = 9;
    text[0] = 0;
    OK(dicechess_search_new(1, &search, record));
    OK(dicechess_search_choose_turn(search, state, player, DICECHESS_NUL_TERMINATED, control, moves, &count, record));
    for (size_t i = 0; i < count; i++) {
        OK(dicechess_micro_move_to_uci(moves[i], text + strlen(text), DICECHESS_MICRO_MOVE_MAX, NULL, record));
        if (i + 1 < count) strcat(text, " ");
    }
    if (count > 0) OK(dicechess_state_play_turn(state, text, DICECHESS_NUL_TERMINATED, NULL, record));
    dicechess_search_free(search);
    dicechess_state_free(state);
    return text;
}

static void players(void) {
    const char *const names[] = {"random", "greedy", "cautious", "aggressive", "monte-carlo", "expectimax"};
    dicechess_control *control = NULL;
    OK(dicechess_control_new(0, DICECHESS_NO_DEADLINE, &control, record));
    for (int i = 0; i < 6; i++) {
        /* All but the random one take a king, at once; none has a turn to make of a knight that it does not have. */
        CHECK(i == 0 || strcmp(turn_of(names[i], "k7/8/8/8/8/8/8/R3K3 w - - 0 1 PPR", NULL), "a1a8") == 0);
        CHECK(turn_of(names[i], "4k3/8/8/8/8/8/P6P/4K3 w - - 0 1 N", NULL)[0] == 0);
        CHECK(turn_of(names[i], "4k3/8/8/8/8/8/P6P/4K3 w - - 0 1 PP", control)[0] != 0);
    }
    CHECK(strcmp(turn_of("greedy", "4k3/8/8/8/8/3q4/2P5/4K3 w - - 0 1 P", NULL), "c2d3") == 0);
    CHECK(strcmp(turn_of("expectimax", "7k/8/8/b7/8/8/5P2/4K3 w - - 0 1 NBK", NULL), "e1d1") == 0);
    dicechess_control_free(control);

    dicechess_search *search = NULL;
    dicechess_state *state = state_of(INITIAL " PNB");
    dicechess_micro_move moves[3] = {5, 5, 5};
    size_t count = 5;
    OK(dicechess_search_new(1, &search, record));
#define FAILS_TO_CHOOSE(search, state, player, length, moves, count, status, field, offset, part)                      \
    FAILS(dicechess_search_choose_turn(search, state, player, length, NULL, moves, count, record), status, field, offset, part)
    FAILS_TO_CHOOSE(search, state, "Greedy", 6, moves, &count, DICECHESS_ERR_RANGE, 2, -1, "unknown player \"Greedy\"");
    CHECK(strstr(error.message, "random, greedy, cautious, aggressive, monte-carlo, expectimax") != NULL && count == 0);
    FAILS_TO_CHOOSE(search, state, "", 0, moves, &count, DICECHESS_ERR_RANGE, 2, -1, "unknown player");
    FAILS_TO_CHOOSE(search, state, "gr\xC3\xA9", 4, moves, &count, DICECHESS_ERR_TEXT, 2, 2, "player has the byte 0xc3 of U+00E9 at 2");
    FAILS_TO_CHOOSE(search, state, NULL, 4, moves, &count, DICECHESS_ERR_NULL, 2, -1, "player is NULL");
    FAILS_TO_CHOOSE(NULL, state, "greedy", 6, moves, &count, DICECHESS_ERR_NULL, 0, -1, "search is NULL");
    FAILS_TO_CHOOSE(search, NULL, "greedy", 6, moves, &count, DICECHESS_ERR_NULL, 1, -1, "state is NULL");
    FAILS_TO_CHOOSE(search, state, "greedy", 6, NULL, &count, DICECHESS_ERR_NULL, 5, -1, "moves is NULL");
    FAILS_TO_CHOOSE(search, state, "greedy", 6, moves, NULL, DICECHESS_ERR_NULL, 6, -1, "count is NULL");
    CHECK(moves[0] == 5);
    dicechess_search_free(search);
    dicechess_state_free(state);
}

static uint64_t time_of(uint64_t remaining, uint64_t increment, uint32_t moves_to_go, uint64_t margin, uint64_t turns) {
    const dicechess_game_clock clock = {.struct_size = sizeof clock,
                                        .moves_to_go = moves_to_go,
                                        .remaining = remaining,
                                        .increment = increment,
                                        .safety_margin = margin,
                                        .expected_turns = turns};
    uint64_t nanoseconds = 5;
    OK(dicechess_time_for_turn(&clock, &nanoseconds, record));
    return nanoseconds;
}

static void times(void) {
    const uint64_t second = 1000000000, most = UINT64_MAX;
    CHECK(time_of(0, 0, 0, 0, 0) == 0 && time_of(second / 20, 10 * second, 0, 0, 0) == 0);
    CHECK(time_of(60 * second + second / 20, 0, 0, 0, 0) == 2 * second);
    CHECK(time_of(60 * second + second / 20, 4 * second, 0, 0, 0) == 5 * second);
    CHECK(time_of(60 * second + 1, 0, 6, 1, 0) == 10 * second && time_of(60 * second + 1, 0, 0, 1, 12) == 5 * second);
    CHECK(time_of(most, most, 0, 1, most) == most - most / 4 + (most - 1) / most);
    CHECK(time_of(10000000001, 0, 0, 1, 5000000000) == 2 && time_of(10000000001, 0, 0, 1, 10000000001) == 0);
    uint64_t nanoseconds = 5;
    dicechess_game_clock clock = {.struct_size = sizeof clock - 8};
    FAILS(dicechess_time_for_turn(&clock, &nanoseconds, record), DICECHESS_ERR_STRUCT_SIZE, 0, 0, "clock has struct_size");
    FAILS(dicechess_time_for_turn(NULL, &nanoseconds, record), DICECHESS_ERR_NULL, 0, -1, "clock is NULL");
    FAILS(dicechess_time_for_turn(&clock, NULL, record), DICECHESS_ERR_NULL, 1, -1, "nanoseconds is NULL");
    CHECK(nanoseconds == 5);
}

int main(void) {
    chance_nodes();
    chances_to_win();
    players();
    times();
    return 0;
}
