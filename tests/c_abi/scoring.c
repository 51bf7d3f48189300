/* Scores of turns with and without a cache, and the chance that a king falls. */
#include "check.h"

#define F8 "4k3/8/8/8/8/8/P6P/4K3 w - - 0 1 PP"

static int32_t fail(void *user_data, const dicechess_snapshot *state, dicechess_color perspective, int32_t *score) {
    (void)state, (void)perspective, (void)score;
    return *(int32_t *)user_data;
}

static dicechess_evaluator *material(void) {
    dicechess_evaluator *evaluator = NULL;
    OK(dicechess_evaluator_new(DICECHESS_EVALUATOR_MATERIAL, &evaluator, record));
    return evaluator;
}

/* Twelve turns, eight different ends: the cache saves four calls. */
static void f8(void) {
    dicechess_evaluator *evaluator = material();
    dicechess_state *state = state_of(F8);
    dicechess_turns *turns = NULL;
    dicechess_eval_cache *cache = NULL;
    dicechess_micro_move moves[3];
    int32_t scores[12] = {0}, score = 0;
    uint64_t number = 0;
    size_t length = 0, required = 0;
    OK(dicechess_turns_new(&turns, record));
    OK(dicechess_turns_generate(turns, state, DICECHESS_NO_LIMIT, record));
    OK(dicechess_eval_cache_new(evaluator, &cache, record));
    OK(dicechess_eval_cache_score_turns(cache, turns, scores, 12, &required, record));
    CHECK(required == 12);
    for (size_t i = 0; i < 12; i++) {
        CHECK(scores[i] == 200);
        OK(dicechess_turns_get(turns, i, moves, &length, record));
        OK(dicechess_score_path(state, moves, length, evaluator, &score, record));
        CHECK(score == 200);
        OK(dicechess_eval_cache_score_path(cache, state, moves, length, &score, record));
        CHECK(score == 200);
    }
    OK(dicechess_eval_cache_evaluator_calls(cache, &number, record));
    CHECK(number == 8);
    OK(dicechess_eval_cache_hits(cache, &number, record));
    CHECK(number == 4 + 12);
    OK(dicechess_score_turns(turns, evaluator, scores, 12, NULL, record));

    FAILS(dicechess_score_turns(turns, evaluator, scores, 11, &required, record), DICECHESS_ERR_BUFFER, 2, -1, "12 are required");
    CHECK(required == 12);
    FAILS(dicechess_score_turns(NULL, evaluator, scores, 12, &required, record), DICECHESS_ERR_NULL, 0, -1, "turns");
    FAILS(dicechess_score_turns(turns, NULL, scores, 12, &required, record), DICECHESS_ERR_NULL, 1, -1, "evaluator");
    FAILS(dicechess_score_turns(turns, evaluator, NULL, 12, &required, record), DICECHESS_ERR_NULL, 2, -1, "scores");
    FAILS(dicechess_eval_cache_score_turns(cache, turns, scores, 0, NULL, record), DICECHESS_ERR_BUFFER, 2, -1, "scores");
    FAILS(dicechess_eval_cache_score_turns(NULL, turns, scores, 12, NULL, record), DICECHESS_ERR_NULL, 0, -1, "cache");
    FAILS(dicechess_eval_cache_score_turns(cache, NULL, scores, 12, NULL, record), DICECHESS_ERR_NULL, 1, -1, "turns");
    FAILS(dicechess_eval_cache_score_path(NULL, state, moves, 1, &score, record), DICECHESS_ERR_NULL, 0, -1, "cache");
    FAILS(dicechess_eval_cache_score_path(cache, NULL, moves, 1, &score, record), DICECHESS_ERR_NULL, 1, -1, "state");
    FAILS(dicechess_eval_cache_score_path(cache, state, NULL, 1, &score, record), DICECHESS_ERR_NULL, 2, -1, "moves");
    FAILS(dicechess_eval_cache_score_path(cache, state, moves, 1, NULL, record), DICECHESS_ERR_NULL, 4, -1, "score");
    dicechess_eval_cache_free(cache);
    dicechess_turns_free(turns);
    dicechess_state_free(state);
    dicechess_evaluator_free(evaluator);
}

static void paths(void) {
    dicechess_evaluator *evaluator = material(), *failing = NULL;
    dicechess_state *state = state_of("k7/8/8/8/8/8/8/R3K3 b - - 0 1 K");
    const dicechess_micro_move king_move = 49 | 56 << 6, rook_move = 8, nothing = 6 << 12;
    dicechess_micro_move four[4] = {0};
    int32_t score = 0, code = -12;
    /* No micro-moves: the state as it is, for its side to move. */
    OK(dicechess_score_path(state, NULL, 0, evaluator, &score, record));
    CHECK(score == -500);
    OK(dicechess_score_path(state, &king_move, 1, evaluator, &score, record));
    CHECK(score == -500);
    FAILS(dicechess_score_path(state, &rook_move, 1, evaluator, &score, record), DICECHESS_ERR_ILLEGAL, 0, -1, "a1a2");
    FAILS(dicechess_score_path(state, &nothing, 1, evaluator, &score, record), DICECHESS_ERR_RANGE, 1, 0, "moves has 0x6000");
    FAILS(dicechess_score_path(state, four, 4, evaluator, &score, record), DICECHESS_ERR_RANGE, 1, -1, "4 micro-moves");
    FAILS(dicechess_score_path(state, NULL, 1, evaluator, &score, record), DICECHESS_ERR_NULL, 1, -1, "moves");
    FAILS(dicechess_score_path(NULL, NULL, 0, evaluator, &score, record), DICECHESS_ERR_NULL, 0, -1, "state");
    FAILS(dicechess_score_path(state, NULL, 0, NULL, &score, record), DICECHESS_ERR_NULL, 3, -1, "evaluator");
    FAILS(dicechess_score_path(state, NULL, 0, evaluator, NULL, record), DICECHESS_ERR_NULL, 4, -1, "score");
    OK(dicechess_evaluator_from_callback(&code, fail, NULL, 1, &failing, record));
    FAILS(dicechess_score_path(state, &king_move, 1, failing, &score, record), DICECHESS_ERR_CALLBACK, -1, -1, "-12");
    CHECK(error.detail == -12);
    /* Taking the king needs no evaluation. */
    const dicechess_micro_move takes_king = 56 | 4 << 12;
    OK(dicechess_state_set_side_to_move(state, DICECHESS_WHITE, record));
    OK(dicechess_score_path(state, &takes_king, 1, failing, &score, record));
    CHECK(score == DICECHESS_TERMINAL_WIN_SCORE && score == INT32_MAX);
    dicechess_evaluator_free(failing);
    dicechess_evaluator_free(evaluator);
    dicechess_state_free(state);
}

static void king_captures(void) {
    dicechess_state *state = state_of("rnbqkbnr/pppppBpp/8/8/4P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 1");
    double probability = -1;
    uint64_t rolls = 0;
    uint32_t weight = 0;
    OK(dicechess_king_capture_probability(state, DICECHESS_BLACK, &probability, record));
    CHECK(probability == 91.0 / 216.0);
    OK(dicechess_king_capture_rolls(state, DICECHESS_BLACK, &rolls, &weight, record));
    /* Exactly the 21 rolls that show a bishop; 1 1 3 is number 2. */
    int count = 0;
    for (int i = 0; i < 64; i++) count += (int)(rolls >> i & 1);
    CHECK(weight == 91 && count == 21 && (rolls & 7) == 4);
    OK(dicechess_king_capture_rolls(state, DICECHESS_WHITE, &rolls, NULL, record));
    FAILS(dicechess_king_capture_probability(NULL, 0, &probability, record), DICECHESS_ERR_NULL, 0, -1, "state");
    FAILS(dicechess_king_capture_probability(state, 2, &probability, record), DICECHESS_ERR_RANGE, 1, -1, "defender is 2");
    FAILS(dicechess_king_capture_probability(state, 0, NULL, record), DICECHESS_ERR_NULL, 2, -1, "probability");
    FAILS(dicechess_king_capture_rolls(NULL, 0, &rolls, NULL, record), DICECHESS_ERR_NULL, 0, -1, "state");
    FAILS(dicechess_king_capture_rolls(state, -1, &rolls, NULL, record), DICECHESS_ERR_RANGE, 1, -1, "defender is -1");
    FAILS(dicechess_king_capture_rolls(state, 0, NULL, NULL, record), DICECHESS_ERR_NULL, 2, -1, "rolls");
    dicechess_state_free(state);
}

int main(void) {
    f8();
    paths();
    king_captures();
    return 0;
}
