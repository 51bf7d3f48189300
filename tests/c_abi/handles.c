/* Every parameter that is a handle gets handles of all other types, and pointers that no handle can have. Every function that makes
 * handles leaves NULL, whatever fails. tests/c_abi.rs sees to it that none is missing. */
#include "check.h"

enum { ROOM = 64 };

/* The types of handles. */
enum { STATE, TURNS, ROLLS, EVALUATOR, EVAL_CACHE, CONTROL, TT, SEARCH, CHUNK_STORE, POSITION_CACHE, POSITION, TYPES, NONE };

/* One handle of each type, alive. */
static void *live[TYPES];

/* Where outputs go. */
static void *made[ROOM];
#define MADE ((void *)made)
static size_t sizes[ROOM];
static uint64_t words[ROOM];
static int32_t numbers[ROOM];
static uint32_t bits;
static uint8_t bytes[4 * ROOM];
static size_t stream_length;
static double real;
static char text[4 * ROOM];
static dicechess_micro_move moves[3 * ROOM];
static dicechess_cell cells[ROOM];
static dicechess_snapshot snapshot = {.struct_size = sizeof snapshot};
static dicechess_perft perft = {.struct_size = sizeof perft};
static dicechess_tt_entry tt_entry = {.struct_size = sizeof tt_entry, .bound = DICECHESS_BOUND_EXACT};
static dicechess_telemetry telemetry = {.struct_size = sizeof telemetry};
static dicechess_search_report search_report = {.struct_size = sizeof search_report};
static dicechess_candidate candidate = {.struct_size = sizeof candidate};
static dicechess_win_estimate win_estimate = {.struct_size = sizeof win_estimate};
static dicechess_chunk_store_counts chunk_store_counts = {.struct_size = sizeof chunk_store_counts};
static dicechess_position_cache_counts position_cache_counts = {.struct_size = sizeof position_cache_counts};
static dicechess_position_extent position_extent = {.struct_size = sizeof position_extent};
static dicechess_position_identity position_identity = {.struct_size = sizeof position_identity};
static dicechess_delta delta = {.struct_size = sizeof delta};
static dicechess_stream_report stream_report = {.struct_size = sizeof stream_report};

static int32_t score(void *unused, const dicechess_snapshot *state, dicechess_color color, int32_t *value) {
    (void)unused, (void)state, (void)color;
    *value = 0;
    return 0;
}
static int32_t score_all(void *unused, const dicechess_snapshot *list, size_t count, dicechess_color color, int32_t *values) {
    (void)unused, (void)list, (void)color;
    memset(values, 0, count * sizeof *values);
    return 0;
}
static int64_t clock_of(void *unused) {
    (void)unused;
    return 0;
}
static int32_t visit(void *unused, uint64_t address, dicechess_cell cell) {
    (void)unused, (void)address, (void)cell;
    return 0;
}
static int32_t write_out(void *unused, const uint8_t *start, size_t length) {
    (void)unused, (void)start, (void)length;
    return 0;
}

/* The parameter with this number, a handle of `type`, is refused if it is `wrong`, which is a handle of `kind`. */
#define HANDLE(function, number, type, ...)                                                                            \
    do {                                                                                                               \
        if (kind != (type)) {                                                                                          \
            FAILS(function(__VA_ARGS__, record), DICECHESS_ERR_HANDLE, number, -1, "no live handle of this type");     \
        }                                                                                                              \
    } while (0)

static void states(void *wrong, int kind) {
    HANDLE(dicechess_state_clone, 0, STATE, wrong, MADE);
    HANDLE(dicechess_state_assign, 0, STATE, wrong, live[STATE]);
    HANDLE(dicechess_state_assign, 1, STATE, live[STATE], wrong);
    HANDLE(dicechess_state_to_snapshot, 0, STATE, wrong, &snapshot);
    HANDLE(dicechess_state_to_dfen, 0, STATE, wrong, text, ROOM, sizes);
    HANDLE(dicechess_state_to_normalised_dfen, 0, STATE, wrong, text, ROOM, sizes);
    HANDLE(dicechess_state_equals, 0, STATE, wrong, live[STATE], numbers);
    HANDLE(dicechess_state_equals, 1, STATE, live[STATE], wrong, numbers);
    HANDLE(dicechess_state_key, 0, STATE, wrong, words);
    HANDLE(dicechess_state_side_to_move, 0, STATE, wrong, numbers);
    HANDLE(dicechess_state_piece_at, 0, STATE, wrong, 0, bytes);
    HANDLE(dicechess_state_men, 0, STATE, wrong, 0, 1, words);
    HANDLE(dicechess_state_castling_rights, 0, STATE, wrong, numbers);
    HANDLE(dicechess_state_en_passant, 0, STATE, wrong, words);
    HANDLE(dicechess_state_dice, 0, STATE, wrong, bytes);
    HANDLE(dicechess_state_half_move_clock, 0, STATE, wrong, numbers);
    HANDLE(dicechess_state_full_move_number, 0, STATE, wrong, numbers);
    HANDLE(dicechess_state_material, 0, STATE, wrong, 0, numbers);
    HANDLE(dicechess_state_faults, 0, STATE, wrong, &bits);
    HANDLE(dicechess_state_set_dice, 0, STATE, wrong, bytes, 0);
    HANDLE(dicechess_state_set_side_to_move, 0, STATE, wrong, 0);
    HANDLE(dicechess_state_end_turn, 0, STATE, wrong);
    HANDLE(dicechess_state_micro_moves, 0, STATE, wrong, moves, ROOM, sizes);
    HANDLE(dicechess_state_first_moves, 0, STATE, wrong, moves, ROOM, sizes);
    HANDLE(dicechess_state_make_micro_move, 0, STATE, wrong, 4892);
    HANDLE(dicechess_state_play_turn, 0, STATE, wrong, "e2e4", 4, numbers);
    HANDLE(dicechess_state_perft, 0, STATE, wrong, 1, 0, &perft);
}

static void lists(void *wrong, int kind) {
    HANDLE(dicechess_turns_generate, 0, TURNS, wrong, live[STATE], 0);
    HANDLE(dicechess_turns_generate, 1, STATE, live[TURNS], wrong, 0);
    HANDLE(dicechess_turns_generate_distinct, 0, TURNS, wrong, live[STATE], 0);
    HANDLE(dicechess_turns_generate_distinct, 1, STATE, live[TURNS], wrong, 0);
    HANDLE(dicechess_turns_count, 0, TURNS, wrong, sizes);
    HANDLE(dicechess_turns_king_captures, 0, TURNS, wrong, sizes);
    HANDLE(dicechess_turns_get, 0, TURNS, wrong, 0, moves, sizes);
    HANDLE(dicechess_turns_to_uci, 0, TURNS, wrong, 0, text, ROOM, sizes);
    HANDLE(dicechess_turns_final_state, 0, TURNS, wrong, 0, live[STATE]);
    HANDLE(dicechess_turns_final_state, 2, STATE, live[TURNS], 0, wrong);
    HANDLE(dicechess_turns_fill, 0, TURNS, wrong, moves, bytes, words, ROOM, sizes);
    HANDLE(dicechess_rolls_expand, 0, ROLLS, wrong, live[STATE], 0);
    HANDLE(dicechess_rolls_expand, 1, STATE, live[ROLLS], wrong, 0);
    HANDLE(dicechess_rolls_outcomes, 0, ROLLS, wrong, bytes, bytes, sizes);
    HANDLE(dicechess_rolls_keys, 0, ROLLS, wrong, 0, words, ROOM, sizes);
    HANDLE(dicechess_rolls_final_state, 0, ROLLS, wrong, 0, 0, live[STATE]);
    HANDLE(dicechess_rolls_final_state, 3, STATE, live[ROLLS], 0, 0, wrong);
}

static void evaluators(void *wrong, int kind) {
    HANDLE(dicechess_evaluator_evaluate, 0, EVALUATOR, wrong, live[STATE], 0, numbers);
    HANDLE(dicechess_evaluator_evaluate, 1, STATE, live[EVALUATOR], wrong, 0, numbers);
    HANDLE(dicechess_evaluator_evaluate_batch, 0, EVALUATOR, wrong, NULL, 0, 0, numbers);
    HANDLE(dicechess_eval_cache_new, 0, EVALUATOR, wrong, MADE);
    HANDLE(dicechess_eval_cache_evaluate, 0, EVAL_CACHE, wrong, live[STATE], 0, numbers);
    HANDLE(dicechess_eval_cache_evaluate, 1, STATE, live[EVAL_CACHE], wrong, 0, numbers);
    HANDLE(dicechess_eval_cache_evaluate_batch, 0, EVAL_CACHE, wrong, NULL, 0, 0, numbers);
    HANDLE(dicechess_eval_cache_evaluator_calls, 0, EVAL_CACHE, wrong, words);
    HANDLE(dicechess_eval_cache_hits, 0, EVAL_CACHE, wrong, words);
    HANDLE(dicechess_eval_cache_entry_count, 0, EVAL_CACHE, wrong, words);
    HANDLE(dicechess_eval_cache_bytes_used, 0, EVAL_CACHE, wrong, words);
    HANDLE(dicechess_score_path, 0, STATE, wrong, moves, 0, live[EVALUATOR], numbers);
    HANDLE(dicechess_score_path, 3, EVALUATOR, live[STATE], moves, 0, wrong, numbers);
    HANDLE(dicechess_eval_cache_score_path, 0, EVAL_CACHE, wrong, live[STATE], moves, 0, numbers);
    HANDLE(dicechess_eval_cache_score_path, 1, STATE, live[EVAL_CACHE], wrong, moves, 0, numbers);
    HANDLE(dicechess_score_turns, 0, TURNS, wrong, live[EVALUATOR], numbers, ROOM, sizes);
    HANDLE(dicechess_score_turns, 1, EVALUATOR, live[TURNS], wrong, numbers, ROOM, sizes);
    HANDLE(dicechess_eval_cache_score_turns, 0, EVAL_CACHE, wrong, live[TURNS], numbers, ROOM, sizes);
    HANDLE(dicechess_eval_cache_score_turns, 1, TURNS, live[EVAL_CACHE], wrong, numbers, ROOM, sizes);
    HANDLE(dicechess_king_capture_probability, 0, STATE, wrong, 0, &real);
    HANDLE(dicechess_king_capture_rolls, 0, STATE, wrong, 0, words, &bits);
}

static void searches(void *wrong, int kind) {
    HANDLE(dicechess_control_cancel, 0, CONTROL, wrong);
    HANDLE(dicechess_control_is_cancelled, 0, CONTROL, wrong, numbers);
    HANDLE(dicechess_control_work_used, 0, CONTROL, wrong, words);
    HANDLE(dicechess_control_stop_reason, 0, CONTROL, wrong, numbers);
    HANDLE(dicechess_tt_capacity, 0, TT, wrong, sizes);
    HANDLE(dicechess_tt_bytes, 0, TT, wrong, sizes);
    HANDLE(dicechess_tt_probe, 0, TT, wrong, 0, &tt_entry);
    HANDLE(dicechess_tt_store, 0, TT, wrong, &tt_entry);
    HANDLE(dicechess_tt_clear, 0, TT, wrong);
    HANDLE(dicechess_tt_telemetry, 0, TT, wrong, &telemetry);
    HANDLE(dicechess_tt_reset_telemetry, 0, TT, wrong);
    HANDLE(dicechess_search_best_turn, 0, SEARCH, wrong, live[STATE], NULL, &search_report);
    HANDLE(dicechess_search_best_turn, 1, STATE, live[SEARCH], wrong, NULL, &search_report);
    HANDLE(dicechess_search_candidates, 0, SEARCH, wrong, &candidate, ROOM, sizes);
    HANDLE(dicechess_chance_node_value, 0, STATE, wrong, 0, 1, live[EVALUATOR], NULL, live[CONTROL], &real);
    HANDLE(dicechess_chance_node_value, 3, EVALUATOR, live[STATE], 0, 1, wrong, NULL, live[CONTROL], &real);
    HANDLE(dicechess_chance_node_value, 5, CONTROL, live[STATE], 0, 1, live[EVALUATOR], NULL, wrong, &real);
    HANDLE(dicechess_search_estimate_win, 0, SEARCH, wrong, live[STATE], NULL, &win_estimate);
    HANDLE(dicechess_search_estimate_win, 1, STATE, live[SEARCH], wrong, NULL, &win_estimate);
    HANDLE(dicechess_search_choose_turn, 0, SEARCH, wrong, live[STATE], "greedy", 6, live[CONTROL], moves, sizes);
    HANDLE(dicechess_search_choose_turn, 1, STATE, live[SEARCH], wrong, "greedy", 6, live[CONTROL], moves, sizes);
    HANDLE(dicechess_search_choose_turn, 4, CONTROL, live[SEARCH], live[STATE], "greedy", 6, wrong, moves, sizes);
}

static void tapes(void *wrong, int kind) {
    HANDLE(dicechess_chunk_store_retain, 0, CHUNK_STORE, wrong);
    HANDLE(dicechess_chunk_store_stats, 0, CHUNK_STORE, wrong, &chunk_store_counts);
    HANDLE(dicechess_chunk_store_successors, 0, CHUNK_STORE, wrong, 0, words, ROOM, sizes);
    HANDLE(dicechess_chunk_store_clear_index, 0, CHUNK_STORE, wrong);
    HANDLE(dicechess_position_cache_retain, 0, POSITION_CACHE, wrong);
    HANDLE(dicechess_position_cache_stats, 0, POSITION_CACHE, wrong, &position_cache_counts);
    HANDLE(dicechess_position_cache_clear, 0, POSITION_CACHE, wrong);
    HANDLE(dicechess_position_new, 0, STATE, wrong, live[CHUNK_STORE], live[POSITION_CACHE], MADE);
    HANDLE(dicechess_position_new, 1, CHUNK_STORE, live[STATE], wrong, live[POSITION_CACHE], MADE);
    HANDLE(dicechess_position_new, 2, POSITION_CACHE, live[STATE], live[CHUNK_STORE], wrong, MADE);
    HANDLE(dicechess_position_from_chunk, 0, CHUNK_STORE, wrong, 0, MADE);
    HANDLE(dicechess_position_fork, 0, POSITION, wrong, MADE);
    HANDLE(dicechess_position_attach_cache, 0, POSITION, wrong, live[POSITION_CACHE]);
    HANDLE(dicechess_position_attach_cache, 1, POSITION_CACHE, live[POSITION], wrong);
    HANDLE(dicechess_position_roll, 0, POSITION, wrong, bytes, 0);
    HANDLE(dicechess_position_make_micro_move, 0, POSITION, wrong, 4892);
    HANDLE(dicechess_position_end_turn, 0, POSITION, wrong);
    HANDLE(dicechess_position_note, 0, POSITION, wrong, 0);
    HANDLE(dicechess_position_undo, 0, POSITION, wrong);
    HANDLE(dicechess_position_unmake, 0, POSITION, wrong);
    HANDLE(dicechess_position_unwind_turn, 0, POSITION, wrong);
    HANDLE(dicechess_position_unwind_to, 0, POSITION, wrong, 0, words);
    HANDLE(dicechess_position_seek, 0, POSITION, wrong, 0, words);
    HANDLE(dicechess_position_seek_turn, 0, POSITION, wrong, 0, words);
    HANDLE(dicechess_position_step, 0, POSITION, wrong, 0, words);
    HANDLE(dicechess_position_truncate, 0, POSITION, wrong);
    HANDLE(dicechess_position_drop_before, 0, POSITION, wrong, 0, words);
    HANDLE(dicechess_position_info, 0, POSITION, wrong, &position_extent);
    HANDLE(dicechess_position_hashes, 0, POSITION, wrong, &position_identity);
    HANDLE(dicechess_position_state, 0, POSITION, wrong, live[STATE]);
    HANDLE(dicechess_position_state, 1, STATE, live[POSITION], wrong);
    HANDLE(dicechess_position_keyframe, 0, POSITION, wrong, bytes);
    HANDLE(dicechess_position_attacks, 0, POSITION, wrong, 0, 1, words);
    HANDLE(dicechess_position_turns, 0, POSITION, wrong, live[TURNS], 0);
    HANDLE(dicechess_position_turns, 1, TURNS, live[POSITION], wrong, 0);
    HANDLE(dicechess_position_read, 0, POSITION, wrong, 0, 0, cells, ROOM, sizes);
    HANDLE(dicechess_position_run, 0, POSITION, wrong, 0, 0, NULL, visit);
    HANDLE(dicechess_position_delta, 0, POSITION, wrong, 0, 0, &delta);
    HANDLE(dicechess_stream_decode, 2, CHUNK_STORE, bytes, 0, wrong, NULL, MADE, 1, sizes, &stream_report);
    HANDLE(dicechess_position_to_text, 0, POSITION, wrong, text, ROOM, sizes);
    HANDLE(dicechess_position_play_text, 0, POSITION, wrong, "e2e4", 4);
    HANDLE(dicechess_stream_from_text, 0, STATE, wrong, "e2e4", 4, bytes, ROOM, sizes);
    HANDLE(dicechess_stream_to_text, 3, STATE, bytes, stream_length, 0, wrong, text, ROOM, sizes);
}

/* Handles in arrays and in structs. */
static void members(void *wrong, int kind) {
    const void *list[] = {live[STATE], wrong};
    void *states = list;
    if (kind != STATE) {
        FAILS(dicechess_evaluator_evaluate_batch(live[EVALUATOR], states, 2, 0, numbers, record), DICECHESS_ERR_HANDLE, 1, 1, "");
        FAILS(dicechess_eval_cache_evaluate_batch(live[EVAL_CACHE], states, 2, 0, numbers, record), DICECHESS_ERR_HANDLE, 1, 1, "");
    }
    list[0] = live[POSITION];
    if (kind != POSITION) {
        FAILS(dicechess_stream_encode(states, 2, 0, bytes, ROOM, sizes, record), DICECHESS_ERR_HANDLE, 0, 1, "");
        FAILS(dicechess_stream_encode_to(states, 2, 0, NULL, write_out, record), DICECHESS_ERR_HANDLE, 0, 1, "");
    }
#define MEMBER(type, member)                                                                                           \
    if (kind != (type)) {                                                                                              \
        dicechess_search_options options = {.struct_size = sizeof options, .member = wrong};                           \
        FAILS(dicechess_search_best_turn(live[SEARCH], live[STATE], &options, &search_report, record),                 \
              DICECHESS_ERR_HANDLE, 2, offsetof(dicechess_search_options, member), "");                                \
    }
    MEMBER(EVALUATOR, evaluator)
    MEMBER(EVALUATOR, pre_rank)
    MEMBER(EVALUATOR, rescorer)
    MEMBER(TT, tt)
    MEMBER(CONTROL, control)
    if (kind != CONTROL) {
        dicechess_monte_carlo_options options = {.struct_size = sizeof options, .control = wrong};
        FAILS(dicechess_search_estimate_win(live[SEARCH], live[STATE], &options, &win_estimate, record),
              DICECHESS_ERR_HANDLE, 2, offsetof(dicechess_monte_carlo_options, control), "");
    }
}

/* What is no handle of their type they leave alone; what is, too, as long as it is no live one. */
static void freed(void *wrong, int kind) {
    if (kind != STATE) dicechess_state_free(wrong);
    if (kind != TURNS) dicechess_turns_free(wrong);
    if (kind != ROLLS) dicechess_rolls_free(wrong);
    if (kind != EVALUATOR) dicechess_evaluator_free(wrong);
    if (kind != EVAL_CACHE) dicechess_eval_cache_free(wrong);
    if (kind != CONTROL) dicechess_control_free(wrong);
    if (kind != TT) dicechess_tt_free(wrong);
    if (kind != SEARCH) dicechess_search_free(wrong);
    if (kind != CHUNK_STORE) dicechess_chunk_store_release(wrong);
    if (kind != POSITION_CACHE) dicechess_position_cache_release(wrong);
    if (kind != POSITION) dicechess_position_free(wrong);
}

/* NULL takes the place of what was there even if the record has a wrong size, before anything else is looked at. */
#define MAKES(function, ...)                                                                                           \
    do {                                                                                                               \
        dicechess_error small = {.struct_size = sizeof small - 1};                                                     \
        for (int i = 0; i < ROOM; i++) made[i] = text;                                                                 \
        CHECK(function(__VA_ARGS__, &small) == DICECHESS_ERR_STRUCT_SIZE);                                             \
        CHECK(made[0] == NULL && made[3] == text);                                                                     \
    } while (0)

static void constructors(void) {
    MAKES(dicechess_state_new, MADE);
    MAKES(dicechess_state_from_dfen, INITIAL, DICECHESS_NUL_TERMINATED, MADE);
    MAKES(dicechess_state_from_dfen_strict, INITIAL, DICECHESS_NUL_TERMINATED, MADE);
    MAKES(dicechess_state_from_snapshot, &snapshot, MADE);
    MAKES(dicechess_state_clone, live[STATE], MADE);
    MAKES(dicechess_turns_new, MADE);
    MAKES(dicechess_rolls_new, MADE);
    MAKES(dicechess_evaluator_new, DICECHESS_EVALUATOR_MATERIAL, MADE);
    MAKES(dicechess_evaluator_from_callback, NULL, score, NULL, 0, MADE);
    MAKES(dicechess_evaluator_from_batch_callback, NULL, score_all, NULL, 0, MADE);
    MAKES(dicechess_eval_cache_new, live[EVALUATOR], MADE);
    MAKES(dicechess_control_new, 1, 1, MADE);
    MAKES(dicechess_control_new_with_clock, NULL, clock_of, NULL, 1, 1, MADE);
    MAKES(dicechess_tt_new, 1, MADE);
    MAKES(dicechess_tt_new_with_bytes, 32, MADE);
    MAKES(dicechess_search_new, 0, MADE);
    MAKES(dicechess_chunk_store_new, NULL, MADE);
    MAKES(dicechess_position_cache_new, 1000, MADE);
    MAKES(dicechess_position_new, NULL, NULL, NULL, MADE);
    MAKES(dicechess_position_from_chunk, live[CHUNK_STORE], 0, MADE);
    MAKES(dicechess_position_fork, live[POSITION], MADE);
    MAKES(dicechess_stream_decode, bytes, 0, NULL, NULL, MADE, 3, sizes, &stream_report);
    CHECK(made[1] == NULL && made[2] == NULL);
    /* Where nothing can go, nothing is written. */
    dicechess_error small = {.struct_size = 0};
    CHECK(dicechess_state_new(NULL, &small) == DICECHESS_ERR_STRUCT_SIZE);
    CHECK(dicechess_state_new((void *)((char *)made + 1), &small) == DICECHESS_ERR_STRUCT_SIZE);
    CHECK(dicechess_stream_decode(bytes, 0, NULL, NULL, MADE, SIZE_MAX, NULL, NULL, &small) == DICECHESS_ERR_STRUCT_SIZE);
    CHECK(made[3] == text);
}

static void all(void *wrong, int kind) {
    states(wrong, kind);
    lists(wrong, kind);
    evaluators(wrong, kind);
    searches(wrong, kind);
    tapes(wrong, kind);
    members(wrong, kind);
    freed(wrong, kind);
}

int main(void) {
    live[STATE] = state_of(INITIAL " PNB");
    OK(dicechess_turns_new((void *)&live[TURNS], record));
    OK(dicechess_turns_generate(live[TURNS], live[STATE], DICECHESS_NO_LIMIT, record));
    OK(dicechess_rolls_new((void *)&live[ROLLS], record));
    OK(dicechess_rolls_expand(live[ROLLS], live[STATE], DICECHESS_NO_LIMIT, record));
    OK(dicechess_evaluator_new(DICECHESS_EVALUATOR_MATERIAL, (void *)&live[EVALUATOR], record));
    OK(dicechess_eval_cache_new(live[EVALUATOR], (void *)&live[EVAL_CACHE], record));
    OK(dicechess_control_new(1, 1, (void *)&live[CONTROL], record));
    OK(dicechess_tt_new(16, (void *)&live[TT], record));
    OK(dicechess_search_new(0, (void *)&live[SEARCH], record));
    OK(dicechess_chunk_store_new(NULL, (void *)&live[CHUNK_STORE], record));
    OK(dicechess_position_cache_new(1000, (void *)&live[POSITION_CACHE], record));
    OK(dicechess_position_new(NULL, NULL, NULL, (void *)&live[POSITION], record));
    const dicechess_position *game = live[POSITION];
    OK(dicechess_stream_encode(&game, 1, 0, bytes, sizeof bytes, &stream_length, record));
    for (int kind = 0; kind < TYPES; kind++) {
        all(live[kind], kind);
        for (int shift = 1; shift < 8; shift++) all((char *)live[kind] + shift, NONE);
    }
    constructors();
    dicechess_state_free(live[STATE]);
    dicechess_turns_free(live[TURNS]);
    dicechess_rolls_free(live[ROLLS]);
    dicechess_evaluator_free(live[EVALUATOR]);
    dicechess_eval_cache_free(live[EVAL_CACHE]);
    dicechess_control_free(live[CONTROL]);
    dicechess_tt_free(live[TT]);
    dicechess_search_free(live[SEARCH]);
    dicechess_chunk_store_release(live[CHUNK_STORE]);
    dicechess_position_cache_release(live[POSITION_CACHE]);
    dicechess_position_free(live[POSITION]);
    return 0;
}
