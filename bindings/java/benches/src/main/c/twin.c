/*
 * The work of Work.java through the C ABI, to be measured beside it.
 *
 * Reads lines "WORK REPEATS" from standard input, does the work so often and answers each with "NANOSECONDS RESULT
 * UNITS": the CPU time that all of it took, what the work gave in the end, and how many turns or states a repeat is about.
 */
#define _POSIX_C_SOURCE 200809L
#include <dicechess.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { STATES = 64, CAPACITY = 1 << 16 };

static const char F10[] = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 2 3 PNB";

static dicechess_error error = {.struct_size = sizeof error};
static dicechess_state *state;
static dicechess_turns *turns;
static size_t turn_count;
static dicechess_state *states[STATES];
static dicechess_evaluator *material, *single, *batched;
static dicechess_search *search_handle;

static dicechess_micro_move moves[3 * CAPACITY];
static uint8_t lengths[CAPACITY];
static int32_t scores[CAPACITY];

static void must(dicechess_status status) {
    if (status == DICECHESS_OK) return;
    fprintf(stderr, "%s: %s\n", dicechess_status_name(status), error.message);
    exit(1);
}

/* Two numbers in one. */
static int64_t pair(uint64_t high, int32_t low) { return (int64_t)(high << 32 | (uint32_t)low); }

static int32_t score_one(void *user_data, const dicechess_snapshot *leaf, dicechess_color perspective,
                         int32_t *score) {
    (void)user_data;
    *score = perspective == DICECHESS_WHITE ? leaf->material : -leaf->material;
    return 0;
}

static int32_t score_batch(void *user_data, const dicechess_snapshot *leaves, size_t count,
                           dicechess_color perspective, int32_t *leaf_scores) {
    (void)user_data;
    for (size_t i = 0; i < count; i++) {
        leaf_scores[i] = perspective == DICECHESS_WHITE ? leaves[i].material : -leaves[i].material;
    }
    return 0;
}

static int64_t call(void) { return dicechess_abi_version(); }

static int64_t getter(void) {
    uint64_t key;
    must(dicechess_state_key(state, &key, &error));
    return (int64_t)key;
}

static int64_t lifetime(void) {
    dicechess_state *made;
    must(dicechess_state_new(&made, &error));
    dicechess_state_free(made);
    return 0;
}

/* Fills the arrays from a list. */
static int64_t list(dicechess_turns *from) {
    size_t count;
    must(dicechess_turns_generate(from, state, DICECHESS_NO_LIMIT, &error));
    must(dicechess_turns_fill(from, moves, lengths, NULL, CAPACITY, &count, &error));
    return pair(count, moves[3 * (count - 1)]);
}

static int64_t arrays(void) { return list(turns); }

static int64_t objects(void) {
    dicechess_turns *made;
    must(dicechess_turns_new(&made, &error));
    const int64_t result = list(made);
    dicechess_turns_free(made);
    return result;
}

static int64_t batch(void) {
    const dicechess_state *const *given = (const dicechess_state *const *)states;
    must(dicechess_evaluator_evaluate_batch(material, given, STATES, DICECHESS_WHITE, scores, &error));
    return pair(STATES, scores[STATES - 1]);
}

static int64_t callback(void) {
    int32_t score;
    must(dicechess_evaluator_evaluate(single, state, DICECHESS_WHITE, &score, &error));
    return score;
}

static int64_t score_turns(const dicechess_evaluator *evaluator) {
    size_t count;
    must(dicechess_score_turns(turns, evaluator, scores, CAPACITY, &count, &error));
    return pair(count, scores[count - 1]);
}

static int64_t built_in(void) { return score_turns(material); }

static int64_t one_by_one(void) { return score_turns(single); }

static int64_t leaves(void) { return score_turns(batched); }

static int64_t search(void) {
    dicechess_search_report report = {.struct_size = sizeof report};
    must(dicechess_search_best_turn(search_handle, state, NULL, &report, &error));
    return pair(report.work, report.score);
}

/* Each kind of work in a loop of its own, so that no call through a pointer is measured. */
#define REPEATED(work)                                        \
    static int64_t work##_repeated(uint64_t repeats) {        \
        int64_t result = 0;                                   \
        for (; repeats > 0; repeats--) result = work();       \
        return result;                                        \
    }
REPEATED(call)
REPEATED(getter)
REPEATED(lifetime)
REPEATED(arrays)
REPEATED(objects)
REPEATED(batch)
REPEATED(built_in)
REPEATED(callback)
REPEATED(one_by_one)
REPEATED(leaves)
REPEATED(search)

static const size_t one = 1, all_states = STATES;

static const struct {
    const char *name;
    int64_t (*repeated)(uint64_t repeats);
    const size_t *units;
} WORKS[] = {
    {"call", call_repeated, &one},
    {"getter", getter_repeated, &one},
    {"lifetime", lifetime_repeated, &one},
    {"arrays", arrays_repeated, &turn_count},
    {"objects", objects_repeated, &turn_count},
    {"batch", batch_repeated, &all_states},
    {"builtIn", built_in_repeated, &turn_count},
    {"callback", callback_repeated, &one},
    {"oneByOne", one_by_one_repeated, &turn_count},
    {"leaves", leaves_repeated, &turn_count},
    {"search", search_repeated, &one},
};

static void prepare(void) {
    must(dicechess_state_from_dfen(F10, DICECHESS_NUL_TERMINATED, &state, &error));
    must(dicechess_turns_new(&turns, &error));
    must(dicechess_turns_generate(turns, state, CAPACITY, &error));
    must(dicechess_turns_count(turns, &turn_count, &error));
    for (size_t i = 0; i < STATES; i++) {
        must(dicechess_state_new(&states[i], &error));
        must(dicechess_turns_final_state(turns, i, states[i], &error));
    }
    must(dicechess_evaluator_new(DICECHESS_EVALUATOR_MATERIAL, &material, &error));
    must(dicechess_evaluator_from_callback(NULL, score_one, NULL, 0, &single, &error));
    must(dicechess_evaluator_from_batch_callback(NULL, score_batch, NULL, 0, &batched, &error));
    must(dicechess_search_new(0, &search_handle, &error));
}

static uint64_t thread_time(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

int main(void) {
    char name[32];
    uint64_t repeats;
    prepare();
    while (scanf("%31s %" SCNu64, name, &repeats) == 2) {
        size_t index = 0;
        while (index < sizeof WORKS / sizeof *WORKS && strcmp(WORKS[index].name, name) != 0) index++;
        if (index == sizeof WORKS / sizeof *WORKS) {
            fprintf(stderr, "%s: no such work\n", name);
            return 1;
        }
        const uint64_t start = thread_time();
        const int64_t result = WORKS[index].repeated(repeats);
        printf("%" PRIu64 " %" PRId64 " %zu\n", thread_time() - start, result, *WORKS[index].units);
        fflush(stdout);
    }
    return 0;
}
