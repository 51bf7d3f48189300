/* Callbacks that call the library, which calls them again: what the 257th one calls is refused, and the stack lasts. */
#include "check.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

enum { DEEPEST = 256, STACK = 8 << 20, STACK_OF_SEARCHES = 64 << 20 };

/* What the callbacks of one recursion share. Each callback that runs is one level deeper than the last one. */
static int level, deepest;
static dicechess_status refusal;
static const char *lowest, *highest;

/* One callback more runs. Returns what `call` gave, which is the refusal at the deepest level. */
static int32_t descend(dicechess_status (*call)(int level)) {
    const char place = 0;
    if (level == 0) highest = &place;
    if (++level > deepest) {
        deepest = level;
        lowest = &place;
    }
    const dicechess_status status = call(level);
    if (level == deepest) refusal = status;
    level--;
    return status == DICECHESS_OK ? 0 : 1;
}

/* Whether the recursion that begins with `call` ends at the deepest level. */
static void ends(dicechess_status (*call)(int level), const char *name) {
    level = deepest = refusal = 0;
    highest = lowest = NULL;
    const dicechess_status status = call(0);
    CHECK(status != DICECHESS_OK && status != DICECHESS_ERR_PANIC);
    CHECK(level == 0 && deepest == DEEPEST + 1 && refusal == DICECHESS_ERR_LIMIT);
    const intptr_t bytes = (intptr_t)highest - (intptr_t)lowest;
    printf("%s: %ld bytes a level\n", name, (long)((bytes < 0 ? -bytes : bytes) / DEEPEST));
}

static dicechess_state *states[DEEPEST + 2];
static dicechess_evaluator *evaluator;

/* Plain evaluators. */
static dicechess_status evaluate(int number) {
    int32_t score = 0;
    return dicechess_evaluator_evaluate(evaluator, states[number], DICECHESS_WHITE, &score, NULL);
}
static int32_t plain(void *unused, const dicechess_snapshot *state, dicechess_color color, int32_t *score) {
    (void)unused, (void)state, (void)color;
    *score = 0;
    return descend(evaluate);
}

/* An evaluator of batches. */
static dicechess_status evaluate_batch(int number) {
    int32_t score = 0;
    const dicechess_state *state = states[number];
    return dicechess_evaluator_evaluate_batch(evaluator, &state, 1, DICECHESS_WHITE, &score, NULL);
}
static int32_t batch(void *unused, const dicechess_snapshot *list, size_t count, dicechess_color color, int32_t *scores) {
    (void)unused, (void)list, (void)color;
    memset(scores, 0, count * sizeof *scores);
    return descend(evaluate_batch);
}

/* An evaluator that uses the cache that calls it. */
static dicechess_eval_cache *cache;
static dicechess_status evaluate_cached(int number) {
    int32_t score = 0;
    return dicechess_eval_cache_evaluate(cache, states[number], DICECHESS_WHITE, &score, NULL);
}
static int32_t cached(void *unused, const dicechess_snapshot *state, dicechess_color color, int32_t *score) {
    (void)unused, (void)state, (void)color;
    *score = 0;
    return descend(evaluate_cached);
}

/* The same for a batch. */
static dicechess_status evaluate_batch_cached(int number) {
    int32_t score = 0;
    const dicechess_state *state = states[number];
    return dicechess_eval_cache_evaluate_batch(cache, &state, 1, DICECHESS_WHITE, &score, NULL);
}
static int32_t batch_cached(void *unused, const dicechess_snapshot *list, size_t count, dicechess_color color, int32_t *scores) {
    (void)unused, (void)list, (void)color;
    memset(scores, 0, count * sizeof *scores);
    return descend(evaluate_batch_cached);
}

/* Searches, with what calls back set by the options. */
static dicechess_search_options options;
static dicechess_status search(int number) {
    (void)number;
    dicechess_search *handle = NULL;
    dicechess_search_report report = {.struct_size = sizeof report};
    dicechess_status status = dicechess_search_new(0, &handle, NULL);
    if (status == DICECHESS_OK) status = dicechess_search_best_turn(handle, states[0], &options, &report, NULL);
    dicechess_search_free(handle);
    return status;
}
static int32_t searching(void *unused, const dicechess_snapshot *state, dicechess_color color, int32_t *score) {
    (void)unused, (void)state, (void)color;
    *score = 0;
    return descend(search);
}
static int32_t told(void *unused, const dicechess_search_progress *progress) {
    (void)unused, (void)progress;
    return descend(search);
}

/* A clock that asks its own control. A clock cannot fail, so that the refusal shows in the innermost call alone. */
static dicechess_control *control;
static dicechess_status ask(int number) {
    int32_t cancelled = 0;
    const dicechess_status status = dicechess_control_is_cancelled(control, &cancelled, NULL);
    return number == 0 && refusal != 0 ? refusal : status;
}
static int64_t clock_of(void *unused) {
    (void)unused;
    return control == NULL ? 0 : descend(ask);
}

/* Writers and listeners of streams. */
static int32_t write_on(void *unused, const uint8_t *bytes, size_t length);
static dicechess_status encode(int number) {
    (void)number;
    return dicechess_stream_encode_to(NULL, 0, 0, NULL, write_on, NULL);
}
static int32_t write_on(void *unused, const uint8_t *bytes, size_t length) {
    (void)unused, (void)bytes, (void)length;
    return descend(encode);
}
/* A visitor of cells, which has one forked position for each level. */
static dicechess_position *positions[DEEPEST + 2];
static int32_t visit(void *unused, uint64_t address, dicechess_cell cell);
static dicechess_status run(int number) { return dicechess_position_run(positions[number], 0, 1, NULL, visit, NULL); }
static int32_t visit(void *unused, uint64_t address, dicechess_cell cell) {
    (void)unused, (void)address, (void)cell;
    return descend(run);
}
static uint8_t stream[256];
static size_t stream_length;
static int32_t hear(void *unused, const dicechess_stream_event *event);
static dicechess_status replay(int number) {
    (void)number;
    return dicechess_stream_replay(stream, stream_length, NULL, NULL, hear, NULL, NULL);
}
static int32_t hear(void *unused, const dicechess_stream_event *event) {
    (void)unused, (void)event;
    return descend(replay);
}

/* A store whose caller keeps chunks that it forgets, and fills another such store meanwhile. */
static int32_t keep(void *unused, uint64_t id, const uint8_t *frame, size_t length, uint64_t *place);
static int32_t give_back(void *unused, uint64_t place, uint8_t *frame, size_t length) {
    (void)unused, (void)place, (void)frame, (void)length;
    return 1;
}
static dicechess_status fill(int number) {
    (void)number;
    const dicechess_chunk_store_options limits = {.struct_size = sizeof limits,
                                                  .policy = DICECHESS_CHUNK_STORE_SPILL,
                                                  .capacity = 32,
                                                  .budget = 400,
                                                  .write = keep,
                                                  .read = give_back};
    dicechess_chunk_store *store = NULL;
    dicechess_position *position = NULL;
    dicechess_status status = dicechess_chunk_store_new(&limits, &store, NULL);
    if (status == DICECHESS_OK) status = dicechess_position_new(NULL, store, NULL, &position, NULL);
    for (uint16_t note = 0; note < 200 && status == DICECHESS_OK; note++) {
        status = dicechess_position_note(position, note, NULL);
    }
    dicechess_position_free(position);
    dicechess_chunk_store_release(store);
    return status;
}
static int32_t keep(void *unused, uint64_t id, const uint8_t *frame, size_t length, uint64_t *place) {
    (void)unused, (void)id, (void)frame, (void)length;
    *place = 0;
    return descend(fill);
}

/* Searches on two threads: the first evaluation of each of them searches on, on whichever thread it is. */
typedef struct {
    int level;
    atomic_flag has_searched;
    dicechess_status nested;
} Rung;
static Rung ladder[DEEPEST + 2];
static int32_t climb(void *rung, const dicechess_snapshot *state, dicechess_color color, int32_t *score);
static dicechess_status search_together(Rung *rung) {
    dicechess_evaluator *climber = NULL;
    const int32_t properties = DICECHESS_EVALUATOR_THREAD_SAFE;
    dicechess_status status = dicechess_evaluator_from_callback(rung, climb, NULL, properties, &climber, NULL);
    if (status != DICECHESS_OK) return status;
    dicechess_search *handle = NULL;
    dicechess_search_report report = {.struct_size = sizeof report};
    const dicechess_search_options two = {
        .struct_size = sizeof two, .evaluator = climber, .candidate_limit = 2, .threads = 2};
    status = dicechess_search_new(0, &handle, NULL);
    if (status == DICECHESS_OK) status = dicechess_search_best_turn(handle, states[0], &two, &report, NULL);
    dicechess_search_free(handle);
    dicechess_evaluator_free(climber);
    return status;
}
static int32_t climb(void *place, const dicechess_snapshot *state, dicechess_color color, int32_t *score) {
    (void)state, (void)color;
    Rung *rung = place;
    *score = 0;
    if (atomic_flag_test_and_set(&rung->has_searched)) return 0;
    CHECK(rung->level <= DEEPEST);
    rung->nested = search_together(rung + 1);
    return rung->nested == DICECHESS_OK ? 0 : 1;
}
static void together(void) {
    for (int i = 0; i < DEEPEST + 2; i++) ladder[i] = (Rung){.level = i, .has_searched = ATOMIC_FLAG_INIT};
    CHECK(search_together(ladder) == DICECHESS_ERR_CALLBACK);
    for (int i = 0; i <= DEEPEST; i++) {
        CHECK(ladder[i].nested == (i == DEEPEST ? DICECHESS_ERR_LIMIT : DICECHESS_ERR_CALLBACK));
    }
}

static void evaluator_of(dicechess_evaluate_callback callback, int32_t properties) {
    dicechess_evaluator_free(evaluator);
    OK(dicechess_evaluator_from_callback(NULL, callback, NULL, properties, &evaluator, record));
}

static void *all(void *unused) {
    evaluator_of(plain, 0);
    ends(evaluate, "evaluator");
    dicechess_evaluator_free(evaluator);
    OK(dicechess_evaluator_from_batch_callback(NULL, batch, NULL, 0, &evaluator, record));
    ends(evaluate_batch, "batch");

    evaluator_of(cached, 0);
    OK(dicechess_eval_cache_new(evaluator, &cache, record));
    ends(evaluate_cached, "cache");
    dicechess_eval_cache_free(cache);
    dicechess_evaluator_free(evaluator);
    OK(dicechess_evaluator_from_batch_callback(NULL, batch_cached, NULL, 0, &evaluator, record));
    OK(dicechess_eval_cache_new(evaluator, &cache, record));
    ends(evaluate_batch_cached, "batch through a cache");
    dicechess_eval_cache_free(cache);

    OK(dicechess_control_new_with_clock(NULL, clock_of, NULL, DICECHESS_NO_BUDGET, 1, &control, record));
    ends(ask, "clock");
    dicechess_control_free(control);

    ends(encode, "writer");
    OK(dicechess_stream_encode(NULL, 0, 0, stream, sizeof stream, &stream_length, record));
    dicechess_position *position = NULL;
    OK(dicechess_position_new(NULL, NULL, NULL, &position, record));
    OK(dicechess_stream_encode((const dicechess_position *const *)&position, 1, 0, stream, sizeof stream, &stream_length, record));
    dicechess_position_free(position);
    ends(replay, "listener");
    ends(fill, "storage");
    OK(dicechess_position_new(NULL, NULL, NULL, &positions[0], record));
    OK(dicechess_position_note(positions[0], 1, record));
    for (int i = 1; i < DEEPEST + 2; i++) OK(dicechess_position_fork(positions[0], &positions[i], record));
    ends(run, "visitor");
    for (int i = 0; i < DEEPEST + 2; i++) dicechess_position_free(positions[i]);
    return unused;
}

static void *searches(void *unused) {
    options = (dicechess_search_options){.struct_size = sizeof options, .evaluator = evaluator, .candidate_limit = 1};
    evaluator_of(searching, 0);
    options.evaluator = evaluator;
    ends(search, "search");
    options.cache = 1;
    ends(search, "search with a cache");
    options = (dicechess_search_options){.struct_size = sizeof options, .progress = told, .candidate_limit = 1};
    ends(search, "progress");
    together();
    return unused;
}

static void on_a_stack_of(size_t bytes, void *(*run)(void *)) {
    pthread_attr_t attributes;
    pthread_t thread;
    CHECK(pthread_attr_init(&attributes) == 0 && pthread_attr_setstacksize(&attributes, bytes) == 0);
    CHECK(pthread_create(&thread, &attributes, run, NULL) == 0 && pthread_join(thread, NULL) == 0);
    CHECK(pthread_attr_destroy(&attributes) == 0);
}

int main(void) {
    for (int i = 0; i < DEEPEST + 2; i++) {
        char text[64];
        snprintf(text, sizeof text, "4k3/8/8/8/8/8/8/4K3 w - - 0 %d PK", i + 1);
        states[i] = state_of(text);
    }
    on_a_stack_of(STACK, all);
    on_a_stack_of(STACK_OF_SEARCHES, searches);
    dicechess_evaluator_free(evaluator);
    for (int i = 0; i < DEEPEST + 2; i++) dicechess_state_free(states[i]);
    return 0;
}
