/* Evaluation caches: counters, failures, callbacks that use the cache which calls them, and two threads at once. */
#include "check.h"

#include <pthread.h>
#include <stdatomic.h>

typedef struct {
    dicechess_eval_cache *cache;
    int calls, drops, failing;
    /* Whether to evaluate the state one full move earlier first, or the same state once more. */
    int chain, same;
    /* Whether to try to free the cache, and to wait for another thread. */
    int frees, waits;
} Script;

static atomic_int inside, tried;

static dicechess_state *numbered(int32_t number) {
    char dfen[DICECHESS_DFEN_MAX];
    snprintf(dfen, sizeof dfen, "4k3/8/8/8/8/8/8/4K3 w - - 0 %d", (int)number);
    return state_of(dfen);
}

static int32_t evaluate(void *user_data, const dicechess_snapshot *snapshot, dicechess_color perspective, int32_t *score) {
    Script *script = user_data;
    const int call = ++script->calls;
    *score = snapshot->full_move_number;
    if (script->failing) return script->failing;
    if (script->frees) dicechess_eval_cache_free(script->cache);
    if (script->waits) {
        inside = 1;
        while (!tried) {
        }
    }
    if ((script->chain && snapshot->full_move_number > 1) || (script->same && call == 1)) {
        dicechess_snapshot other = *snapshot;
        dicechess_state *state = NULL;
        int32_t nested = 0;
        uint64_t entries = 0;
        if (script->chain) other.full_move_number--;
        if (dicechess_state_from_snapshot(&other, &state, NULL) != DICECHESS_OK ||
            dicechess_eval_cache_evaluate(script->cache, state, perspective, &nested, NULL) != DICECHESS_OK ||
            dicechess_eval_cache_entry_count(script->cache, &entries, NULL) != DICECHESS_OK || entries == 0) {
            return -99;
        }
        dicechess_state_free(state);
        *score = script->same ? 1000 : *score + nested;
    }
    return 0;
}

static void drop(void *user_data) { ((Script *)user_data)->drops++; }

/* Takes the evaluator. */
static dicechess_eval_cache *cache_with(Script *script, dicechess_evaluator *evaluator) {
    OK(dicechess_eval_cache_new(evaluator, &script->cache, record));
    /* The cache keeps the evaluator alive. */
    dicechess_evaluator_free(evaluator);
    CHECK(script->drops == 0);
    return script->cache;
}

static dicechess_eval_cache *cache_of(Script *script) {
    dicechess_evaluator *evaluator = NULL;
    OK(dicechess_evaluator_from_callback(script, evaluate, drop, 0, &evaluator, record));
    return cache_with(script, evaluator);
}

static int counters_are(const dicechess_eval_cache *cache, uint64_t calls, uint64_t hits, uint64_t entries) {
    uint64_t found[3] = {9, 9, 9};
    OK(dicechess_eval_cache_evaluator_calls(cache, &found[0], record));
    OK(dicechess_eval_cache_hits(cache, &found[1], record));
    OK(dicechess_eval_cache_entry_count(cache, &found[2], record));
    return found[0] == calls && found[1] == hits && found[2] == entries;
}

static int32_t score_of(dicechess_eval_cache *cache, int32_t number) {
    dicechess_state *state = numbered(number);
    int32_t score = 0;
    OK(dicechess_eval_cache_evaluate(cache, state, DICECHESS_WHITE, &score, record));
    dicechess_state_free(state);
    return score;
}

static void hits_and_failures(void) {
    Script script = {0};
    dicechess_eval_cache *cache = cache_of(&script);
    dicechess_state *second = numbered(2);
    int32_t score = 5;
    CHECK(score_of(cache, 1) == 1 && score_of(cache, 1) == 1);
    CHECK(counters_are(cache, 1, 1, 1));
    script.failing = 31;
    FAILS(dicechess_eval_cache_evaluate(cache, second, 0, &score, record), DICECHESS_ERR_CALLBACK, -1, -1, "31");
    CHECK(error.detail == 31 && score == 5 && counters_are(cache, 3, 1, 1));
    CHECK(score_of(cache, 1) == 1);
    script.failing = 0;
    CHECK(score_of(cache, 2) == 2 && counters_are(cache, 4, 2, 2));

    FAILS(dicechess_eval_cache_evaluate(cache, second, 2, &score, record), DICECHESS_ERR_RANGE, 2, -1, "perspective is 2");
    FAILS(dicechess_eval_cache_evaluate(cache, NULL, 0, &score, record), DICECHESS_ERR_NULL, 1, -1, "state is NULL");
    FAILS(dicechess_eval_cache_evaluate(cache, second, 0, NULL, record), DICECHESS_ERR_NULL, 3, -1, "score is NULL");
    FAILS(dicechess_eval_cache_evaluate(NULL, second, 0, &score, record), DICECHESS_ERR_NULL, 0, -1, "cache is NULL");
    CHECK(score == 5 && counters_are(cache, 4, 2, 2));

    uint64_t number = 0;
    OK(dicechess_eval_cache_bytes_used(cache, &number, record));
    CHECK(number > 500 && number < 10000);
    FAILS(dicechess_eval_cache_bytes_used(NULL, &number, record), DICECHESS_ERR_NULL, 0, -1, "cache");
    FAILS(dicechess_eval_cache_bytes_used(cache, NULL, record), DICECHESS_ERR_NULL, 1, -1, "bytes");
    FAILS(dicechess_eval_cache_hits(cache, NULL, record), DICECHESS_ERR_NULL, 1, -1, "hits");
    FAILS(dicechess_eval_cache_evaluator_calls(cache, NULL, record), DICECHESS_ERR_NULL, 1, -1, "calls");
    FAILS(dicechess_eval_cache_entry_count(cache, NULL, record), DICECHESS_ERR_NULL, 1, -1, "entries");
    FAILS(dicechess_eval_cache_new(NULL, &script.cache, record), DICECHESS_ERR_NULL, 0, -1, "evaluator");
    FAILS(dicechess_eval_cache_new(NULL, NULL, record), DICECHESS_ERR_NULL, 1, -1, "out");
    dicechess_eval_cache_free(cache);
    dicechess_eval_cache_free(NULL);
    CHECK(script.drops == 1);
    dicechess_state_free(second);
}

static void nested(void) {
    Script chain = {.chain = 1};
    dicechess_eval_cache *cache = cache_of(&chain);
    CHECK(score_of(cache, 100) == 5050 && counters_are(cache, 100, 0, 100));
    CHECK(score_of(cache, 50) == 1275 && counters_are(cache, 100, 1, 100));
    dicechess_eval_cache_free(cache);

    /* The outer score replaces the nested one of the same state. */
    Script same = {.same = 1};
    cache = cache_of(&same);
    CHECK(score_of(cache, 7) == 1000 && score_of(cache, 7) == 1000 && counters_are(cache, 2, 1, 1));
    dicechess_eval_cache_free(cache);

    /* A cache that is in use cannot be freed. */
    Script frees = {.frees = 1};
    cache = cache_of(&frees);
    CHECK(score_of(cache, 3) == 3 && frees.drops == 0 && counters_are(cache, 1, 0, 1));
    dicechess_eval_cache_free(cache);
    CHECK(frees.drops == 1);
}

static void batch(void) {
    Script script = {0};
    dicechess_eval_cache *cache = cache_of(&script);
    dicechess_state *states[] = {numbered(4), numbered(5), numbered(4), numbered(6)};
    const dicechess_state *const *list = (const dicechess_state *const *)states;
    int32_t scores[4] = {0};
    OK(dicechess_eval_cache_evaluate_batch(cache, list, 4, DICECHESS_WHITE, scores, record));
    CHECK(scores[0] == 4 && scores[1] == 5 && scores[2] == 4 && scores[3] == 6 && counters_are(cache, 3, 1, 3));
    script.failing = 8;
    scores[0] = 77;
    FAILS(dicechess_eval_cache_evaluate_batch(cache, list, 4, DICECHESS_BLACK, scores, record), DICECHESS_ERR_CALLBACK, -1, -1, "8");
    /* FAILS calls twice. */
    CHECK(scores[0] == 77 && error.detail == 8 && counters_are(cache, 9, 1, 3));
    FAILS(dicechess_eval_cache_evaluate_batch(cache, NULL, 4, 0, scores, record), DICECHESS_ERR_NULL, 1, -1, "states");
    FAILS(dicechess_eval_cache_evaluate_batch(cache, list, 4, 0, NULL, record), DICECHESS_ERR_NULL, 4, -1, "scores");
    FAILS(dicechess_eval_cache_evaluate_batch(cache, list, 4, 9, scores, record), DICECHESS_ERR_RANGE, 3, -1, "perspective");
    FAILS(dicechess_eval_cache_evaluate_batch(NULL, list, 4, 0, scores, record), DICECHESS_ERR_NULL, 0, -1, "cache");
    CHECK(scores[0] == 77 && counters_are(cache, 9, 1, 3));
    dicechess_eval_cache_free(cache);
    for (int i = 0; i < 4; i++) dicechess_state_free(states[i]);
}

/*
 * Scores each state by its number. Before that it asks the cache which calls it for a state of its own, alone and in a list, and lets a
 * nested call fail: both as a callback for one state and as one for many.
 */
static int32_t evaluate_all(void *user_data, const dicechess_snapshot *states, size_t count, dicechess_color perspective, int32_t *scores) {
    Script *script = user_data;
    const int call = ++script->calls;
    if (script->failing && call >= script->failing) return 44;
    for (size_t i = 0; i < count; i++) scores[i] = states[i].full_move_number;
    if (call > 1 || !script->chain) return 0;
    dicechess_state *others[] = {numbered(1000), numbered(1001)};
    const dicechess_state *const *list = (const dicechess_state *const *)others;
    int32_t nested[2] = {-1, -1};
    OK(dicechess_eval_cache_evaluate(script->cache, others[0], perspective, &nested[0], record));
    OK(dicechess_eval_cache_evaluate_batch(script->cache, list, 2, perspective, nested, record));
    CHECK(nested[0] == 1000 && nested[1] == 1001 && script->calls == 3);
    script->failing = 4;
    nested[0] = -1;
    FAILS(dicechess_eval_cache_evaluate_batch(script->cache, list, 2, !perspective, nested, record), DICECHESS_ERR_CALLBACK, -1, -1, "44");
    CHECK(nested[0] == -1);
    for (int i = 0; i < 2; i++) dicechess_state_free(others[i]);
    return 0;
}

/* A callback for many states behind a cache: what is missing comes in one call, and the callback may use the cache meanwhile. */
static void batch_callback(void) {
    Script script = {.chain = 1};
    dicechess_evaluator *evaluator = NULL;
    OK(dicechess_evaluator_from_batch_callback(&script, evaluate_all, drop, 0, &evaluator, record));
    dicechess_eval_cache *cache = cache_with(&script, evaluator);
    dicechess_state *states[] = {numbered(7), numbered(8), numbered(7)};
    const dicechess_state *const *list = (const dicechess_state *const *)states;
    int32_t scores[3] = {-1, -1, -1};
    OK(dicechess_eval_cache_evaluate_batch(cache, list, 3, DICECHESS_WHITE, scores, record));
    /* Two states, the nested two, and twice the two of the nested call that failed; hits are the repeated 7 and the nested 1000. */
    CHECK(scores[0] == 7 && scores[1] == 8 && scores[2] == 7 && script.calls == 5 && counters_are(cache, 8, 2, 4));
    FAILS(dicechess_eval_cache_evaluate_batch(cache, list, 3, DICECHESS_BLACK, scores, record), DICECHESS_ERR_CALLBACK, -1, -1, "44");
    CHECK(error.detail == 44 && scores[0] == 7 && counters_are(cache, 12, 2, 4));
    CHECK(score_of(cache, 1001) == 1001 && counters_are(cache, 12, 3, 4));
    dicechess_eval_cache_free(cache);
    CHECK(script.drops == 1);
    for (int i = 0; i < 3; i++) dicechess_state_free(states[i]);
}

/* The callback uses the cache while a list of turns is scored through it. */
static void nested_in_turns(void) {
    Script chain = {.chain = 1};
    dicechess_eval_cache *cache = cache_of(&chain);
    dicechess_state *state = state_of("4k3/8/8/8/8/8/8/4K3 w - - 0 3 K");
    dicechess_turns *turns = NULL;
    int32_t scores[5] = {0};
    size_t written = 0;
    OK(dicechess_turns_new(&turns, record));
    OK(dicechess_turns_generate(turns, state, DICECHESS_NO_LIMIT, record));
    OK(dicechess_eval_cache_score_turns(cache, turns, scores, 5, &written, record));
    /* Each end of a turn and its two predecessors in number. */
    CHECK(written == 5 && counters_are(cache, 15, 0, 15));
    for (int i = 0; i < 5; i++) CHECK(scores[i] == 6);
    chain.failing = 9;
    dicechess_state_free(state);
    state = state_of("4k3/8/8/8/8/8/8/4K3 w - - 0 4 K");
    OK(dicechess_turns_generate(turns, state, DICECHESS_NO_LIMIT, record));
    FAILS(dicechess_eval_cache_score_turns(cache, turns, scores, 5, &written, record), DICECHESS_ERR_CALLBACK, -1, -1, "9");
    CHECK(scores[0] == 6 && counters_are(cache, 25, 0, 15));
    dicechess_turns_free(turns);
    dicechess_state_free(state);
    dicechess_eval_cache_free(cache);
}

static void *evaluate_slowly(void *cache) {
    dicechess_state *state = NULL;
    int32_t score = 0;
    int right = dicechess_state_new(&state, NULL) == DICECHESS_OK;
    right = right && dicechess_eval_cache_evaluate(cache, state, 0, &score, NULL) == DICECHESS_OK && score == 1;
    dicechess_state_free(state);
    return right ? cache : NULL;
}

/* While one thread is inside the callback, another one is refused, whatever it asks for. */
static void two_threads(void) {
    Script script = {.waits = 1};
    dicechess_eval_cache *cache = cache_of(&script);
    dicechess_state *state = numbered(1);
    const dicechess_state *one = state;
    dicechess_turns *turns = NULL;
    OK(dicechess_turns_new(&turns, record));
    pthread_t thread;
    int32_t score = 0;
    uint64_t calls = 0;
    void *result = NULL;
    CHECK(pthread_create(&thread, NULL, evaluate_slowly, cache) == 0);
    while (!inside) {
    }
    FAILS(dicechess_eval_cache_evaluate(cache, state, 0, &score, record), DICECHESS_ERR_BUSY, 0, -1, "in use");
    FAILS(dicechess_eval_cache_evaluate_batch(cache, &one, 1, 0, &score, record), DICECHESS_ERR_BUSY, 0, -1, "in use");
    FAILS(dicechess_eval_cache_score_path(cache, state, NULL, 0, &score, record), DICECHESS_ERR_BUSY, 0, -1, "in use");
    FAILS(dicechess_eval_cache_score_turns(cache, turns, &score, 1, NULL, record), DICECHESS_ERR_BUSY, 0, -1, "in use");
    FAILS(dicechess_eval_cache_evaluator_calls(cache, &calls, record), DICECHESS_ERR_BUSY, 0, -1, "in use");
    FAILS(dicechess_eval_cache_hits(cache, &calls, record), DICECHESS_ERR_BUSY, 0, -1, "in use");
    FAILS(dicechess_eval_cache_entry_count(cache, &calls, record), DICECHESS_ERR_BUSY, 0, -1, "in use");
    FAILS(dicechess_eval_cache_bytes_used(cache, &calls, record), DICECHESS_ERR_BUSY, 0, -1, "in use");
    CHECK(score == 0 && calls == 0);
    dicechess_eval_cache_free(cache);
    tried = 1;
    CHECK(pthread_join(thread, &result) == 0 && result == cache);
    CHECK(counters_are(cache, 1, 0, 1));
    dicechess_eval_cache_free(cache);
    CHECK(script.drops == 1);
    dicechess_turns_free(turns);
    dicechess_state_free(state);
}

int main(void) {
    hits_and_failures();
    nested();
    batch();
    batch_callback();
    nested_in_turns();
    two_threads();
    return 0;
}
