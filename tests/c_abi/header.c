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

_Static_assert(sizeof(dicechess_stream_report) == 56, "dicechess_stream_report");
LAYOUT(dicechess_stream_report, struct_size, 0);
LAYOUT(dicechess_stream_report, code, 4);
LAYOUT(dicechess_stream_report, byte_offset, 8);
LAYOUT(dicechess_stream_report, cell_address, 16);
LAYOUT(dicechess_stream_report, games, 24);
LAYOUT(dicechess_stream_report, gaps, 28);
LAYOUT(dicechess_stream_report, frames, 32);
LAYOUT(dicechess_stream_report, cells, 40);
LAYOUT(dicechess_stream_report, unverified, 48);

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

_Static_assert(sizeof(dicechess_status) == 4 && sizeof(dicechess_color) == 4 && sizeof(dicechess_piece_type) == 4, "");
_Static_assert(sizeof(dicechess_square) == 1 && sizeof(dicechess_micro_move) == 2, "");

int main(void) { return dicechess_abi_version() == DICECHESS_ABI_VERSION ? 0 : 1; }
