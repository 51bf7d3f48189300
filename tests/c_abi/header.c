/* The header alone, and twice, as plain C; the layout of every struct. */
#include <dicechess.h>
#include <dicechess.h>

#define LAYOUT(type, member, place) _Static_assert(offsetof(type, member) == (place), #type "." #member)

_Static_assert(sizeof(dicechess_error) == 256, "dicechess_error");
LAYOUT(dicechess_error, struct_size, 0);
LAYOUT(dicechess_error, code, 4);
LAYOUT(dicechess_error, field, 8);
LAYOUT(dicechess_error, detail, 12);
LAYOUT(dicechess_error, offset, 16);
LAYOUT(dicechess_error, message, 24);

_Static_assert(sizeof(dicechess_snapshot) == 168, "dicechess_snapshot");
LAYOUT(dicechess_snapshot, struct_size, 0);
LAYOUT(dicechess_snapshot, side_to_move, 4);
LAYOUT(dicechess_snapshot, by_color, 8);
LAYOUT(dicechess_snapshot, by_type, 24);
LAYOUT(dicechess_snapshot, en_passant, 72);
LAYOUT(dicechess_snapshot, key, 80);
LAYOUT(dicechess_snapshot, mailbox, 88);
LAYOUT(dicechess_snapshot, dice, 152);
LAYOUT(dicechess_snapshot, castling_rights, 155);
LAYOUT(dicechess_snapshot, half_move_clock, 156);
LAYOUT(dicechess_snapshot, full_move_number, 160);
LAYOUT(dicechess_snapshot, material, 164);

_Static_assert(sizeof(dicechess_perft) == 72, "dicechess_perft");
LAYOUT(dicechess_perft, struct_size, 0);
LAYOUT(dicechess_perft, plies, 4);
LAYOUT(dicechess_perft, turns, 8);
LAYOUT(dicechess_perft, king_captures, 16);
LAYOUT(dicechess_perft, finals, 24);
LAYOUT(dicechess_perft, passes, 32);
LAYOUT(dicechess_perft, weighted_turns, 40);
LAYOUT(dicechess_perft, weighted_king_captures, 48);
LAYOUT(dicechess_perft, weighted_finals, 56);
LAYOUT(dicechess_perft, weighted_passes, 64);

_Static_assert(sizeof(dicechess_chunk_store_options) == 56, "dicechess_chunk_store_options");
LAYOUT(dicechess_chunk_store_options, struct_size, 0);
LAYOUT(dicechess_chunk_store_options, policy, 4);
LAYOUT(dicechess_chunk_store_options, capacity, 8);
LAYOUT(dicechess_chunk_store_options, budget, 16);
LAYOUT(dicechess_chunk_store_options, user_data, 24);
LAYOUT(dicechess_chunk_store_options, write, 32);
LAYOUT(dicechess_chunk_store_options, read, 40);
LAYOUT(dicechess_chunk_store_options, drop_user_data, 48);

_Static_assert(sizeof(dicechess_chunk_store_counts) == 48, "dicechess_chunk_store_counts");
LAYOUT(dicechess_chunk_store_counts, struct_size, 0);
LAYOUT(dicechess_chunk_store_counts, capacity, 4);
LAYOUT(dicechess_chunk_store_counts, chunks, 8);
LAYOUT(dicechess_chunk_store_counts, bytes, 16);
LAYOUT(dicechess_chunk_store_counts, shared, 24);
LAYOUT(dicechess_chunk_store_counts, collisions, 32);
LAYOUT(dicechess_chunk_store_counts, spilled, 40);

_Static_assert(sizeof(dicechess_position_cache_counts) == 32, "dicechess_position_cache_counts");
LAYOUT(dicechess_position_cache_counts, struct_size, 0);
LAYOUT(dicechess_position_cache_counts, reserved, 4);
LAYOUT(dicechess_position_cache_counts, capacity, 8);
LAYOUT(dicechess_position_cache_counts, hits, 16);
LAYOUT(dicechess_position_cache_counts, misses, 24);

_Static_assert(sizeof(dicechess_position_extent) == 48, "dicechess_position_extent");
LAYOUT(dicechess_position_extent, struct_size, 0);
LAYOUT(dicechess_position_extent, in_turn, 4);
LAYOUT(dicechess_position_extent, head, 8);
LAYOUT(dicechess_position_extent, end, 16);
LAYOUT(dicechess_position_extent, horizon, 24);
LAYOUT(dicechess_position_extent, turns, 32);
LAYOUT(dicechess_position_extent, chunks, 40);

_Static_assert(sizeof(dicechess_position_identity) == 40, "dicechess_position_identity");
LAYOUT(dicechess_position_identity, struct_size, 0);
LAYOUT(dicechess_position_identity, reserved, 4);
LAYOUT(dicechess_position_identity, key, 8);
LAYOUT(dicechess_position_identity, turn_key, 16);
LAYOUT(dicechess_position_identity, chain, 24);
LAYOUT(dicechess_position_identity, previous, 32);

_Static_assert(sizeof(dicechess_alteration) == 32, "dicechess_alteration");
LAYOUT(dicechess_alteration, struct_size, 0);
LAYOUT(dicechess_alteration, operation, 4);
LAYOUT(dicechess_alteration, color, 8);
LAYOUT(dicechess_alteration, piece_type, 12);
LAYOUT(dicechess_alteration, square, 16);
LAYOUT(dicechess_alteration, rights, 17);
LAYOUT(dicechess_alteration, dice, 18);
LAYOUT(dicechess_alteration, count, 21);
LAYOUT(dicechess_alteration, slot, 22);
LAYOUT(dicechess_alteration, clock, 23);
LAYOUT(dicechess_alteration, note, 24);
LAYOUT(dicechess_alteration, reserved, 26);
LAYOUT(dicechess_alteration, flag, 28);

_Static_assert(sizeof(dicechess_delta) == 144, "dicechess_delta");
LAYOUT(dicechess_delta, struct_size, 0);
LAYOUT(dicechess_delta, reserved, 4);
LAYOUT(dicechess_delta, squares, 8);
LAYOUT(dicechess_delta, removed, 16);
LAYOUT(dicechess_delta, added, 80);

_Static_assert(sizeof(dicechess_stream_options) == 12, "dicechess_stream_options");
LAYOUT(dicechess_stream_options, struct_size, 0);
LAYOUT(dicechess_stream_options, trusted, 4);
LAYOUT(dicechess_stream_options, salvage, 8);

_Static_assert(sizeof(dicechess_stream_report) == 64, "dicechess_stream_report");
LAYOUT(dicechess_stream_report, struct_size, 0);
LAYOUT(dicechess_stream_report, code, 4);
LAYOUT(dicechess_stream_report, byte_offset, 8);
LAYOUT(dicechess_stream_report, cell_address, 16);
LAYOUT(dicechess_stream_report, games, 24);
LAYOUT(dicechess_stream_report, gaps, 28);
LAYOUT(dicechess_stream_report, frames, 32);
LAYOUT(dicechess_stream_report, cells, 40);
LAYOUT(dicechess_stream_report, unverified, 48);
LAYOUT(dicechess_stream_report, closed, 56);
LAYOUT(dicechess_stream_report, reserved, 60);

_Static_assert(sizeof(dicechess_stream_event) == 56, "dicechess_stream_event");
LAYOUT(dicechess_stream_event, struct_size, 0);
LAYOUT(dicechess_stream_event, kind, 4);
LAYOUT(dicechess_stream_event, game, 8);
LAYOUT(dicechess_stream_event, in_turn, 12);
LAYOUT(dicechess_stream_event, address, 16);
LAYOUT(dicechess_stream_event, skipped, 24);
LAYOUT(dicechess_stream_event, cells, 32);
LAYOUT(dicechess_stream_event, cell_count, 40);
LAYOUT(dicechess_stream_event, state, 48);

_Static_assert(sizeof(dicechess_tt_entry) == 32, "dicechess_tt_entry");
LAYOUT(dicechess_tt_entry, struct_size, 0);
LAYOUT(dicechess_tt_entry, bound, 4);
LAYOUT(dicechess_tt_entry, key, 8);
LAYOUT(dicechess_tt_entry, value, 16);
LAYOUT(dicechess_tt_entry, depth, 24);
LAYOUT(dicechess_tt_entry, loss_tainted, 28);

_Static_assert(sizeof(dicechess_telemetry) == 48, "dicechess_telemetry");
LAYOUT(dicechess_telemetry, struct_size, 0);
LAYOUT(dicechess_telemetry, stores, 8);
LAYOUT(dicechess_telemetry, overwrites, 16);
LAYOUT(dicechess_telemetry, collisions, 24);
LAYOUT(dicechess_telemetry, hits, 32);
LAYOUT(dicechess_telemetry, misses, 40);

_Static_assert(sizeof(dicechess_utility_bounds) == 32, "dicechess_utility_bounds");
LAYOUT(dicechess_utility_bounds, terminal_loss, 0);
LAYOUT(dicechess_utility_bounds, leaf_min, 8);
LAYOUT(dicechess_utility_bounds, leaf_max, 16);
LAYOUT(dicechess_utility_bounds, terminal_win, 24);

_Static_assert(sizeof(dicechess_search_progress) == 48, "dicechess_search_progress");
LAYOUT(dicechess_search_progress, struct_size, 0);
LAYOUT(dicechess_search_progress, depth, 4);
LAYOUT(dicechess_search_progress, candidates_done, 8);
LAYOUT(dicechess_search_progress, candidates, 16);
LAYOUT(dicechess_search_progress, moves, 24);
LAYOUT(dicechess_search_progress, length, 30);
LAYOUT(dicechess_search_progress, value, 32);
LAYOUT(dicechess_search_progress, work, 40);

_Static_assert(sizeof(dicechess_search_options) == 128, "dicechess_search_options");
LAYOUT(dicechess_search_options, struct_size, 0);
LAYOUT(dicechess_search_options, depth, 4);
LAYOUT(dicechess_search_options, evaluator, 8);
LAYOUT(dicechess_search_options, pre_rank, 16);
LAYOUT(dicechess_search_options, rescorer, 24);
LAYOUT(dicechess_search_options, rescorer_weight, 32);
LAYOUT(dicechess_search_options, tt, 40);
LAYOUT(dicechess_search_options, control, 48);
LAYOUT(dicechess_search_options, user_data, 56);
LAYOUT(dicechess_search_options, progress, 64);
LAYOUT(dicechess_search_options, bounds, 72);
LAYOUT(dicechess_search_options, candidate_limit, 104);
LAYOUT(dicechess_search_options, threads, 112);
LAYOUT(dicechess_search_options, iterative, 116);
LAYOUT(dicechess_search_options, exact_only, 120);
LAYOUT(dicechess_search_options, cache, 124);

_Static_assert(sizeof(dicechess_search_report) == 184, "dicechess_search_report");
LAYOUT(dicechess_search_report, struct_size, 0);
LAYOUT(dicechess_search_report, score, 4);
LAYOUT(dicechess_search_report, moves, 8);
LAYOUT(dicechess_search_report, length, 14);
LAYOUT(dicechess_search_report, bound, 16);
LAYOUT(dicechess_search_report, depth, 20);
LAYOUT(dicechess_search_report, value, 24);
LAYOUT(dicechess_search_report, complete, 32);
LAYOUT(dicechess_search_report, stop_reason, 36);
LAYOUT(dicechess_search_report, winners, 40);
LAYOUT(dicechess_search_report, work, 48);
LAYOUT(dicechess_search_report, elapsed, 56);
LAYOUT(dicechess_search_report, nodes_per_second, 64);
LAYOUT(dicechess_search_report, loss_risk, 72);
LAYOUT(dicechess_search_report, win_chance, 80);
LAYOUT(dicechess_search_report, truncated, 88);
LAYOUT(dicechess_search_report, fell_back_to_pre_rank, 92);
LAYOUT(dicechess_search_report, legal_turns, 96);
LAYOUT(dicechess_search_report, candidates_selected, 104);
LAYOUT(dicechess_search_report, candidates_completed, 112);
LAYOUT(dicechess_search_report, candidates_abandoned, 120);
LAYOUT(dicechess_search_report, cutoffs, 128);
LAYOUT(dicechess_search_report, rolls_saved, 136);
LAYOUT(dicechess_search_report, probe_cutoffs, 144);
LAYOUT(dicechess_search_report, table_probes, 152);
LAYOUT(dicechess_search_report, table_hits, 160);
LAYOUT(dicechess_search_report, table_cutoffs, 168);
LAYOUT(dicechess_search_report, distinct_states, 176);

_Static_assert(sizeof(dicechess_candidate) == 72, "dicechess_candidate");
LAYOUT(dicechess_candidate, struct_size, 0);
LAYOUT(dicechess_candidate, pre_rank, 4);
LAYOUT(dicechess_candidate, moves, 8);
LAYOUT(dicechess_candidate, length, 14);
LAYOUT(dicechess_candidate, alpha, 16);
LAYOUT(dicechess_candidate, value, 24);
LAYOUT(dicechess_candidate, final_value, 32);
LAYOUT(dicechess_candidate, rolls_processed, 40);
LAYOUT(dicechess_candidate, bound, 48);
LAYOUT(dicechess_candidate, loss_tainted, 52);
LAYOUT(dicechess_candidate, by_probe, 56);
LAYOUT(dicechess_candidate, from_table, 60);
LAYOUT(dicechess_candidate, is_rescored, 64);
LAYOUT(dicechess_candidate, rescore, 68);

_Static_assert(sizeof(dicechess_monte_carlo_options) == 32, "dicechess_monte_carlo_options");
LAYOUT(dicechess_monte_carlo_options, struct_size, 0);
LAYOUT(dicechess_monte_carlo_options, rollouts, 4);
LAYOUT(dicechess_monte_carlo_options, max_plies, 8);
LAYOUT(dicechess_monte_carlo_options, min_rollouts, 12);
LAYOUT(dicechess_monte_carlo_options, target_error, 16);
LAYOUT(dicechess_monte_carlo_options, control, 24);

_Static_assert(sizeof(dicechess_win_estimate) == 48, "dicechess_win_estimate");
LAYOUT(dicechess_win_estimate, struct_size, 0);
LAYOUT(dicechess_win_estimate, rollouts, 4);
LAYOUT(dicechess_win_estimate, white_win, 8);
LAYOUT(dicechess_win_estimate, black_win, 16);
LAYOUT(dicechess_win_estimate, undecided, 24);
LAYOUT(dicechess_win_estimate, standard_error, 32);
LAYOUT(dicechess_win_estimate, variance_reduction, 40);

_Static_assert(sizeof(dicechess_game_clock) == 40, "dicechess_game_clock");
LAYOUT(dicechess_game_clock, struct_size, 0);
LAYOUT(dicechess_game_clock, moves_to_go, 4);
LAYOUT(dicechess_game_clock, remaining, 8);
LAYOUT(dicechess_game_clock, increment, 16);
LAYOUT(dicechess_game_clock, safety_margin, 24);
LAYOUT(dicechess_game_clock, expected_turns, 32);

_Static_assert(sizeof(dicechess_status) == 4 && sizeof(dicechess_color) == 4 && sizeof(dicechess_piece_type) == 4, "");
_Static_assert(sizeof(dicechess_square) == 1 && sizeof(dicechess_micro_move) == 2, "");

int main(void) { return dicechess_abi_version() == DICECHESS_ABI_VERSION ? 0 : 1; }
