/* Callers who get everything wrong: pointers that are no handles or lie askew, memory used twice, lengths without end, callbacks that
 * pull away what calls them. Each is told so, and nothing is harmed. */
#include "check.h"

static dicechess_state *state;
static dicechess_turns *turns;
static dicechess_evaluator *evaluator;
static dicechess_eval_cache *cache;

/* Handles of other types, memory that is none, addresses between two words. */
static void no_handles(void) {
    static uint64_t zeros[64], noise[64];
    memset(noise, 0xA5, sizeof noise);
    void *const wrong[] = {turns, evaluator, cache, zeros, noise, (char *)state + 1, (char *)state + 4, (char *)zeros + 2};
    uint64_t key = 7;
    size_t count = 7;
    int32_t score = 7;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        dicechess_state *fake = wrong[i];
        CHECK(dicechess_state_key(fake, &key, &error) < 0 && key == 7);
        CHECK(error.field == 0 && (error.code == DICECHESS_ERR_HANDLE || error.code == DICECHESS_ERR_RANGE));
        CHECK(dicechess_state_end_turn(fake, &error) == error.code && error.code < 0);
        CHECK(dicechess_state_assign(state, fake, &error) < 0 && error.field == 1);
        CHECK(dicechess_turns_generate(turns, fake, DICECHESS_NO_LIMIT, &error) < 0 && error.field == 1);
        const dicechess_state *const list[] = {state, fake};
        FAILS(dicechess_evaluator_evaluate_batch(evaluator, list, 2, 0, &score, record), DICECHESS_ERR_HANDLE, 1, 1, "handle");
        FAILS(dicechess_eval_cache_evaluate_batch(cache, list, 2, 0, &score, record), DICECHESS_ERR_HANDLE, 1, 1, "handle");
        dicechess_state_free(fake);
        CHECK(score == 7);
    }
    CHECK(dicechess_turns_count((dicechess_turns *)state, &count, &error) == DICECHESS_ERR_HANDLE && count == 0);
    CHECK(dicechess_evaluator_evaluate((dicechess_evaluator *)cache, state, 0, &score, &error) == DICECHESS_ERR_HANDLE);
    CHECK(dicechess_eval_cache_evaluate((dicechess_eval_cache *)evaluator, state, 0, &score, &error) == DICECHESS_ERR_HANDLE);
    dicechess_turns_free((dicechess_turns *)state);
    dicechess_rolls_free((dicechess_rolls *)turns);
    dicechess_evaluator_free((dicechess_evaluator *)cache);
    dicechess_eval_cache_free((dicechess_eval_cache *)evaluator);
    CHECK(key_of(state) == 147143207481438466u);
}

/* Outputs between two words, and one place for everything. */
static void places(void) {
    uint64_t room[64] = {0};
    char *askew = (char *)room + 1;
    FAILS(dicechess_state_key(state, (uint64_t *)(void *)askew, record), DICECHESS_ERR_RANGE, 1, -1, "aligned");
    FAILS(dicechess_state_new((dicechess_state **)(void *)askew, record), DICECHESS_ERR_RANGE, 0, -1, "aligned");
    FAILS(dicechess_turns_count(turns, (size_t *)(void *)askew, record), DICECHESS_ERR_RANGE, 1, -1, "aligned");
    FAILS(dicechess_turns_fill(turns, NULL, NULL, (uint64_t *)(void *)askew, 2, NULL, record), DICECHESS_ERR_RANGE, 3, -1, "aligned");
    FAILS(dicechess_state_to_snapshot(state, (dicechess_snapshot *)(void *)askew, record), DICECHESS_ERR_RANGE, 1, -1, "aligned");
    CHECK(dicechess_state_key(state, room, (dicechess_error *)(void *)askew) == DICECHESS_ERR_STRUCT_SIZE && room[0] == 0);

    /* A handle as its own source and the same place for two outputs. */
    OK(dicechess_state_assign(state, state, record));
    int32_t equal = 0;
    OK(dicechess_state_equals(state, state, &equal, record));
    CHECK(equal == 1);
    size_t both = 9;
    dicechess_state *pawns = state_of(INITIAL " PPP");
    OK(dicechess_turns_generate(turns, pawns, DICECHESS_NO_LIMIT, record));
    CHECK(dicechess_turns_get(turns, 0, (dicechess_micro_move *)(void *)&both, &both, NULL) == DICECHESS_OK);
    CHECK(dicechess_turns_fill(turns, NULL, NULL, (uint64_t *)&both, 1, &both, NULL) == DICECHESS_ERR_BUFFER && both > 1000);
    OK(dicechess_turns_final_state(turns, 0, pawns, record));
    OK(dicechess_turns_generate(turns, pawns, DICECHESS_NO_LIMIT, record));
    dicechess_state_free(pawns);
    /* The text to read is also where the handle goes. */
    union {
        char text[DICECHESS_DFEN_MAX];
        dicechess_state *out;
    } shared = {.text = INITIAL};
    CHECK(dicechess_state_from_dfen(shared.text, sizeof INITIAL - 1, &shared.out, NULL) == DICECHESS_ERR_TEXT && !shared.out);
    /* The record is also the output. */
    union {
        dicechess_error error;
        dicechess_snapshot snapshot;
    } mixed = {.error = {.struct_size = sizeof mixed.error}};
    CHECK(dicechess_state_to_snapshot(state, &mixed.snapshot, &mixed.error) == DICECHESS_OK);
}

/* Every length that no memory has, and every capacity up to the one that suffices. */
static void lengths(void) {
    static const size_t endless[] = {SIZE_MAX, SIZE_MAX - 1, SIZE_MAX / 2 + 1, PTRDIFF_MAX};
    dicechess_state *out = NULL;
    dicechess_micro_move moves[3] = {0};
    uint8_t faces[4] = {1, 1, 1, 1};
    int32_t score = 7;
    for (size_t i = 0; i < sizeof endless / sizeof *endless; i++) {
        const size_t length = endless[i];
        const dicechess_state *const list[] = {state};
        if (length < SIZE_MAX && length > PTRDIFF_MAX) {
            FAILS(dicechess_state_from_dfen(INITIAL, length, &out, record), DICECHESS_ERR_RANGE, 0, -1, "elements");
            FAILS(dicechess_state_play_turn(state, "", length, NULL, record), DICECHESS_ERR_RANGE, 1, -1, "elements");
        }
        FAILS(dicechess_state_set_dice(state, faces, length, record), DICECHESS_ERR_RANGE, 1, -1, "dice");
        FAILS(dicechess_score_path(state, moves, length, evaluator, &score, record), DICECHESS_ERR_RANGE, 1, -1, "micro-moves");
        FAILS(dicechess_evaluator_evaluate_batch(evaluator, list, length, 0, &score, record), DICECHESS_ERR_RANGE, 4, -1, "elements");
        FAILS(dicechess_eval_cache_evaluate_batch(cache, list, length, 0, &score, record), DICECHESS_ERR_RANGE, 4, -1, "elements");
        FAILS(dicechess_turns_fill(turns, moves, NULL, NULL, length, NULL, record), DICECHESS_ERR_RANGE, 1, -1, "elements");
    }
    CHECK(out == NULL && score == 7);
    char text[DICECHESS_DFEN_MAX];
    for (size_t capacity = 0; capacity < sizeof INITIAL; capacity++) {
        size_t required = 0;
        memset(text, 'x', sizeof text);
        FAILS(dicechess_state_to_dfen(state, text, capacity, &required, record), DICECHESS_ERR_BUFFER, 1, -1, "required");
        CHECK(required == sizeof INITIAL && text[0] == (capacity == 0 ? 'x' : 0) && text[1] == 'x');
    }
    OK(dicechess_state_to_dfen(state, text, sizeof INITIAL, NULL, record));
    CHECK(strcmp(text, INITIAL) == 0);
}

/* Ten megabytes of letters, of spaces and of moves, and every byte that is no text. */
static void texts(void) {
    enum { LENGTH = 10 * 1024 * 1024 };
    char *text = malloc(LENGTH + 1);
    dicechess_state *out = NULL;
    CHECK(text != NULL);
    text[LENGTH] = 0;
    static const char fillings[] = {'8', ' ', '/', 'K', 'a'};
    for (size_t i = 0; i < sizeof fillings; i++) {
        memset(text, fillings[i], LENGTH);
        CHECK(dicechess_state_from_dfen(text, DICECHESS_NUL_TERMINATED, &out, &error) == DICECHESS_ERR_DFEN && out == NULL);
        const dicechess_status status = dicechess_state_play_turn(state, text, LENGTH, NULL, &error);
        CHECK(status == (fillings[i] == ' ' ? DICECHESS_OK : DICECHESS_ERR_ILLEGAL));
        if (status == DICECHESS_OK) OK(dicechess_state_set_side_to_move(state, DICECHESS_WHITE, record));
    }
    for (int byte = 0; byte < 256; byte++) {
        if (byte >= 1 && byte <= 0x7E) continue;
        memset(text, 'a', LENGTH);
        text[LENGTH - 1] = (char)byte;
        FAILS(dicechess_state_from_dfen(text, LENGTH, &out, record), DICECHESS_ERR_TEXT, 0, LENGTH - 1, "ASCII");
        FAILS(dicechess_state_play_turn(state, text + LENGTH - 5, 5, NULL, record), DICECHESS_ERR_TEXT, 1, 4, "ASCII");
        if (byte > 0x80 && byte < 0xFF) byte += 15;
    }
    free(text);
}

/* Numbers that name nothing. */
static void numbers(void) {
    static const int32_t none[] = {INT32_MIN, INT32_MIN + 1, -256, -1, 2, 7, 256, 65536, INT32_MAX};
    uint64_t men = 7;
    int32_t value = 7;
    dicechess_evaluator *out = evaluator;
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        FAILS(dicechess_state_set_side_to_move(state, none[i], record), DICECHESS_ERR_RANGE, 1, -1, "color");
        FAILS(dicechess_state_men(state, none[i], 1, &men, record), DICECHESS_ERR_RANGE, 1, -1, "color");
        FAILS(dicechess_state_men(state, 0, none[i] == 2 ? 0 : none[i], &men, record), DICECHESS_ERR_RANGE, 2, -1, "piece_type");
        FAILS(dicechess_evaluator_evaluate(evaluator, state, none[i], &value, record), DICECHESS_ERR_RANGE, 2, -1, "perspective");
        FAILS(dicechess_evaluator_new(none[i] == 2 ? 0 : none[i], &out, record), DICECHESS_ERR_RANGE, 0, -1, "kind");
        CHECK(strcmp(dicechess_status_name(none[i]), none[i] == -1 ? "NULL" : "UNKNOWN") == 0);
    }
    CHECK(men == 7 && value == 7 && out == NULL);
}

/* What a callback does to those who called it, and what is left to do afterwards. */
typedef struct {
    dicechess_state *state;
    dicechess_turns *turns;
    dicechess_evaluator *evaluator;
    dicechess_eval_cache *cache;
    int calls, drops;
} Saboteur;

static int32_t sabotage(void *user_data, const dicechess_snapshot *snapshot, dicechess_color side, int32_t *score) {
    Saboteur *saboteur = user_data;
    (void)side;
    saboteur->calls++;
    dicechess_state_free(saboteur->state);
    dicechess_turns_free(saboteur->turns);
    dicechess_evaluator_free(saboteur->evaluator);
    dicechess_eval_cache_free(saboteur->cache);
    saboteur->state = NULL;
    saboteur->turns = NULL;
    saboteur->evaluator = NULL;
    CHECK(saboteur->drops == 0);
    *score = snapshot->full_move_number;
    return 0;
}

/* Releasing the data asks the dying cache for its entries. */
static void sabotage_last(void *user_data) {
    Saboteur *saboteur = user_data;
    uint64_t entries = 7;
    saboteur->drops++;
    if (saboteur->cache) {
        CHECK(dicechess_eval_cache_entry_count(saboteur->cache, &entries, NULL) == DICECHESS_ERR_HANDLE && entries == 7);
        dicechess_eval_cache_free(saboteur->cache);
    }
}

static Saboteur *saboteur(int with_cache) {
    Saboteur *made = calloc(1, sizeof *made);
    CHECK(made != NULL);
    made->state = state_of(INITIAL " PPP");
    OK(dicechess_turns_new(&made->turns, record));
    OK(dicechess_turns_generate(made->turns, made->state, DICECHESS_NO_LIMIT, record));
    OK(dicechess_evaluator_from_callback(made, sabotage, sabotage_last, 0, &made->evaluator, record));
    if (with_cache) OK(dicechess_eval_cache_new(made->evaluator, &made->cache, record));
    return made;
}

static void callbacks(void) {
    enum { TURNS = 4000 };
    static int32_t scores[TURNS];
    int32_t score = 0;
    Saboteur *found = saboteur(0);
    OK(dicechess_evaluator_evaluate(found->evaluator, found->state, 0, &score, record));
    CHECK(score == 1 && found->calls == 1 && found->drops == 1);
    free(found);

    found = saboteur(0);
    size_t count = 0;
    OK(dicechess_score_turns(found->turns, found->evaluator, scores, TURNS, &count, record));
    CHECK(found->calls == (int)count && scores[count - 1] == 1 && found->drops == 1);
    free(found);

    found = saboteur(0);
    const dicechess_state *const list[] = {found->state, found->state};
    OK(dicechess_evaluator_evaluate_batch(found->evaluator, list, 2, 1, scores, record));
    CHECK(found->calls == 2 && found->drops == 1);
    free(found);

    /* A cache in use survives and keeps its evaluator. */
    found = saboteur(1);
    OK(dicechess_eval_cache_score_turns(found->cache, found->turns, scores, TURNS, &count, record));
    CHECK(found->calls > 0 && found->calls < (int)count && found->drops == 0);
    uint64_t entries = 0;
    OK(dicechess_eval_cache_entry_count(found->cache, &entries, record));
    CHECK(entries == (uint64_t)found->calls);
    dicechess_eval_cache_free(found->cache);
    CHECK(found->drops == 1);
    free(found);
}

int main(void) {
    state = state_of(INITIAL);
    OK(dicechess_turns_new(&turns, record));
    OK(dicechess_evaluator_new(DICECHESS_EVALUATOR_STANDARD, &evaluator, record));
    OK(dicechess_eval_cache_new(evaluator, &cache, record));
    no_handles();
    places();
    lengths();
    texts();
    numbers();
    callbacks();
    dicechess_eval_cache_free(cache);
    dicechess_evaluator_free(evaluator);
    dicechess_turns_free(turns);
    dicechess_state_free(state);
    return 0;
}
