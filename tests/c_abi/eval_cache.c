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

static dicechess_eval_cache *cache_of(Script *script) {
    dicechess_evaluator *evaluator = NULL;
    OK(dicechess_evaluator_from_callback(script, evaluate, drop, 0, &evaluator, record));
    OK(dicechess_eval_cache_new(evaluator, &script->cache, record));
    /* The cache keeps the evaluator alive. */
    dicechess_evaluator_free(evaluator);
    CHECK(script->drops == 0);
    return script->cache;
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
    CHECK(scores[0] == 77 && error.detail == 8);
    FAILS(dicechess_eval_cache_evaluate_batch(cache, NULL, 4, 0, scores, record), DICECHESS_ERR_NULL, 1, -1, "states");
    FAILS(dicechess_eval_cache_evaluate_batch(cache, list, 4, 0, NULL, record), DICECHESS_ERR_NULL, 4, -1, "scores");
    FAILS(dicechess_eval_cache_evaluate_batch(cache, list, 4, 9, scores, record), DICECHESS_ERR_RANGE, 3, -1, "perspective");
    FAILS(dicechess_eval_cache_evaluate_batch(NULL, list, 4, 0, scores, record), DICECHESS_ERR_NULL, 0, -1, "cache");
    dicechess_eval_cache_free(cache);
    for (int i = 0; i < 4; i++) dicechess_state_free(states[i]);
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
    pthread_t thread;
    int32_t score = 0;
    uint64_t calls = 0;
    void *result = NULL;
    CHECK(pthread_create(&thread, NULL, evaluate_slowly, cache) == 0);
    while (!inside) {
    }
    FAILS(dicechess_eval_cache_evaluate(cache, state, 0, &score, record), DICECHESS_ERR_BUSY, 0, -1, "in use");
    FAILS(dicechess_eval_cache_evaluator_calls(cache, &calls, record), DICECHESS_ERR_BUSY, 0, -1, "in use");
    dicechess_eval_cache_free(cache);
    tried = 1;
    CHECK(pthread_join(thread, &result) == 0 && result == cache);
    CHECK(counters_are(cache, 1, 0, 1));
    dicechess_eval_cache_free(cache);
    CHECK(script.drops == 1);
    dicechess_state_free(state);
}

int main(void) {
    hits_and_failures();
    nested();
    batch();
    two_threads();
    return 0;
}
