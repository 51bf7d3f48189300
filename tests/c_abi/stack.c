/* Every call, however deep it searches, needs no more of its caller's stack than the header says. */
#define _GNU_SOURCE
#include "check.h"
#include <pthread.h>
#include <sys/mman.h>

/* For the frames of this program, and for what the system keeps at the top of a thread's stack. */
#ifdef __SANITIZE_ADDRESS__
#define OWN (256 * 1024)
#else
#define OWN (12 * 1024)
#endif
#define SIZE (DICECHESS_STACK_SIZE + OWN)

static int32_t material(void *user_data, const dicechess_snapshot *states, size_t count, dicechess_color perspective,
                        int32_t *scores) {
    (void)user_data;
    for (size_t i = 0; i < count; i++) scores[i] = perspective ? -states[i].material : states[i].material;
    return 0;
}

static const char *const POSITIONS[] = {
    INITIAL " PNB",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 PKR",
    "Q1Q1Q1Q1/1Q1Q1Q1Q/Q1Q1Q1Q1/1Q1Q1Q1Q/Q1Q1Q1Q1/1Q1Q1Q1Q/Q1Q1Q1Q1/1Q1Q1Q1Q w - - 0 1 QQQ",
};

struct task {
    const char *position;
    uint32_t depth;
    int32_t cache, threads;
    const char *player;
};

static void search(const struct task *task, const dicechess_state *state, dicechess_search *searcher,
                   dicechess_control *control) {
    dicechess_evaluator *evaluator;
    OK(dicechess_evaluator_from_batch_callback(NULL, material, NULL, DICECHESS_EVALUATOR_THREAD_SAFE, &evaluator,
                                               record));
    dicechess_tt *table;
    OK(dicechess_tt_new(1024, &table, record));
    dicechess_search_options options = {.struct_size = sizeof options,
                                        .depth = task->depth,
                                        .cache = task->cache,
                                        .threads = (uint32_t)task->threads,
                                        .iterative = task->cache,
                                        .evaluator = evaluator,
                                        .pre_rank = evaluator,
                                        .rescorer = evaluator,
                                        .rescorer_weight = 0.5,
                                        .tt = table,
                                        .control = control};
    dicechess_search_report report = {.struct_size = sizeof report};
    OK(dicechess_search_best_turn(searcher, state, &options, &report, record));
    double value;
    dicechess_status status =
        dicechess_chance_node_value(state, 0, task->depth - 1, evaluator, NULL, control, &value, record);
    CHECK(status == DICECHESS_OK || status == DICECHESS_ERR_BUDGET);
    dicechess_eval_cache *cache;
    OK(dicechess_eval_cache_new(evaluator, &cache, record));
    const dicechess_state *states[64];
    for (int i = 0; i < 64; i++) states[i] = state;
    int32_t scores[64];
    OK(dicechess_eval_cache_evaluate_batch(cache, states, 64, 0, scores, record));
    dicechess_eval_cache_free(cache);
    dicechess_tt_free(table);
    dicechess_evaluator_free(evaluator);
}

/* Games, streams and lists. */
static void enumerate(const dicechess_state *state) {
    dicechess_turns *turns;
    OK(dicechess_turns_new(&turns, record));
    dicechess_status status = dicechess_turns_generate(turns, state, 100000, record);
    CHECK(status == DICECHESS_OK || status == DICECHESS_ERR_LIMIT);
    status = dicechess_turns_generate_distinct(turns, state, 100000, record);
    CHECK(status == DICECHESS_OK || status == DICECHESS_ERR_LIMIT);
    dicechess_turns_free(turns);
    uint64_t rolls;
    OK(dicechess_king_capture_rolls(state, 0, &rolls, NULL, record));
    dicechess_position *position;
    OK(dicechess_position_new(NULL, NULL, NULL, &position, record));
    const uint8_t dice[] = {1, 2, 3};
    OK(dicechess_position_roll(position, dice, 3, record));
    OK(dicechess_position_end_turn(position, record));
    static uint8_t bytes[4096];
    size_t length;
    const dicechess_position *positions[] = {position};
    OK(dicechess_stream_encode(positions, 1, 0, bytes, sizeof bytes, &length, record));
    dicechess_position *decoded[1];
    size_t count;
    OK(dicechess_stream_decode(bytes, length, NULL, NULL, decoded, 1, &count, NULL, record));
    CHECK(count == 1);
    dicechess_position_free(decoded[0]);
    dicechess_position_free(position);
}

static void *run(void *argument) {
    const struct task *task = argument;
    dicechess_state *state = state_of(task->position);
    dicechess_search *searcher;
    OK(dicechess_search_new(1, &searcher, record));
    dicechess_control *control;
    OK(dicechess_control_new(3000, DICECHESS_NO_DEADLINE, &control, record));
    if (task->player != NULL) {
        dicechess_micro_move moves[3];
        size_t count;
        OK(dicechess_search_choose_turn(searcher, state, task->player, DICECHESS_NUL_TERMINATED, control, moves, &count,
                                        record));
        dicechess_monte_carlo_options options = {.struct_size = sizeof options, .rollouts = 2, .max_plies = 4};
        dicechess_win_estimate estimate = {.struct_size = sizeof estimate};
        if (task->position == POSITIONS[0])
            OK(dicechess_search_estimate_win(searcher, state, &options, &estimate, record));
        enumerate(state);
    } else {
        search(task, state, searcher, control);
    }
    dicechess_control_free(control);
    dicechess_search_free(searcher);
    dicechess_state_free(state);
    return NULL;
}

/* Runs a task on a stack of SIZE bytes, with a page below that nothing may touch. */
static void run_on_little_stack(struct task task) {
    size_t page = 4096;
    uint8_t *memory = mmap(NULL, SIZE + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(memory != MAP_FAILED && mprotect(memory, page, PROT_NONE) == 0);
    pthread_attr_t attributes;
    pthread_t thread;
    CHECK(pthread_attr_init(&attributes) == 0 && pthread_attr_setstack(&attributes, memory + page, SIZE) == 0);
    CHECK(pthread_create(&thread, &attributes, run, &task) == 0 && pthread_join(thread, NULL) == 0);
    pthread_attr_destroy(&attributes);
    CHECK(munmap(memory, SIZE + page) == 0);
}

int main(void) {
    static const char *const PLAYERS[] = {"random", "greedy", "cautious", "aggressive", "monte-carlo", "expectimax"};
    for (size_t at = 0; at < sizeof POSITIONS / sizeof *POSITIONS; at++) {
        for (uint32_t depth = 2; depth <= 8; depth++)
            for (int kind = 0; kind < 4; kind++)
                run_on_little_stack((struct task){POSITIONS[at], depth, kind % 2, 1 + kind / 2, NULL});
        for (size_t player = 0; player < sizeof PLAYERS / sizeof *PLAYERS; player++)
            run_on_little_stack((struct task){POSITIONS[at], 2, 0, 1, PLAYERS[player]});
    }
    return 0;
}
