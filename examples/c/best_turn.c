/*
 * The best turn of positions with dice, from a file with one DFEN a line or from standard input, by an evaluator of one's own.
 *
 *   cc -std=c11 best_turn.c $(pkg-config --cflags --libs dicechess) -o best_turn
 *   ./best_turn [-d DEPTH] [-t MILLISECONDS] positions.dfen
 *
 * Looks DEPTH turns ahead, 2 by default; with a time limit for each position it goes on as deep as the time allows, up to DEPTH if that
 * is given. A cache spares repeated evaluations; one table serves all positions. On a terminal a line shows how far the search is.
 * A bad line is reported on standard error; the rest is still read, and the exit code is then 1.
 */
#define _POSIX_C_SOURCE 200809L
#include <dicechess.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What lasts for the whole program. */
typedef struct {
    dicechess_search *search;
    dicechess_evaluator *evaluator;
    dicechess_search_options options;
    uint64_t nanoseconds;
    dicechess_error error;
} context;

static int32_t count(uint64_t board) {
    int32_t bits = 0;
    for (; board != 0; board &= board - 1) bits++;
    return bits;
}

/*
 * Material, and on top of it 10 for each man on the sixteen squares in the middle of the board (c3 to f6) and 40 for each pawn that is
 * at most two steps from promotion; the other side's count against it.
 */
static int32_t evaluate(void *user_data, const dicechess_snapshot *state, dicechess_color perspective, int32_t *score) {
    static const uint64_t middle = UINT64_C(0x00003C3C3C3C0000);
    static const uint64_t advanced[2] = {UINT64_C(0x00FFFF0000000000), UINT64_C(0x0000000000FFFF00)};
    int32_t white = state->material;
    (void)user_data;
    for (int color = 0; color < 2; color++) {
        const uint64_t pawns = state->by_color[color] & state->by_type[0];
        const int32_t bonus = 10 * count(state->by_color[color] & middle) + 40 * count(pawns & advanced[color]);
        white += color == DICECHESS_WHITE ? bonus : -bonus;
    }
    *score = perspective == DICECHESS_WHITE ? white : -white;
    return 0;
}

/* Overwrites one line of the terminal. */
static int32_t show_progress(void *user_data, const dicechess_search_progress *progress) {
    (void)user_data;
    fprintf(stderr, "\rdepth %" PRIu32 ": %zu of %zu candidates, best value %.1f, work %" PRIu64 "   ", progress->depth,
            progress->candidates_done, progress->candidates, progress->value, progress->work);
    return 0;
}

static void clear_progress(const context *c) {
    if (c->options.progress != NULL) fprintf(stderr, "\r%*s\r", 79, "");
}

/* The UCI text of the report's turn. */
static dicechess_status write_turn(context *c, const dicechess_search_report *report, char *text) {
    dicechess_status status = DICECHESS_OK;
    strcpy(text, report->length == 0 ? "pass" : "");
    for (size_t i = 0; i < report->length && status == DICECHESS_OK; i++) {
        if (i > 0) strcat(text, " ");
        status = dicechess_micro_move_to_uci(report->moves[i], text + strlen(text), DICECHESS_MICRO_MOVE_MAX, NULL, &c->error);
    }
    return status;
}

static void print(const char *dfen, const char *turn, const dicechess_search_report *report) {
    printf("%s\n", dfen);
    printf("  best turn  %s\n", turn);
    if (report->score == DICECHESS_TERMINAL_WIN_SCORE) {
        printf("  score      takes the king\n");
    } else {
        printf("  score      %" PRId32 "%s\n", report->score,
               report->bound == DICECHESS_BOUND_EXACT || report->length == 0 ? "" : " before the search");
    }
    printf("  search     depth %" PRIu32 ", work %" PRIu64 ", %" PRIu64 " of %" PRIu64 " turns, %s\n", report->depth,
           report->work, report->candidates_selected, report->legal_turns, report->complete ? "complete" : "stopped");
    printf("  speed      %.0f nodes/s\n", report->nodes_per_second);
    printf("  risk       %.1f %% to lose the king to the next roll, %.1f %% to take one with the roll after it\n\n",
           100 * report->loss_risk, 100 * report->win_chance);
}

static dicechess_status find(context *c, const dicechess_state *state) {
    char dfen[DICECHESS_DFEN_MAX], turn[DICECHESS_TURN_MAX];
    dicechess_search_report report = {.struct_size = sizeof report};
    dicechess_status status = dicechess_state_to_dfen(state, dfen, sizeof dfen, NULL, &c->error);
    /* A control serves one search. */
    if (status == DICECHESS_OK) {
        status = dicechess_control_new(DICECHESS_NO_BUDGET, c->nanoseconds, &c->options.control, &c->error);
    }
    if (status == DICECHESS_OK) status = dicechess_search_best_turn(c->search, state, &c->options, &report, &c->error);
    dicechess_control_free(c->options.control);
    clear_progress(c);
    if (status == DICECHESS_OK) status = write_turn(c, &report, turn);
    if (status == DICECHESS_OK) print(dfen, turn, &report);
    return status;
}

static dicechess_status find_from_text(context *c, const char *line, size_t length) {
    dicechess_state *state = NULL;
    dicechess_status status = dicechess_state_from_dfen(line, length, &state, &c->error);
    if (status == DICECHESS_OK) status = find(c, state);
    dicechess_state_free(state);
    return status;
}

/* Makes the search and all that it uses. */
static dicechess_status prepare(context *c) {
    const int32_t properties = DICECHESS_EVALUATOR_IGNORES_CLOCKS | DICECHESS_EVALUATOR_THREAD_SAFE;
    dicechess_status status = dicechess_evaluator_from_callback(NULL, evaluate, NULL, properties, &c->evaluator, &c->error);
    c->options.evaluator = c->evaluator;
    if (status == DICECHESS_OK) status = dicechess_tt_new(DICECHESS_TT_DEFAULT_CAPACITY, &c->options.tt, &c->error);
    if (status == DICECHESS_OK) status = dicechess_search_new(0, &c->search, &c->error);
    return status;
}

/* Reads the options; the number of the first argument that is none, or 0 if they are wrong. */
static int read_options(context *c, int argument_count, char **arguments) {
    int option;
    while ((option = getopt(argument_count, arguments, "d:t:")) != -1) {
        char *end = NULL;
        const unsigned long number = optarg == NULL ? 0 : strtoul(optarg, &end, 10);
        if (number == 0 || number > 1000000000 || *end != 0) return 0;
        if (option == 'd') c->options.depth = (uint32_t)number;
        if (option == 't') c->nanoseconds = (uint64_t)number * 1000000;
    }
    if (c->nanoseconds != DICECHESS_NO_DEADLINE) {
        c->options.iterative = 1;
        if (c->options.depth == 0) c->options.depth = DICECHESS_SEARCH_MAX_DEPTH;
    }
    return optind;
}

int main(int argument_count, char **arguments) {
    context c = {.options = {.struct_size = sizeof c.options, .cache = 1},
                 .nanoseconds = DICECHESS_NO_DEADLINE,
                 .error = {.struct_size = sizeof c.error}};
    const int first = read_options(&c, argument_count, arguments);
    if (first == 0) {
        fprintf(stderr, "usage: %s [-d DEPTH] [-t MILLISECONDS] [FILE]\n", arguments[0]);
        return 2;
    }
    FILE *file = first < argument_count ? fopen(arguments[first], "rb") : stdin;
    if (file == NULL) {
        perror(arguments[first]);
        return 2;
    }
    if (isatty(STDERR_FILENO)) c.options.progress = show_progress;
    if (prepare(&c) != DICECHESS_OK) {
        fprintf(stderr, "%s\n", c.error.message);
        return 2;
    }
    int all_good = 1;
    char line[1024];
    for (int number = 1; fgets(line, sizeof line, file) != NULL; number++) {
        const size_t length = strcspn(line, "\r\n");
        if (length == 0) continue;
        const dicechess_status status = find_from_text(&c, line, length);
        if (status != DICECHESS_OK) {
            fprintf(stderr, "line %d: %s: %s\n", number, dicechess_status_name(status), c.error.message);
            all_good = 0;
        }
    }
    dicechess_search_free(c.search);
    dicechess_tt_free(c.options.tt);
    dicechess_evaluator_free(c.evaluator);
    if (file != stdin) fclose(file);
    return all_good ? 0 : 1;
}
