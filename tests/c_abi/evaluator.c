/* Evaluators: the built-in ones, callbacks for one and for many states, failures, and when user data is released. */
#include "check.h"

/* What a test callback is told and what it has seen. */
typedef struct {
    int calls, drops, perspective;
    int32_t code;
    size_t largest;
} Script;

static int32_t single(void *user_data, const dicechess_snapshot *state, dicechess_color perspective, int32_t *score) {
    Script *script = user_data;
    script->calls++;
    script->perspective = perspective;
    CHECK(state->struct_size == sizeof *state);
    *score = state->full_move_number;
    return script->code;
}

static int32_t batch(void *user_data, const dicechess_snapshot *states, size_t count, dicechess_color perspective,
                     int32_t *scores) {
    Script *script = user_data;
    script->calls++;
    if (count > script->largest) script->largest = count;
    for (size_t i = 0; i < count; i++) scores[i] = states[i].full_move_number * (perspective == DICECHESS_WHITE ? 1 : -1);
    return script->code;
}

static void drop(void *user_data) { ((Script *)user_data)->drops++; }

static void built_in(void) {
    static const int32_t expected[3][2] = {{0, 0}, {0, 0}, {475, 455}};
    dicechess_state *state = state_of("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    for (int32_t kind = DICECHESS_EVALUATOR_MATERIAL; kind <= DICECHESS_EVALUATOR_AGGRESSIVE; kind++) {
        dicechess_evaluator *evaluator = NULL;
        OK(dicechess_evaluator_new(kind, &evaluator, record));
        for (dicechess_color side = 0; side < 2; side++) {
            int32_t score = -1;
            OK(dicechess_evaluator_evaluate(evaluator, state, side, &score, record));
            int32_t material = 0;
            OK(dicechess_state_material(state, side, &material, record));
            CHECK(score == (kind == DICECHESS_EVALUATOR_AGGRESSIVE ? expected[2][side] : material));
        }
        dicechess_evaluator_free(evaluator);
    }
    dicechess_evaluator *evaluator = (dicechess_evaluator *)&state;
    FAILS(dicechess_evaluator_new(0, &evaluator, record), DICECHESS_ERR_RANGE, 0, -1, "kind is 0");
    CHECK(evaluator == NULL);
    FAILS(dicechess_evaluator_new(4, &evaluator, record), DICECHESS_ERR_RANGE, 0, -1, "kind is 4");
    FAILS(dicechess_evaluator_new(1, NULL, record), DICECHESS_ERR_NULL, 1, -1, "out is NULL");
    dicechess_evaluator_free(NULL);
    dicechess_state_free(state);
}

static void callbacks(void) {
    Script script = {0};
    dicechess_evaluator *evaluator = NULL;
    dicechess_state *state = state_of("4k3/8/8/8/8/8/8/4K3 w - - 3 77");
    int32_t score = -5;
    OK(dicechess_evaluator_from_callback(&script, single, drop, 0, &evaluator, record));
    OK(dicechess_evaluator_evaluate(evaluator, state, DICECHESS_BLACK, &score, record));
    CHECK(score == 77 && script.calls == 1 && script.perspective == DICECHESS_BLACK);

    /* A failing callback: its number comes back, the score stays. */
    score = -5;
    script.code = 4711;
    FAILS(dicechess_evaluator_evaluate(evaluator, state, DICECHESS_WHITE, &score, record), DICECHESS_ERR_CALLBACK, -1, -1, "4711");
    CHECK(error.detail == 4711 && score == -5);
    script.code = INT32_MIN;
    FAILS(dicechess_evaluator_evaluate(evaluator, state, DICECHESS_WHITE, &score, record), DICECHESS_ERR_CALLBACK, -1, -1, "");
    CHECK(error.detail == INT32_MIN);
    script.code = 0;

    const int calls = script.calls;
    FAILS(dicechess_evaluator_evaluate(evaluator, state, 2, &score, record), DICECHESS_ERR_RANGE, 2, -1, "perspective is 2");
    FAILS(dicechess_evaluator_evaluate(evaluator, NULL, 0, &score, record), DICECHESS_ERR_NULL, 1, -1, "state is NULL");
    FAILS(dicechess_evaluator_evaluate(evaluator, state, 0, NULL, record), DICECHESS_ERR_NULL, 3, -1, "score is NULL");
    FAILS(dicechess_evaluator_evaluate(NULL, state, 0, &score, record), DICECHESS_ERR_NULL, 0, -1, "evaluator is NULL");
    CHECK(script.calls == calls && script.drops == 0);
    dicechess_evaluator_free(evaluator);
    CHECK(script.drops == 1);

    /* Calls that fail leave the data with the caller. */
    FAILS(dicechess_evaluator_from_callback(&script, NULL, drop, 0, &evaluator, record), DICECHESS_ERR_NULL, 1, -1, "evaluate");
    FAILS(dicechess_evaluator_from_callback(&script, single, drop, 4, &evaluator, record), DICECHESS_ERR_RANGE, 3, -1, "properties is 4");
    FAILS(dicechess_evaluator_from_callback(&script, single, drop, 0, NULL, record), DICECHESS_ERR_NULL, 4, -1, "out");
    FAILS(dicechess_evaluator_from_batch_callback(&script, NULL, drop, 0, &evaluator, record), DICECHESS_ERR_NULL, 1, -1, "");
    FAILS(dicechess_evaluator_from_batch_callback(&script, batch, drop, -1, &evaluator, record), DICECHESS_ERR_RANGE, 3, -1, "");
    FAILS(dicechess_evaluator_from_batch_callback(&script, batch, drop, 0, NULL, record), DICECHESS_ERR_NULL, 4, -1, "out");
    CHECK(script.drops == 1);
    dicechess_state_free(state);
}

static void batches(void) {
    Script script = {0};
    dicechess_evaluator *evaluator = NULL;
    dicechess_state *states[100];
    int32_t scores[100] = {0};
    for (int i = 0; i < 100; i++) {
        char dfen[DICECHESS_DFEN_MAX];
        snprintf(dfen, sizeof dfen, "4k3/8/8/8/8/8/8/4K3 w - - 0 %d", i + 1);
        states[i] = state_of(dfen);
    }
    const dicechess_state *const *list = (const dicechess_state *const *)states;
    OK(dicechess_evaluator_from_batch_callback(&script, batch, NULL, 1, &evaluator, record));
    OK(dicechess_evaluator_evaluate_batch(evaluator, list, 100, DICECHESS_BLACK, scores, record));
    CHECK(script.calls == 1 && script.largest == 100);
    for (int i = 0; i < 100; i++) CHECK(scores[i] == -(i + 1));
    OK(dicechess_evaluator_evaluate(evaluator, states[8], DICECHESS_WHITE, scores, record));
    CHECK(scores[0] == 9 && script.calls == 2);
    OK(dicechess_evaluator_evaluate_batch(evaluator, NULL, 0, 0, NULL, record));
    CHECK(script.calls == 2);

    script.code = -3;
    scores[0] = 55;
    FAILS(dicechess_evaluator_evaluate_batch(evaluator, list, 100, 0, scores, record), DICECHESS_ERR_CALLBACK, -1, -1, "-3");
    CHECK(error.detail == -3 && scores[0] == 55);
    const int calls = script.calls;
    FAILS(dicechess_evaluator_evaluate_batch(evaluator, NULL, 1, 0, scores, record), DICECHESS_ERR_NULL, 1, -1, "states");
    FAILS(dicechess_evaluator_evaluate_batch(evaluator, list, SIZE_MAX, 0, scores, record), DICECHESS_ERR_RANGE, 4, -1, "scores");
    FAILS(dicechess_evaluator_evaluate_batch(evaluator, list, 1, 0, NULL, record), DICECHESS_ERR_NULL, 4, -1, "scores");
    FAILS(dicechess_evaluator_evaluate_batch(evaluator, list, 1, 7, scores, record), DICECHESS_ERR_RANGE, 3, -1, "perspective");
    FAILS(dicechess_evaluator_evaluate_batch(NULL, list, 1, 0, scores, record), DICECHESS_ERR_NULL, 0, -1, "evaluator");
    dicechess_state *removed = states[50];
    states[50] = NULL;
    FAILS(dicechess_evaluator_evaluate_batch(evaluator, list, 100, 0, scores, record), DICECHESS_ERR_NULL, 1, 50, "NULL at 50");
    states[50] = removed;
    CHECK(script.calls == calls);
    dicechess_evaluator_free(evaluator);
    for (int i = 0; i < 100; i++) dicechess_state_free(states[i]);
}

int main(void) {
    built_in();
    callbacks();
    batches();
    return 0;
}
