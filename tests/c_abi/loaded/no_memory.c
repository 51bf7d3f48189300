/* A library that was loaded at run time, and a thread that has no memory when it first calls it: the call gives its result. */
#define _GNU_SOURCE
#include "check.h"
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>

/* The allocations of the whole process, the loader's included, as long as they are not refused. */
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);

static atomic_int refused;

static int refuses(void) {
    if (refused) errno = ENOMEM;
    return refused;
}

void *malloc(size_t size) { return refuses() ? NULL : __libc_malloc(size); }
void *calloc(size_t count, size_t size) { return refuses() ? NULL : __libc_calloc(count, size); }
void *realloc(void *memory, size_t size) { return refuses() ? NULL : __libc_realloc(memory, size); }

/* The library's functions, which this program is not linked with. */
static dicechess_status (*make_state)(dicechess_state **out, dicechess_error *error);
static dicechess_status (*make_cache)(const dicechess_evaluator *evaluator, dicechess_eval_cache **out,
                                      dicechess_error *error);
static dicechess_status (*make_evaluator)(void *user_data, dicechess_evaluate_callback evaluate,
                                          dicechess_drop_callback drop_user_data, int32_t properties,
                                          dicechess_evaluator **out, dicechess_error *error);
static dicechess_status (*evaluate)(const dicechess_evaluator *evaluator, const dicechess_state *state,
                                    dicechess_color perspective, int32_t *score, dicechess_error *error);
static dicechess_status (*evaluate_cached)(dicechess_eval_cache *cache, const dicechess_state *state,
                                           dicechess_color perspective, int32_t *score, dicechess_error *error);

static dicechess_state *state;
static dicechess_evaluator *evaluator;
static dicechess_eval_cache *cache;

static int32_t seven(void *user_data, const dicechess_snapshot *snapshot, dicechess_color perspective, int32_t *score) {
    (void)user_data, (void)snapshot, (void)perspective;
    *score = 7;
    return 0;
}

static void *call_evaluator(void *unused) {
    (void)unused;
    int32_t score = 0;
    refused = 1;
    dicechess_status status = evaluate(evaluator, state, DICECHESS_WHITE, &score, record);
    refused = 0;
    CHECK(status == DICECHESS_OK && score == 7);
    return NULL;
}

static void *call_cache(void *unused) {
    (void)unused;
    int32_t score = 0;
    refused = 1;
    dicechess_status status = evaluate_cached(cache, state, DICECHESS_WHITE, &score, record);
    refused = 0;
    CHECK(status == DICECHESS_ERR_MEMORY);
    OK(evaluate_cached(cache, state, DICECHESS_WHITE, &score, record));
    CHECK(score == 7);
    return NULL;
}

static void on_new_thread(void *(*body)(void *)) {
    pthread_t thread;
    CHECK(pthread_create(&thread, NULL, body, NULL) == 0 && pthread_join(thread, NULL) == 0);
}

int main(int argc, char **argv) {
    CHECK(argc == 2);
    void *library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
    CHECK(library != NULL);
    *(void **)&make_state = dlsym(library, "dicechess_state_new");
    *(void **)&make_cache = dlsym(library, "dicechess_eval_cache_new");
    *(void **)&make_evaluator = dlsym(library, "dicechess_evaluator_from_callback");
    *(void **)&evaluate = dlsym(library, "dicechess_evaluator_evaluate");
    *(void **)&evaluate_cached = dlsym(library, "dicechess_eval_cache_evaluate");
    OK(make_state(&state, record));
    OK(make_evaluator(NULL, seven, NULL, DICECHESS_EVALUATOR_THREAD_SAFE, &evaluator, record));
    OK(make_cache(evaluator, &cache, record));
    on_new_thread(call_evaluator);
    on_new_thread(call_cache);
    return 0;
}
