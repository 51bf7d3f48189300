/*
 * An evaluator of one's own: scores all turns of positions, from a file with one DFEN a line or from standard input, with and
 * without a cache.
 *
 *   cc -std=c11 custom_evaluator.c $(pkg-config --cflags --libs dicechess) -o custom_evaluator
 *   ./custom_evaluator positions.dfen
 *
 * For each position: the best turn and its score, whether the cache changes the choice (it never does), and how many calls it saves. Then
 * the same evaluator fails on purpose, to show what the caller gets. The exit code is 1 if a line was bad or a choice differed.
 */
#include <dicechess.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the evaluator knows besides the position, and what it has done. */
typedef struct {
    int32_t centre_bonus;
    uint64_t calls;
    /* The number of the call that fails; 0: none does. */
    uint64_t failing_call;
} opinion;

enum { OUT_OF_OPINIONS = 17 };

static int32_t count(uint64_t board) {
    int32_t bits = 0;
    for (; board != 0; board &= board - 1) bits++;
    return bits;
}

/* Material, and a bonus for every man in the centre (d4, e4, d5, e5). */
static int32_t evaluate(void *user_data, const dicechess_snapshot *state, dicechess_color perspective, int32_t *score) {
    static const uint64_t centre = UINT64_C(0x0000001818000000);
    opinion *mine = user_data;
    if (++mine->calls == mine->failing_call) return OUT_OF_OPINIONS;
    const int32_t balance = count(state->by_color[0] & centre) - count(state->by_color[1] & centre);
    const int32_t white = state->material + mine->centre_bonus * balance;
    *score = perspective == DICECHESS_WHITE ? white : -white;
    return 0;
}

/* The first of the best turns. */
static size_t best_of(const int32_t *scores, size_t turns) {
    size_t best = 0;
    for (size_t i = 1; i < turns; i++) {
        if (scores[i] > scores[best]) best = i;
    }
    return best;
}

typedef struct {
    dicechess_state *state;
    dicechess_turns *turns;
    dicechess_evaluator *evaluator;
    opinion mine;
    dicechess_error error;
} context;

/* Scores all turns of the list twice. `plain` and `cached` have room for all of them. 1 if the choices are equal. */
static dicechess_status compare(context *c, int32_t *plain, int32_t *cached, size_t turns, int *equal) {
    dicechess_eval_cache *cache = NULL;
    char uci[DICECHESS_TURN_MAX];
    c->mine.calls = 0;
    dicechess_status status = dicechess_score_turns(c->turns, c->evaluator, plain, turns, NULL, &c->error);
    const uint64_t calls = c->mine.calls;
    c->mine.calls = 0;
    /* A cache serves one search: it is made for it and freed with it. */
    if (status == DICECHESS_OK) status = dicechess_eval_cache_new(c->evaluator, &cache, &c->error);
    if (status == DICECHESS_OK) status = dicechess_eval_cache_score_turns(cache, c->turns, cached, turns, NULL, &c->error);
    dicechess_eval_cache_free(cache);
    if (status != DICECHESS_OK) return status;
    const size_t best = best_of(plain, turns);
    *equal = memcmp(plain, cached, turns * sizeof *plain) == 0 && best == best_of(cached, turns);
    status = dicechess_turns_to_uci(c->turns, best, uci, sizeof uci, NULL, &c->error);
    if (status != DICECHESS_OK) return status;
    printf("%zu turns, best %s, score %" PRId32 "; %s with the cache; %" PRIu64 " calls without it, %" PRIu64 " with it\n",
           turns, uci, plain[best], *equal ? "the same" : "DIFFERENT", calls, c->mine.calls);
    return DICECHESS_OK;
}

static dicechess_status show(context *c, const char *line, size_t length, int *equal) {
    size_t turns = 0;
    dicechess_state_free(c->state);
    dicechess_status status = dicechess_state_from_dfen(line, length, &c->state, &c->error);
    if (status == DICECHESS_OK) status = dicechess_turns_generate(c->turns, c->state, DICECHESS_NO_LIMIT, &c->error);
    if (status == DICECHESS_OK) status = dicechess_turns_count(c->turns, &turns, &c->error);
    if (status != DICECHESS_OK) return status;
    if (turns == 0) {
        printf("a pass\n");
        return DICECHESS_OK;
    }
    int32_t *scores = calloc(2 * turns, sizeof *scores);
    if (scores == NULL) {
        fprintf(stderr, "no memory for the scores\n");
        exit(2);
    }
    status = compare(c, scores, scores + turns, turns, equal);
    free(scores);
    return status;
}

/*
 * Lets the second call of the evaluator fail, behind a cache: the caller gets the number that the callback returned, and its score is
 * untouched; the cache has counted the call and kept nothing of it, and what it had before is still there.
 */
static void show_failure(context *c) {
    static const char *const names[] = {"White", "Black"};
    static const dicechess_color perspectives[] = {DICECHESS_WHITE, DICECHESS_BLACK, DICECHESS_WHITE, DICECHESS_BLACK};
    dicechess_eval_cache *cache = NULL;
    int32_t score = -1;
    uint64_t calls = 0, entries = 0;
    c->mine.calls = 0;
    c->mine.failing_call = 2;
    dicechess_state_free(c->state);
    if (dicechess_state_new(&c->state, &c->error) != DICECHESS_OK ||
        dicechess_eval_cache_new(c->evaluator, &cache, &c->error) != DICECHESS_OK) {
        fprintf(stderr, "%s\n", c->error.message);
        return;
    }
    for (size_t i = 0; i < sizeof perspectives / sizeof *perspectives; i++) {
        const dicechess_status status = dicechess_eval_cache_evaluate(cache, c->state, perspectives[i], &score, &c->error);
        dicechess_eval_cache_evaluator_calls(cache, &calls, NULL);
        dicechess_eval_cache_entry_count(cache, &entries, NULL);
        printf("%s: %s, code %" PRId32 ", score %" PRId32 "; %" PRIu64 " calls, %" PRIu64 " entries\n", names[perspectives[i]],
               dicechess_status_name(status), c->error.detail, score, calls, entries);
        if (status != DICECHESS_OK) printf("message: %s\n", c->error.message);
    }
    dicechess_eval_cache_free(cache);
}

int main(int argument_count, char **arguments) {
    FILE *file = argument_count > 1 ? fopen(arguments[1], "rb") : stdin;
    if (file == NULL) {
        perror(arguments[1]);
        return 2;
    }
    context c = {.mine = {.centre_bonus = 25}, .error = {.struct_size = sizeof c.error}};
    if (dicechess_turns_new(&c.turns, &c.error) != DICECHESS_OK ||
        dicechess_evaluator_from_callback(&c.mine, evaluate, NULL, DICECHESS_EVALUATOR_IGNORES_CLOCKS, &c.evaluator, &c.error) != DICECHESS_OK) {
        fprintf(stderr, "%s\n", c.error.message);
        return 2;
    }
    int all_good = 1;
    char line[1024];
    for (int number = 1; fgets(line, sizeof line, file) != NULL; number++) {
        const size_t length = strcspn(line, "\r\n");
        int equal = 1;
        if (length == 0) continue;
        const dicechess_status status = show(&c, line, length, &equal);
        if (status != DICECHESS_OK) {
            fprintf(stderr, "line %d: %s: %s\n", number, dicechess_status_name(status), c.error.message);
        }
        all_good = all_good && equal && status == DICECHESS_OK;
    }
    show_failure(&c);
    dicechess_evaluator_free(c.evaluator);
    dicechess_turns_free(c.turns);
    dicechess_state_free(c.state);
    if (file != stdin) fclose(file);
    return all_good ? 0 : 1;
}
