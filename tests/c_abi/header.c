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

_Static_assert(sizeof(dicechess_status) == 4 && sizeof(dicechess_color) == 4 && sizeof(dicechess_piece_type) == 4, "");
_Static_assert(sizeof(dicechess_square) == 1 && sizeof(dicechess_micro_move) == 2, "");

int main(void) { return dicechess_abi_version() == DICECHESS_ABI_VERSION ? 0 : 1; }
