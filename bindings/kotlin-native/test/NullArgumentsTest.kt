package org.dicechess

import kotlin.test.*
import kotlinx.cinterop.*
import org.dicechess.c.*

/**
 * The C functions refuse null and name a parameter that must not be. Kotlin's types keep null away from all of them.
 */
class NullArgumentsTest {
    private fun missing(function: (CPointer<dicechess_error>) -> Int) = memScoped {
        val error = struct<dicechess_error>()
        assertEquals(DICECHESS_ERR_NULL, function(error.ptr))
        val failure = error.toThrowable() as DiceChessException
        assertEquals("NULL", failure.statusName)
        assertTrue(failure.field >= 0 && failure.message!!.endsWith(" is NULL"), failure.message)
    }

    @Test
    fun rules() {
        missing { dicechess_micro_move_to_uci(0u, null, 1uL, null, it) }
        missing { dicechess_state_new(null, it) }
        missing { dicechess_state_from_dfen(null, 0uL, null, it) }
        missing { dicechess_state_from_dfen_strict(null, 0uL, null, it) }
        missing { dicechess_state_from_snapshot(null, null, it) }
        missing { dicechess_state_clone(null, null, it) }
        missing { dicechess_state_assign(null, null, it) }
        missing { dicechess_state_to_snapshot(null, null, it) }
        missing { dicechess_state_to_dfen(null, null, 0uL, null, it) }
        missing { dicechess_state_to_normalised_dfen(null, null, 0uL, null, it) }
        missing { dicechess_state_equals(null, null, null, it) }
        missing { dicechess_state_key(null, null, it) }
        missing { dicechess_state_side_to_move(null, null, it) }
        missing { dicechess_state_piece_at(null, 0u, null, it) }
        missing { dicechess_state_men(null, 0, 1, null, it) }
        missing { dicechess_state_castling_rights(null, null, it) }
        missing { dicechess_state_en_passant(null, null, it) }
        missing { dicechess_state_dice(null, null, it) }
        missing { dicechess_state_half_move_clock(null, null, it) }
        missing { dicechess_state_full_move_number(null, null, it) }
        missing { dicechess_state_material(null, 0, null, it) }
        missing { dicechess_state_faults(null, null, it) }
        missing { dicechess_faults_to_text(0u, null, 1uL, null, it) }
        missing { dicechess_state_set_dice(null, null, 0uL, it) }
        missing { dicechess_state_set_side_to_move(null, 0, it) }
        missing { dicechess_state_end_turn(null, it) }
        missing { dicechess_state_micro_moves(null, null, 0uL, null, it) }
        missing { dicechess_state_first_moves(null, null, 0uL, null, it) }
        missing { dicechess_state_make_micro_move(null, 0u, it) }
        missing { dicechess_state_play_turn(null, null, 0uL, null, it) }
        missing { dicechess_state_perft(null, 0u, 0, null, it) }
        missing { dicechess_turns_new(null, it) }
        missing { dicechess_turns_generate(null, null, 0uL, it) }
        missing { dicechess_turns_generate_distinct(null, null, 0uL, it) }
        missing { dicechess_turns_count(null, null, it) }
        missing { dicechess_turns_king_captures(null, null, it) }
        missing { dicechess_turns_get(null, 0uL, null, null, it) }
        missing { dicechess_turns_to_uci(null, 0uL, null, 0uL, null, it) }
        missing { dicechess_turns_final_state(null, 0uL, null, it) }
        missing { dicechess_turns_fill(null, null, null, null, 0uL, null, it) }
        missing { dicechess_roll_table(null, null, it) }
        missing { dicechess_rolls_new(null, it) }
        missing { dicechess_rolls_expand(null, null, 0uL, it) }
        missing { dicechess_rolls_outcomes(null, null, null, null, it) }
        missing { dicechess_rolls_keys(null, 0uL, null, 0uL, null, it) }
        missing { dicechess_rolls_final_state(null, 0uL, 0uL, null, it) }
    }

    @Test
    fun evaluation() {
        missing { dicechess_evaluator_new(1, null, it) }
        missing { dicechess_evaluator_from_callback(null, null, null, 0, null, it) }
        missing { dicechess_evaluator_from_batch_callback(null, null, null, 0, null, it) }
        missing { dicechess_evaluator_evaluate(null, null, 0, null, it) }
        missing { dicechess_evaluator_evaluate_batch(null, null, 0uL, 0, null, it) }
        missing { dicechess_eval_cache_new(null, null, it) }
        missing { dicechess_eval_cache_evaluate(null, null, 0, null, it) }
        missing { dicechess_eval_cache_evaluate_batch(null, null, 0uL, 0, null, it) }
        missing { dicechess_eval_cache_evaluator_calls(null, null, it) }
        missing { dicechess_eval_cache_hits(null, null, it) }
        missing { dicechess_eval_cache_entry_count(null, null, it) }
        missing { dicechess_eval_cache_bytes_used(null, null, it) }
        missing { dicechess_score_path(null, null, 0uL, null, null, it) }
        missing { dicechess_eval_cache_score_path(null, null, null, 0uL, null, it) }
        missing { dicechess_score_turns(null, null, null, 0uL, null, it) }
        missing { dicechess_eval_cache_score_turns(null, null, null, 0uL, null, it) }
        missing { dicechess_king_capture_probability(null, 0, null, it) }
        missing { dicechess_king_capture_rolls(null, 0, null, null, it) }
    }

    @Test
    fun searches() {
        missing { dicechess_control_new(0uL, 0uL, null, it) }
        missing { dicechess_control_new_with_clock(null, null, null, 0uL, 0uL, null, it) }
        missing { dicechess_control_cancel(null, it) }
        missing { dicechess_control_is_cancelled(null, null, it) }
        missing { dicechess_control_work_used(null, null, it) }
        missing { dicechess_control_stop_reason(null, null, it) }
        missing { dicechess_tt_new(16uL, null, it) }
        missing { dicechess_tt_new_with_bytes(512uL, null, it) }
        missing { dicechess_tt_capacity(null, null, it) }
        missing { dicechess_tt_bytes(null, null, it) }
        missing { dicechess_tt_probe(null, 0uL, null, it) }
        missing { dicechess_tt_store(null, null, it) }
        missing { dicechess_tt_clear(null, it) }
        missing { dicechess_tt_telemetry(null, null, it) }
        missing { dicechess_tt_reset_telemetry(null, it) }
        missing { dicechess_search_new(0L, null, it) }
        missing { dicechess_search_best_turn(null, null, null, null, it) }
        missing { dicechess_search_candidates(null, null, 0uL, null, it) }
        missing { dicechess_chance_node_value(null, 0, 0u, null, null, null, null, it) }
        missing { dicechess_search_estimate_win(null, null, null, null, it) }
        missing { dicechess_search_choose_turn(null, null, null, 0uL, null, null, null, it) }
        missing { dicechess_time_for_turn(null, null, it) }
    }

    @Test
    fun tape() {
        missing { dicechess_chunk_store_new(null, null, it) }
        missing { dicechess_chunk_store_retain(null, it) }
        missing { dicechess_chunk_store_stats(null, null, it) }
        missing { dicechess_chunk_store_successors(null, 0uL, null, 0uL, null, it) }
        missing { dicechess_chunk_store_clear_index(null, it) }
        missing { dicechess_position_cache_new(0uL, null, it) }
        missing { dicechess_position_cache_retain(null, it) }
        missing { dicechess_position_cache_stats(null, null, it) }
        missing { dicechess_position_cache_clear(null, it) }
        missing { dicechess_position_new(null, null, null, null, it) }
        missing { dicechess_position_from_chunk(null, 0uL, null, it) }
        missing { dicechess_position_fork(null, null, it) }
        missing { dicechess_position_attach_cache(null, null, it) }
        missing { dicechess_position_roll(null, null, 0uL, it) }
        missing { dicechess_position_make_micro_move(null, 0u, it) }
        missing { dicechess_position_end_turn(null, it) }
        missing { dicechess_position_note(null, 0u, it) }
        missing { dicechess_position_undo(null, it) }
        missing { dicechess_position_unmake(null, it) }
        missing { dicechess_position_unwind_turn(null, it) }
        missing { dicechess_position_unwind_to(null, 0uL, null, it) }
        missing { dicechess_position_seek(null, 0uL, null, it) }
        missing { dicechess_position_seek_turn(null, 0uL, null, it) }
        missing { dicechess_position_step(null, 0L, null, it) }
        missing { dicechess_position_truncate(null, it) }
        missing { dicechess_position_drop_before(null, 0uL, null, it) }
        missing { dicechess_position_info(null, null, it) }
        missing { dicechess_position_hashes(null, null, it) }
        missing { dicechess_position_state(null, null, it) }
        missing { dicechess_position_keyframe(null, null, it) }
        missing { dicechess_position_attacks(null, 0, 1, null, it) }
        missing { dicechess_position_turns(null, null, 0uL, it) }
        missing { dicechess_cell_describe(0u, null, it) }
        missing { dicechess_cell_to_text(0x4095u, null, 1uL, null, it) }
        missing { dicechess_position_read(null, 0uL, 0uL, null, 0uL, null, it) }
        missing { dicechess_position_run(null, 0uL, 0uL, null, null, it) }
        missing { dicechess_position_delta(null, 0uL, 0uL, null, it) }
        missing { dicechess_stream_encode(null, 1uL, 0, null, 0uL, null, it) }
        missing { dicechess_stream_encode_to(null, 0uL, 0, null, null, it) }
        missing { dicechess_stream_decode(null, 1uL, null, null, null, 0uL, null, null, it) }
        missing { dicechess_stream_replay(null, 0uL, null, null, null, null, it) }
        missing { dicechess_position_to_text(null, null, 0uL, null, it) }
        missing { dicechess_position_play_text(null, null, 0uL, it) }
        missing { dicechess_stream_from_text(null, null, 1uL, null, 0uL, null, it) }
        missing { dicechess_stream_to_text(null, 1uL, 0uL, null, null, 0uL, null, it) }
    }

    @Test
    fun freeing() {
        dicechess_state_free(null)
        dicechess_turns_free(null)
        dicechess_rolls_free(null)
        dicechess_evaluator_free(null)
        dicechess_eval_cache_free(null)
        dicechess_control_free(null)
        dicechess_tt_free(null)
        dicechess_search_free(null)
        dicechess_chunk_store_release(null)
        dicechess_position_cache_release(null)
        dicechess_position_free(null)
    }
}
