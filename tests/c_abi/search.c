/* Searches: recorded results, tables, limits, callbacks that fail and call back, threads, bad options. */
#include "check.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>

#define BISHOP "7k/8/8/b7/8/8/5P2/4K3 w - - 0 1 NBK"
#define TWO_PAWNS "4k3/8/8/8/8/8/P6P/4K3 w - - 0 1 PP"

static dicechess_search_options defaults(void) {
    return (dicechess_search_options){.struct_size = sizeof(dicechess_search_options)};
}

static dicechess_search *search_of(int64_t seed) {
    dicechess_search *search = NULL;
    OK(dicechess_search_new(seed, &search, record));
    return search;
}

static dicechess_evaluator *built_in(int32_t kind) {
    dicechess_evaluator *evaluator = NULL;
    OK(dicechess_evaluator_new(kind, &evaluator, record));
    return evaluator;
}

static dicechess_tt *table_of(size_t capacity) {
    dicechess_tt *tt = NULL;
    OK(dicechess_tt_new(capacity, &tt, record));
    return tt;
}

static dicechess_search_report best_turn(dicechess_search *search, const char *dfen, const dicechess_search_options *options) {
    dicechess_search_report report = {.struct_size = sizeof report};
    dicechess_state *state = state_of(dfen);
    OK(dicechess_search_best_turn(search, state, options, &report, record));
    dicechess_state_free(state);
    return report;
}

static dicechess_search_report best_turn_of(int64_t seed, const char *dfen, const dicechess_search_options *options) {
    dicechess_search *search = search_of(seed);
    const dicechess_search_report report = best_turn(search, dfen, options);
    dicechess_search_free(search);
    return report;
}

/* Whether the report's turn is this one. */
static int plays(const dicechess_search_report *report, const char *uci) {
    char text[DICECHESS_TURN_MAX] = "";
    for (size_t i = 0; i < report->length; i++) {
        OK(dicechess_micro_move_to_uci(report->moves[i], text + strlen(text), DICECHESS_MICRO_MOVE_MAX, NULL, record));
        if (i + 1 < report->length) strcat(text, " ");
    }
    return strcmp(text, uci) == 0;
}

/* Whether a search of one thread without a table counted so much. */
static int counts(const dicechess_search_report *r, uint64_t legal, uint64_t selected, uint64_t completed, uint64_t cutoffs,
                  uint64_t rolls_saved, uint64_t probe_cutoffs) {
    return r->legal_turns == legal && r->candidates_selected == selected && r->candidates_completed == completed &&
           r->candidates_abandoned == 0 && r->cutoffs == cutoffs && r->rolls_saved == rolls_saved &&
           r->probe_cutoffs == probe_cutoffs && r->table_probes == 0 && r->table_hits == 0 && r->table_cutoffs == 0 &&
           r->distinct_states == 0 && !r->truncated && !r->fell_back_to_pre_rank;
}

/* The board that has 4,351,197 turns with its king, without it: 614,689 states after 4,352,173 turns. */
static void millions_of_turns(void) {
    const char *dfen = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/1BNNK1B1 w - - 0 1 QQQ";
    const dicechess_search_report report = best_turn_of(0, dfen, NULL);
    CHECK(report.complete == 1 && report.length == 3 && report.bound == DICECHESS_BOUND_EXACT);
    CHECK(report.legal_turns == 4194304 && report.distinct_states == 614689);
    const char *with_king = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNNK1B1 w - - 0 1 QQQ";
    const dicechess_search_report win = best_turn_of(0, with_king, NULL);
    CHECK(win.score == DICECHESS_TERMINAL_WIN_SCORE && win.length > 0 && win.distinct_states == 0);
}

/* Results that the specification records. */
static void recorded(void) {
    dicechess_search_options options = defaults();
    dicechess_search_report report = best_turn_of(0, BISHOP, NULL);
    CHECK(plays(&report, "e1d1") && report.score == -207 && report.value == -207.40740740740722);
    CHECK(report.bound == DICECHESS_BOUND_EXACT && report.depth == 2 && report.winners == 1 && report.work > 56);
    CHECK(report.complete == 1 && report.stop_reason == DICECHESS_STOP_NONE && counts(&report, 4, 4, 1, 3, 156, 1));
    CHECK(report.elapsed > 0 && report.nodes_per_second > 0);
    report = best_turn_of(0, BISHOP, &options);
    CHECK(plays(&report, "e1d1") && counts(&report, 4, 4, 1, 3, 156, 1));

    report = best_turn_of(0, "k7/8/8/8/8/8/8/R3K3 w - - 0 1 PPR", NULL);
    CHECK(plays(&report, "a1a8") && report.score == DICECHESS_TERMINAL_WIN_SCORE && counts(&report, 10, 0, 0, 0, 0, 0));
    CHECK(report.bound == DICECHESS_BOUND_NONE && report.value == 10001 && report.win_chance == 1 && report.loss_risk == 0);

    report = best_turn_of(0, "1r4k1/p4ppp/8/8/8/8/5PPP/R5K1 w - - 0 1 NNR", NULL);
    CHECK(plays(&report, "a1c1") && report.score == -4629763 && counts(&report, 11, 8, 2, 6, 336, 6));

    dicechess_evaluator *aggressive = built_in(DICECHESS_EVALUATOR_AGGRESSIVE);
    options.evaluator = aggressive;
    report = best_turn_of(42, INITIAL " PNB", &options);
    CHECK(plays(&report, "b2b3 b1c3 c1b2") && report.score == 146 && counts(&report, 340, 8, 2, 6, 164, 0));
    options.threads = 2;
    options.cache = 1;
    report = best_turn_of(42, INITIAL " PNB", &options);
    CHECK(plays(&report, "b2b3 b1c3 c1b2") && report.score == 146);
    dicechess_evaluator_free(aggressive);

    options = defaults();
    options.depth = 3;
    report = best_turn_of(0, "k7/8/8/8/8/8/8/R3K3 w - - 0 1 NBK", &options);
    CHECK(report.value == 3112.8971836419746 && report.winners == 5 && counts(&report, 5, 5, 5, 0, 0, 0));
    options.iterative = 1;
    report = best_turn_of(0, "k7/8/8/8/8/8/8/R3K3 w - - 0 1 NBK", &options);
    CHECK(report.value == 3112.8971836419746 && report.depth == 3 && report.complete);

    /* No knight, no turn. */
    report = best_turn_of(0, "4k3/8/8/8/8/8/P6P/4K3 w - - 0 1 N", NULL);
    CHECK(report.length == 0 && report.score == 0 && report.bound == DICECHESS_BOUND_NONE && report.complete);
}

/* The risk after the turn is that of the position after it. */
static void risk(void) {
    const char *const dfen = "1r4k1/p4ppp/8/8/8/8/5PPP/R5K1 w - - 0 1 NNR";
    const dicechess_search_report report = best_turn_of(0, dfen, NULL);
    dicechess_state *state = state_of(dfen);
    double loss = -1, win = -1;
    OK(dicechess_state_play_turn(state, "a1c1", 4, NULL, record));
    OK(dicechess_king_capture_probability(state, DICECHESS_WHITE, &loss, record));
    OK(dicechess_king_capture_probability(state, DICECHESS_BLACK, &win, record));
    CHECK(report.loss_risk == loss && report.win_chance == win && loss > 0 && loss < 1);
    dicechess_state_free(state);
}

static void candidates(void) {
    dicechess_search *search = search_of(0);
    dicechess_candidate found[5];
    size_t count = 5;
    OK(dicechess_search_candidates(search, NULL, 0, &count, record));
    CHECK(count == 0);
    best_turn(search, BISHOP, NULL);
    found[0].struct_size = sizeof *found;
    found[4].pre_rank = 77;
    OK(dicechess_search_candidates(search, found, 5, &count, record));
    CHECK(count == 4 && found[4].pre_rank == 77);
    CHECK(found[0].bound == DICECHESS_BOUND_EXACT && found[0].alpha == -INFINITY && found[0].rolls_processed == 56);
    CHECK(found[0].value == -207.40740740740722 && found[0].final_value == found[0].value && found[0].length == 1);
    uint64_t saved = 0;
    int probes = 0;
    for (int i = 0; i < 4; i++) {
        CHECK(found[i].struct_size == sizeof *found && !found[i].from_table && !found[i].is_rescored);
        CHECK(i == 0 || (found[i].bound == DICECHESS_BOUND_UPPER && found[i].alpha == found[0].value));
        saved += 56 - found[i].rolls_processed;
        probes += found[i].by_probe;
    }
    CHECK(saved == 156 && probes == 1);
    /* A newer caller's structs are larger; what lies beyond the members known is left alone. */
    struct {
        dicechess_candidate known;
        uint64_t more;
    } newer[4];
    memset(newer, 9, sizeof newer);
    newer[0].known.struct_size = sizeof *newer;
    OK(dicechess_search_candidates(search, &newer[0].known, 4, NULL, record));
    CHECK(newer[3].known.alpha == found[3].alpha && newer[3].known.struct_size == sizeof *newer);
    CHECK(newer[0].more == 0x0909090909090909u && newer[3].more == 0x0909090909090909u);
    FAILS(dicechess_search_candidates(search, found, 3, &count, record), DICECHESS_ERR_BUFFER, 1, -1, "candidates");
    CHECK(count == 4);
    found[0].struct_size = sizeof *found - 8;
    FAILS(dicechess_search_candidates(search, found, 4, &count, record), DICECHESS_ERR_STRUCT_SIZE, 1, 0, "struct_size 64");
    found[0].struct_size = sizeof *found + 1;
    FAILS(dicechess_search_candidates(search, found, 4, &count, record), DICECHESS_ERR_STRUCT_SIZE, 1, 0, "multiple");
    FAILS(dicechess_search_candidates(search, NULL, 4, &count, record), DICECHESS_ERR_NULL, 1, -1, "candidates is NULL");
    found[0].struct_size = sizeof *found;
    FAILS(dicechess_search_candidates(search, found, SIZE_MAX / 8, &count, record), DICECHESS_ERR_RANGE, 1, -1, "elements");
    FAILS(dicechess_search_candidates(NULL, found, 4, &count, record), DICECHESS_ERR_NULL, 0, -1, "search is NULL");
    dicechess_search_free(search);
}

static void tables(void) {
    dicechess_evaluator *aggressive = built_in(DICECHESS_EVALUATOR_AGGRESSIVE), *standard = built_in(DICECHESS_EVALUATOR_STANDARD);
    dicechess_search *search = search_of(0);
    dicechess_search_options options = defaults();
    dicechess_tt *tt = table_of(1 << 12);
    options.tt = tt;
    best_turn(search, BISHOP, &options);
    dicechess_search_report report = best_turn(search, BISHOP, &options);
    CHECK(plays(&report, "e1d1") && report.score == -207 && report.candidates_completed == 0);
    CHECK(report.table_probes == 4 && report.table_hits == 1 && report.table_cutoffs == 3);

    /* What was stored for another evaluator, other bounds or a rescorer is not for this search. */
    const int64_t tt_place = offsetof(dicechess_search_options, tt);
    dicechess_state *state = state_of(BISHOP);
    options.evaluator = aggressive;
    FAILS(dicechess_search_best_turn(search, state, &options, &report, record), DICECHESS_ERR_UNSUPPORTED, 2, tt_place, "clear it");
    options = defaults();
    options.tt = tt;
    options.bounds = (dicechess_utility_bounds){-1e9, -100000, 100000, 100001};
    FAILS(dicechess_search_best_turn(search, state, &options, &report, record), DICECHESS_ERR_UNSUPPORTED, 2, tt_place, "clear it");
    options = defaults();
    options.tt = tt;
    options.rescorer = standard;
    options.rescorer_weight = 0.25;
    FAILS(dicechess_search_best_turn(search, state, &options, &report, record), DICECHESS_ERR_UNSUPPORTED, 2, tt_place, "clear it");
    OK(dicechess_tt_clear(tt, record));
    OK(dicechess_search_best_turn(search, state, &options, &report, record));
    dicechess_candidate found[4] = {{.struct_size = sizeof *found}};
    size_t count = 0;
    OK(dicechess_search_candidates(search, found, 4, &count, record));
    CHECK(count == 4 && found[0].is_rescored);
    for (size_t i = 0; i < count; i++) {
        if (found[i].bound != DICECHESS_BOUND_EXACT) continue;
        const double blended = 0.75 * found[i].value + 0.25 * found[i].rescore;
        CHECK(found[i].final_value == (found[i].loss_tainted ? found[i].value : blended));
    }
    dicechess_state_free(state);
    dicechess_search_free(search);
    dicechess_tt_free(tt);
    dicechess_evaluator_free(aggressive);
    dicechess_evaluator_free(standard);
}

static dicechess_control *control_of(uint64_t budget, uint64_t nanoseconds) {
    dicechess_control *control = NULL;
    OK(dicechess_control_new(budget, nanoseconds, &control, record));
    return control;
}

/* A limit ends a search, which still gives a legal turn and says why it is not complete. */
static void limits(void) {
    const struct {
        uint64_t budget, nanoseconds;
        int32_t reason;
    } cases[] = {
        {0, DICECHESS_NO_DEADLINE, DICECHESS_STOP_BUDGET},
        {DICECHESS_NO_BUDGET, 0, DICECHESS_STOP_DEADLINE},
        {30, DICECHESS_NO_DEADLINE, DICECHESS_STOP_BUDGET},
    };
    dicechess_search_options options = defaults();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        options.control = control_of(cases[i].budget, cases[i].nanoseconds);
        const dicechess_search_report report = best_turn_of(0, INITIAL " PNB", &options);
        CHECK(report.complete == 0 && report.stop_reason == cases[i].reason && report.length == 3);
        CHECK(report.work == (i == 2 ? 30 : 0) && report.truncated && report.fell_back_to_pre_rank);
        CHECK(report.bound == DICECHESS_BOUND_NONE && report.candidates_abandoned == 1);
        uint64_t work = 99;
        OK(dicechess_control_work_used(options.control, &work, record));
        CHECK(work == report.work);
        dicechess_control_free(options.control);
    }
    /* What the control counted before the call is in its work, not in its speed. */
    options.control = control_of(DICECHESS_NO_BUDGET, DICECHESS_NO_DEADLINE);
    dicechess_search_report first = best_turn_of(0, BISHOP, &options), second = best_turn_of(0, BISHOP, &options);
    CHECK(second.work == 2 * first.work);
    CHECK(fabs(first.nodes_per_second * (double)first.elapsed / 1e9 - (double)first.work) < 1);
    CHECK(fabs(second.nodes_per_second * (double)second.elapsed / 1e9 - (double)first.work) < 1);
    dicechess_control_free(options.control);
    /* The depth that was finished counts. */
    options.iterative = 1;
    options.depth = 8;
    const uint64_t depth_two = best_turn_of(0, BISHOP, NULL).work;
    options.control = control_of(depth_two + 50, DICECHESS_NO_DEADLINE);
    const dicechess_search_report report = best_turn_of(0, BISHOP, &options);
    CHECK(plays(&report, "e1d1") && report.score == -207 && report.depth == 2 && !report.complete);
    CHECK(report.work == depth_two + 50 && report.stop_reason == DICECHESS_STOP_BUDGET);
    dicechess_control_free(options.control);
}

/* What callbacks of the tests use, count and are told to do. */
typedef struct {
    dicechess_search *search;
    dicechess_tt *tt;
    dicechess_control *control;
    dicechess_evaluator *evaluator;
    dicechess_search_options options;
    /* The call that fails, from 1, and what it returns. */
    long fails_at;
    int32_t code;
    atomic_long calls;
    atomic_int started;
} script;

static int32_t material_of(void *user, const dicechess_snapshot *state, dicechess_color color, int32_t *score) {
    script *s = user;
    atomic_store(&s->started, 1);
    *score = color == DICECHESS_WHITE ? state->material : -state->material;
    return ++s->calls == s->fails_at ? s->code : 0;
}

static dicechess_evaluator *evaluator_of(script *s, int32_t properties) {
    dicechess_evaluator *evaluator = NULL;
    OK(dicechess_evaluator_from_callback(s, material_of, NULL, properties, &evaluator, record));
    return evaluator;
}

/* An evaluator that fails on any leaf stops the search with its own number; nothing wrong is left anywhere. */
static void failing_evaluators(void) {
    script s = {.code = -12345};
    dicechess_search_options options = defaults();
    dicechess_evaluator *evaluator = evaluator_of(&s, DICECHESS_EVALUATOR_THREAD_SAFE);
    dicechess_state *state = state_of(BISHOP);
    dicechess_search_report report = {.struct_size = sizeof report};
    options.evaluator = evaluator;
    best_turn_of(0, BISHOP, &options);
    const long calls = s.calls;
    CHECK(calls > 100);
    dicechess_tt *tt = table_of(1 << 12);
    options.tt = tt;
    for (long at = 1; at <= calls; at += at < 20 ? 1 : calls / 10) {
        for (uint32_t threads = 1; threads <= 2; threads++) {
            dicechess_search *search = search_of(0);
            options.threads = threads;
            options.cache = at % 2;
            OK(dicechess_tt_clear(options.tt, record));
            s.calls = 0;
            s.fails_at = at;
            const dicechess_status status = dicechess_search_best_turn(search, state, &options, &report, &error);
            /* A cache may leave fewer calls than the failing one. */
            CHECK(status == DICECHESS_ERR_CALLBACK ? error.detail == -12345 : status == DICECHESS_OK && s.calls < at);
            s.fails_at = 0;
            report = best_turn(search, BISHOP, &options);
            /* Exact values that several threads have left in the table may let an equal turn into the draw. */
            CHECK(report.complete && report.value > -207.408 && report.value < -207.407);
            CHECK(threads == 2 || plays(&report, "e1d1"));
            dicechess_search_free(search);
        }
    }
    options.threads = 1;
    s.calls = 0;
    s.fails_at = 1;
    dicechess_search *search = search_of(0);
    OK(dicechess_tt_clear(options.tt, record));
    CHECK(dicechess_search_best_turn(search, state, &options, &report, &error) == DICECHESS_ERR_CALLBACK);
    CHECK(strstr(error.message, "-12345") != NULL);
    dicechess_tt_free(tt);
    /* A pre-ranking evaluator and a rescorer fail alike. */
    options = defaults();
    options.pre_rank = evaluator;
    s.calls = 0;
    CHECK(dicechess_search_best_turn(search, state, &options, &report, &error) == DICECHESS_ERR_CALLBACK);
    options = defaults();
    options.rescorer = evaluator;
    options.rescorer_weight = 1;
    s.calls = 0;
    CHECK(dicechess_search_best_turn(search, state, &options, &report, &error) == DICECHESS_ERR_CALLBACK);
    dicechess_search_free(search);
    dicechess_state_free(state);
    dicechess_evaluator_free(evaluator);
}

static void *search_again(void *user) {
    script *s = user;
    dicechess_search_report report = {.struct_size = sizeof report};
    dicechess_state *state = state_of(TWO_PAWNS);
    CHECK(dicechess_search_best_turn(s->search, state, NULL, &report, NULL) == DICECHESS_ERR_BUSY);
    dicechess_state_free(state);
    return NULL;
}

/* Uses everything that the running search uses, from this thread and from another one; frees all that may be freed. */
static int32_t meddle(void *user, const dicechess_snapshot *state, dicechess_color color, int32_t *score) {
    script *s = user;
    *score = color == DICECHESS_WHITE ? state->material : -state->material;
    if (s->calls++ > 0) return 0;
    pthread_t other;
    size_t count = 0;
    search_again(s);
    CHECK(pthread_create(&other, NULL, search_again, s) == 0 && pthread_join(other, NULL) == 0);
    CHECK(dicechess_search_candidates(s->search, NULL, 0, &count, NULL) == DICECHESS_ERR_BUSY);
    CHECK(dicechess_tt_clear(s->tt, NULL) == DICECHESS_ERR_BUSY);
    CHECK(dicechess_tt_capacity(s->tt, &count, NULL) == DICECHESS_OK && count == 1024);
    dicechess_search_free(s->search);
    dicechess_tt_free(s->tt);
    dicechess_control_free(s->control);
    dicechess_evaluator_free(s->evaluator);
    return 0;
}

static void re_entry(void) {
    script s = {.search = search_of(0), .tt = table_of(1024), .control = control_of(DICECHESS_NO_BUDGET, DICECHESS_NO_DEADLINE)};
    dicechess_search_options options = defaults();
    OK(dicechess_evaluator_from_callback(&s, meddle, NULL, 0, &s.evaluator, record));
    options.evaluator = s.evaluator;
    options.tt = s.tt;
    options.control = s.control;
    const dicechess_search_report report = best_turn(s.search, BISHOP, &options);
    CHECK(plays(&report, "e1d1") && report.score == -207);
    dicechess_search_free(s.search);
}

static void *cancel_once_started(void *user) {
    script *s = user;
    while (!atomic_load(&s->started)) continue;
    CHECK(dicechess_control_cancel(s->control, NULL) == DICECHESS_OK);
    return NULL;
}

/* A search that would take for ever ends when another thread cancels it, on one thread and on several. */
static void cancelling(void) {
    for (uint32_t threads = 1; threads <= 3; threads++) {
        script s = {.control = control_of(DICECHESS_NO_BUDGET, DICECHESS_NO_DEADLINE)};
        dicechess_search_options options = defaults();
        dicechess_evaluator *evaluator = evaluator_of(&s, DICECHESS_EVALUATOR_THREAD_SAFE);
        pthread_t other;
        options.evaluator = evaluator;
        options.control = s.control;
        options.depth = 8;
        options.threads = threads;
        CHECK(pthread_create(&other, NULL, cancel_once_started, &s) == 0);
        const dicechess_search_report report = best_turn_of(0, INITIAL " PNB", &options);
        CHECK(pthread_join(other, NULL) == 0);
        CHECK(!report.complete && report.stop_reason == DICECHESS_STOP_CANCELLED && report.length == 3);
        dicechess_control_free(s.control);
        dicechess_evaluator_free(evaluator);
    }
}

/* Checks what it is told, and stops the search when told to. */
static int32_t watch(void *user, const dicechess_search_progress *progress) {
    script *s = user;
    s->calls++;
    CHECK(progress->struct_size == sizeof *progress && progress->depth == 2 && progress->candidates == 4);
    CHECK(progress->candidates_done == (size_t)s->calls && progress->length == 1);
    CHECK(progress->value == -207.40740740740722 && progress->work > 0);
    return s->calls == s->fails_at ? s->code : 0;
}

static void progress(void) {
    script s = {.code = 7};
    dicechess_search *search = search_of(0);
    dicechess_state *state = state_of(BISHOP);
    dicechess_search_options options = defaults();
    dicechess_search_report report = {.struct_size = sizeof report};
    options.progress = watch;
    options.user_data = &s;
    best_turn(search, BISHOP, &options);
    CHECK(s.calls == 4);
    for (s.fails_at = 1; s.fails_at <= 4; s.fails_at++) {
        s.calls = 0;
        CHECK(dicechess_search_best_turn(search, state, &options, &report, &error) == DICECHESS_ERR_CALLBACK);
        CHECK(error.detail == 7 && strstr(error.message, "progress") != NULL && s.calls == s.fails_at);
    }
    dicechess_state_free(state);
    dicechess_search_free(search);
}

/* Each option with a value that it cannot have. */
static void bad_options(void) {
    script s = {0};
    dicechess_search *search = search_of(0);
    dicechess_state *state = state_of(BISHOP);
    dicechess_evaluator *callback = evaluator_of(&s, 0);
    dicechess_search_report report = {.struct_size = sizeof report, .score = 5};
    dicechess_search_options options;
#define REFUSED(member, value, status, part)                                                                           \
    do {                                                                                                               \
        options = defaults();                                                                                          \
        options.member = (value);                                                                                      \
        FAILS(dicechess_search_best_turn(search, state, &options, &report, record), status, 2,                         \
              (int64_t)offsetof(dicechess_search_options, member), part);                                              \
    } while (0)
    REFUSED(depth, 1, DICECHESS_ERR_RANGE, "depth is 1, expected 2 to 8");
    REFUSED(depth, 9, DICECHESS_ERR_RANGE, "depth is 9");
    REFUSED(depth, UINT32_MAX, DICECHESS_ERR_RANGE, "depth is 4294967295");
    REFUSED(rescorer_weight, 0.5, DICECHESS_ERR_RANGE, "no rescorer");
    REFUSED(rescorer_weight, NAN, DICECHESS_ERR_RANGE, "no rescorer");
    REFUSED(threads, 257, DICECHESS_ERR_RANGE, "threads is 257");
    REFUSED(iterative, 2, DICECHESS_ERR_RANGE, "iterative is 2");
    REFUSED(exact_only, -1, DICECHESS_ERR_RANGE, "exact_only is -1");
    REFUSED(cache, 3, DICECHESS_ERR_RANGE, "cache is 3");
    REFUSED(evaluator, (const dicechess_evaluator *)state, DICECHESS_ERR_HANDLE, "");
    REFUSED(pre_rank, (const dicechess_evaluator *)state, DICECHESS_ERR_HANDLE, "");
    REFUSED(rescorer, (const dicechess_evaluator *)state, DICECHESS_ERR_HANDLE, "");
    REFUSED(tt, (dicechess_tt *)state, DICECHESS_ERR_HANDLE, "");
    REFUSED(control, (dicechess_control *)state, DICECHESS_ERR_HANDLE, "");
    const double weights[] = {-0.1, 1.1, NAN, INFINITY};
    for (int i = 0; i < 4; i++) {
        options = defaults();
        options.rescorer = callback;
        options.rescorer_weight = weights[i];
        FAILS(dicechess_search_best_turn(search, state, &options, &report, record), DICECHESS_ERR_RANGE, 2,
              (int64_t)offsetof(dicechess_search_options, rescorer_weight), "weight is");
    }
    const struct {
        dicechess_utility_bounds bounds;
        size_t member;
        const char *part;
    } bounds[] = {
        {{NAN, 0, 0, 1}, 0, "terminal_loss is NaN, expected a finite number"},
        {{0, 0, 0, 1}, 8, "leaf_min is 0, expected more than terminal_loss"},
        {{-1, 5, 4, 9}, 16, "leaf_max is 4, expected at least leaf_min"},
        {{-1, 0, 4, 4}, 24, "terminal_win is 4, expected more than leaf_max"},
        {{-1, 0, 4, INFINITY}, 24, "terminal_win is inf"},
    };
    for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++) {
        options = defaults();
        options.bounds = bounds[i].bounds;
        FAILS(dicechess_search_best_turn(search, state, &options, &report, record), DICECHESS_ERR_RANGE, 2,
              (int64_t)(offsetof(dicechess_search_options, bounds) + bounds[i].member), bounds[i].part);
    }
    options = defaults();
    options.threads = 2;
    options.evaluator = callback;
    FAILS(dicechess_search_best_turn(search, state, &options, &report, record), DICECHESS_ERR_UNSUPPORTED, 2,
          (int64_t)offsetof(dicechess_search_options, threads), "THREAD_SAFE");
    options.struct_size = sizeof options - 8;
    FAILS(dicechess_search_best_turn(search, state, &options, &report, record), DICECHESS_ERR_STRUCT_SIZE, 2, 0, "options has");
    FAILS(dicechess_search_best_turn(NULL, state, NULL, &report, record), DICECHESS_ERR_NULL, 0, -1, "search is NULL");
    FAILS(dicechess_search_best_turn((dicechess_search *)state, state, NULL, &report, record), DICECHESS_ERR_HANDLE, 0, -1, "");
    FAILS(dicechess_search_best_turn(search, NULL, NULL, &report, record), DICECHESS_ERR_NULL, 1, -1, "state is NULL");
    FAILS(dicechess_search_best_turn(search, state, NULL, NULL, record), DICECHESS_ERR_NULL, 3, -1, "report is NULL");
    FAILS(dicechess_search_new(0, NULL, record), DICECHESS_ERR_NULL, 1, -1, "out is NULL");
    CHECK(report.score == 5);
    report.struct_size = 8;
    FAILS(dicechess_search_best_turn(search, state, NULL, &report, record), DICECHESS_ERR_STRUCT_SIZE, 3, 0, "report has");
    dicechess_search_free(search);
    dicechess_search_free(NULL);
    dicechess_evaluator_free(callback);
    dicechess_state_free(state);
}

/* A board that no game shows: the root has a turn, a chance node is refused before it takes all memory. */
static void hostile_board(void) {
    dicechess_search *search = search_of(0);
    dicechess_state *state = state_of("8/Q1Q1Q1Q1/8/1Q1Q1Q1Q/8/Q1Q1Q1Q1/8/1Q1Q1Q1Q w - - 0 1 QQQ");
    dicechess_search_report report = {.struct_size = sizeof report};
    OK(dicechess_search_best_turn(search, state, NULL, &report, record));
    CHECK(report.length == 3 && report.complete == 1 && report.distinct_states == 1000000);
    dicechess_evaluator *aggressive = NULL;
    OK(dicechess_evaluator_new(DICECHESS_EVALUATOR_AGGRESSIVE, &aggressive, record));
    double value;
    const dicechess_status status =
        dicechess_chance_node_value(state, DICECHESS_BLACK, 1, aggressive, NULL, NULL, &value, &error);
    CHECK(status == DICECHESS_ERR_LIMIT && error.message[0] != 0);
    dicechess_evaluator_free(aggressive);
    dicechess_state_free(state);
    dicechess_search_free(search);
}

int main(void) {
    recorded();
    millions_of_turns();
    risk();
    candidates();
    tables();
    limits();
    failing_evaluators();
    re_entry();
    cancelling();
    progress();
    bad_options();
    hostile_board();
    return 0;
}
