/*
 * dicechess: exact, fast engine core for dice chess.
 *
 * SPDX-License-Identifier: MIT OR Apache-2.0
 *
 * Plain C99, and C++11 or later. Generated from the Rust sources: edit those, then run `make header`. What follows holds
 * for every function; docs/abi.md says it at length.
 *
 * Parameters: handle, inputs, options, outputs, error. Numbers of parameters count from 0.
 *
 * Statuses: a function that can fail returns a dicechess_status: DICECHESS_OK (0) or a negative number. The reason goes into
 * the last parameter, an optional dicechess_error of the caller's. A call that fails changes nothing: handles keep their
 * state (a list that cannot be filled is empty), new handles are NULL, counts are 0, other outputs stay as they were. A dicechess_error with a wrong struct_size
 * gives DICECHESS_ERR_STRUCT_SIZE before anything else is looked at.
 *
 * Pointers: none may be NULL unless its comment says "optional"; an array or text of length 0 may. NULL is reported,
 * never followed. The library keeps no pointer of the caller's after a call.
 *
 * Ownership: a handle belongs to whoever made it with a _new, _from or _clone function, until its _free function, which
 * ignores NULL. All else belongs to the caller; the library never allocates anything that the caller must free otherwise.
 *
 * Text is ASCII, passed as pointer and length, see "Text". Numbers that name things (colors, piece types, squares, faults)
 * are constants in an int32_t or uint8_t and are checked; truth values are int32_t 0 or 1.
 *
 * Structs start with struct_size, set by the caller to the sizeof of the struct, so that a program built against an older
 * or newer header keeps working: members are only ever added at the end. A larger input struct is accepted if what this version
 * does not know is 0, and of a larger output struct the known part is written.
 *
 * Threads: each handle carries one of three words. Thread-safe: use it from any threads at once. Thread-compatible: calls that take
 * it as const may overlap, a call that changes or frees it must be alone. Single-owner: one call at a time, from any
 * thread. A changing call that meets another one returns DICECHESS_ERR_BUSY; nothing ever waits. There is no global state,
 * no initialisation, no background thread and no signal handler. Unloading the library is not supported.
 *
 * A bug in the library ends in DICECHESS_ERR_PANIC and leaves the handles of that call usable for _free only. The host
 * goes on.
 */

#ifndef DICECHESS_H
#define DICECHESS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Versions. The `#define`s are those of the header, the functions return those of the library that runs.
 *
 * A binding compares `dicechess_abi_version()` with `DICECHESS_ABI_VERSION` once and refuses to go on if they differ.
 * All three functions are thread-safe and cannot fail.
 */

/** Grows with every incompatible change of the API or of the conventions. */
#define DICECHESS_VERSION_MAJOR 0
/** Grows with every addition; while the major number is 0, with every incompatible change too. */
#define DICECHESS_VERSION_MINOR 1
/** Grows with every release that changes neither of the others. */
#define DICECHESS_VERSION_PATCH 0
/** All three in one: major × 10000 + minor × 100 + patch. */
#define DICECHESS_VERSION_NUMBER (((DICECHESS_VERSION_MAJOR * 10000) + (DICECHESS_VERSION_MINOR * 100)) + DICECHESS_VERSION_PATCH)
/** Grows whenever a program that was built against an older header could go wrong with this library. */
#define DICECHESS_ABI_VERSION 1

/** The library's `DICECHESS_VERSION_NUMBER`. */
uint32_t dicechess_version_number(void);

/** The library's version as text, such as `0.1.0`. Never NULL, never freed. */
const char *dicechess_version_string(void);

/** The library's `DICECHESS_ABI_VERSION`. */
uint32_t dicechess_abi_version(void);

/*
 * Statuses: what a function returns.
 *
 * 0 is success, every failure is negative. The table only grows: a number, once released, never changes its meaning.
 */

/** Success. */
#define DICECHESS_OK 0
/** A pointer that must not be NULL is NULL. */
#define DICECHESS_ERR_NULL (-1)
/** A number is none of those that the parameter or struct member may have. */
#define DICECHESS_ERR_RANGE (-2)
/** A text holds a zero byte or a byte that is not ASCII. */
#define DICECHESS_ERR_TEXT (-3)
/** A buffer is too small. `required` tells how much is needed. */
#define DICECHESS_ERR_BUFFER (-4)
/** `struct_size` is smaller than that of the first version that had the struct. */
#define DICECHESS_ERR_STRUCT_SIZE (-5)
/** A newer struct asks for something that this version of the library does not know. */
#define DICECHESS_ERR_UNSUPPORTED (-6)
/** The memory is not to be had. */
#define DICECHESS_ERR_MEMORY (-7)
/** The handle is in use by a call that has not returned. */
#define DICECHESS_ERR_BUSY (-8)
/** An earlier call on this handle ended with `DICECHESS_ERR_PANIC`: only its `_free` function works. */
#define DICECHESS_ERR_POISONED (-9)
/** A bug in the library was stopped at the boundary. Please report the message. */
#define DICECHESS_ERR_PANIC (-10)
/** The pointer is no live handle of this type: freed, or of another type. */
#define DICECHESS_ERR_HANDLE (-11)
/** The text is no DFEN. `field` is the number of the field, `offset` the byte. */
#define DICECHESS_ERR_DFEN (-20)
/** The position is one that no game shows. `detail` holds its faults. */
#define DICECHESS_ERR_POSITION (-21)
/** The micro-move or turn is not legal in this position. */
#define DICECHESS_ERR_ILLEGAL (-22)
/** There are more results than the given limit. */
#define DICECHESS_ERR_LIMIT (-23)
/** A king has fallen: the game is over. */
#define DICECHESS_ERR_GAME_OVER (-24)
/** A callback returned a number other than 0; `detail` holds it. */
#define DICECHESS_ERR_CALLBACK (-40)

/** What a function returns: `DICECHESS_OK` or one of the `DICECHESS_ERR_` numbers. */
typedef int32_t dicechess_status;

/**
 * The name of a status without prefix, such as `NULL` or `OK`; `UNKNOWN` for a number that this version does not have.
 *
 * Never NULL, never freed. Thread-safe.
 */
const char *dicechess_status_name(dicechess_status status);

/*
 * Errors: why a call failed, in a record that the caller owns.
 *
 * Every function that can fail takes an optional `dicechess_error` as its last parameter. Set `struct_size` once and pass the
 * same record as often as you like: each call overwrites it, a successful one with code 0 and an empty message.
 */

/** Bytes of `dicechess_error.message`, the terminating zero included. */
#define DICECHESS_MESSAGE_SIZE 232

/** Why a call failed. Owned by the caller; 256 bytes. */
typedef struct dicechess_error {
    /** Set by the caller: `sizeof(dicechess_error)`. */
    uint32_t struct_size;
    /** The status that the call returned. */
    int32_t code;
    /**
     * The number of the offending DFEN field (0 placement, 1 side to move, 2 castling rights, 3 en-passant targets, 4 half-move
     * clock, 5 full-move number, 6 dice, 7 number of fields) with `DICECHESS_ERR_DFEN`; the number of the offending micro-move
     * of a turn, from 0, with `DICECHESS_ERR_ILLEGAL`; otherwise
     * the number of the offending parameter, from 0. -1: none.
     */
    int32_t field;
    /** `DICECHESS_FAULT_` bits with `DICECHESS_ERR_POSITION`; what the callback returned with `DICECHESS_ERR_CALLBACK`; otherwise 0. */
    int32_t detail;
    /** The offending byte of a text, or of a struct, counted from its start; the offending index of an array. -1: none. */
    int64_t offset;
    /** One line of English in UTF-8, always terminated; cut between characters if it is too long. */
    char message[DICECHESS_MESSAGE_SIZE];
} dicechess_error;

/*
 * Text in and out.
 *
 * Text goes in as pointer and length. It comes out in a buffer of the caller's: `capacity` bytes at `buffer`, of which
 * the terminating zero is one. `required` (optional) receives the bytes needed. If they do not fit, the status is
 * `DICECHESS_ERR_BUFFER` and the buffer holds an empty text, never a cut one; NULL with capacity 0 asks for the size alone.
 */

/** Passed as the length of a text: it ends before its first zero byte. */
#define DICECHESS_NUL_TERMINATED ((size_t)-1)

/*
 * The board: numbers of colors, piece types, men and squares.
 *
 * A square is rank × 8 + file: a1 = 0, h1 = 7, a8 = 56, h8 = 63. Bit n of a bitboard (uint64_t) is square n. A man is
 * color × 8 + piece type, 0 an empty square.
 */

/** Moves first, towards rank 8. */
#define DICECHESS_WHITE 0
/** Moves second, towards rank 1. */
#define DICECHESS_BLACK 1
/** Die face 1. */
#define DICECHESS_PAWN 1
/** Die face 2. */
#define DICECHESS_KNIGHT 2
/** Die face 3. */
#define DICECHESS_BISHOP 3
/** Die face 4. */
#define DICECHESS_ROOK 4
/** Die face 5. */
#define DICECHESS_QUEEN 5
/** Die face 6. */
#define DICECHESS_KING 6
/** `K`: White castles king side. */
#define DICECHESS_CASTLE_WHITE_KING_SIDE 1
/** `Q`: White castles queen side. */
#define DICECHESS_CASTLE_WHITE_QUEEN_SIDE 2
/** `k`: Black castles king side. */
#define DICECHESS_CASTLE_BLACK_KING_SIDE 4
/** `q`: Black castles queen side. */
#define DICECHESS_CASTLE_BLACK_QUEEN_SIDE 8

/** A side: `DICECHESS_WHITE` or `DICECHESS_BLACK`. */
typedef int32_t dicechess_color;

/** A type of man and the face of a die that pays for moving it, 1 to 6. */
typedef int32_t dicechess_piece_type;

/** A square, 0 to 63. */
typedef uint8_t dicechess_square;

/*
 * Micro-moves: one man's move, paid with one die (castling: two), in 16 bits.
 *
 * Bits 0–5 are the destination, 6–11 the origin, 12–15 the flag: 0 quiet, 1 double pawn push, 2 and 3 castling king and
 * queen side, 4 capture, 5 en passant, 8 to 11 promotion to knight, bishop, rook, queen, 12 to 15 the same with capture.
 * Bit 2 of the flag marks a capture, bit 3 a promotion. Flags 6 and 7 do not exist. All functions are thread-safe.
 */

/** Bytes that hold the UCI text of any micro-move with its terminating zero. */
#define DICECHESS_MICRO_MOVE_MAX 6

/** A micro-move in its packed form. */
typedef uint16_t dicechess_micro_move;

/** Where the man comes from. */
dicechess_square dicechess_micro_move_origin(dicechess_micro_move micro_move);

/** Where the man goes to; for castling, where the king goes to. */
dicechess_square dicechess_micro_move_destination(dicechess_micro_move micro_move);

/** The flag, 0 to 15. */
uint8_t dicechess_micro_move_flag(dicechess_micro_move micro_move);

/** What the pawn becomes; 0 if the micro-move is no promotion. */
dicechess_piece_type dicechess_micro_move_promotion(dicechess_micro_move micro_move);

/** The UCI text, such as `e2e4` or `a7a8q`; castling is the king's move. `DICECHESS_ERR_RANGE` if the flag is 6 or 7. */
dicechess_status dicechess_micro_move_to_uci(dicechess_micro_move micro_move,
                                             char *buffer,
                                             size_t capacity,
                                             size_t *required,
                                             dicechess_error *error);

/*
 * Snapshots: every field of a state in the open, in a struct that the caller owns.
 */

/**
 * A complete state; 168 bytes without padding.
 *
 * Bitboards and mailbox are independent members. A state may be made from a snapshot whose bitboards and mailbox disagree; it
 * has `DICECHESS_FAULT_BOARDS_DISAGREE`, and every function is defined on it.
 */
typedef struct dicechess_snapshot {
    /** Set by the caller: `sizeof(dicechess_snapshot)`. */
    uint32_t struct_size;
    /** `DICECHESS_WHITE` or `DICECHESS_BLACK`. */
    int32_t side_to_move;
    /** Bitboards of White's and Black's men. */
    uint64_t by_color[2];
    /** Bitboards of the pawns, knights, bishops, rooks, queens and kings of both sides. */
    uint64_t by_type[6];
    /** Bitboard of the en-passant targets: the squares that pawns have skipped. */
    uint64_t en_passant;
    /** The Zobrist key. Written by the library, not read. */
    uint64_t key;
    /** Men by square, a1 first: color × 8 + piece type, 0 for none. */
    uint8_t mailbox[64];
    /** Faces of the dice still to be spent, 0 for none. The library writes them ascending with the zeros last, and reads any order. */
    uint8_t dice[3];
    /** `DICECHESS_CASTLE_` bits. */
    uint8_t castling_rights;
    /** Micro-moves since the last capture or pawn move, 0 to 127, where it stops counting. */
    int32_t half_move_clock;
    /** 1 to 2147483647, where it stops counting. */
    int32_t full_move_number;
    /** White's men minus Black's, in centipawns. Written by the library, not read. */
    int32_t material;
} dicechess_snapshot;

/*
 * States: a position with side to move, castling rights, en-passant targets, dice and clocks.
 *
 * A dicechess_state is thread-compatible. It belongs to whoever made it and is freed with dicechess_state_free. Functions take
 * constant time unless they say otherwise.
 */

/** Bytes that hold any DFEN with its terminating zero. */
#define DICECHESS_DFEN_MAX 227
/** Bytes that hold the names of all faults with the terminating zero. */
#define DICECHESS_FAULTS_MAX 256
/** White has no king, as after its capture. */
#define DICECHESS_FAULT_NO_WHITE_KING 1
/** Black has no king, as after its capture. */
#define DICECHESS_FAULT_NO_BLACK_KING 2
/** White has several kings. */
#define DICECHESS_FAULT_SEVERAL_WHITE_KINGS 4
/** Black has several kings. */
#define DICECHESS_FAULT_SEVERAL_BLACK_KINGS 8
/** A castling right whose king is not on its home square. */
#define DICECHESS_FAULT_RIGHT_WITHOUT_KING 16
/** A castling right whose rook is not in its corner. */
#define DICECHESS_FAULT_RIGHT_WITHOUT_ROOK 32
/** An en-passant target on a rank other than 3 and 6, or without the pawn that skipped it. */
#define DICECHESS_FAULT_TARGET_WITHOUT_PAWN 64
/** An en-passant target with a man on it. */
#define DICECHESS_FAULT_TARGET_OCCUPIED 128
/** A pawn on rank 1 or 8. */
#define DICECHESS_FAULT_PAWN_ON_BACK_RANK 256
/** More than 16 men of one side. */
#define DICECHESS_FAULT_TOO_MANY_MEN 512
/** Bitboards and mailbox disagree. */
#define DICECHESS_FAULT_BOARDS_DISAGREE 1024

/** A state. */
typedef struct dicechess_state dicechess_state;

/** Makes the initial position, White to move, without dice. */
dicechess_status dicechess_state_new(dicechess_state **out, dicechess_error *error);

/**
 * Reads a DFEN, such as `rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 PNB`. Clocks and dice may be left out. The position
 * need not be sensible (`dicechess_state_faults` tells). Linear in the text.
 *
 * `DICECHESS_ERR_DFEN` with `field` and `offset`; `DICECHESS_ERR_TEXT` with `offset`.
 */
dicechess_status dicechess_state_from_dfen(const char *dfen,
                                           size_t length,
                                           dicechess_state **out,
                                           dicechess_error *error);

/** Like `dicechess_state_from_dfen`, but refuses a position with faults: `DICECHESS_ERR_POSITION` with the faults in `detail`. */
dicechess_status dicechess_state_from_dfen_strict(const char *dfen,
                                                  size_t length,
                                                  dicechess_state **out,
                                                  dicechess_error *error);

/**
 * Makes the state that a snapshot describes, sensible or not. Its `key` and `material` are not read.
 *
 * `DICECHESS_ERR_RANGE` for a member with a value that does not exist; `offset` is its place in the struct.
 */
dicechess_status dicechess_state_from_snapshot(const dicechess_snapshot *snapshot,
                                               dicechess_state **out,
                                               dicechess_error *error);

/** Makes an equal state. */
dicechess_status dicechess_state_clone(const dicechess_state *state,
                                       dicechess_state **out,
                                       dicechess_error *error);

/** Frees a state. NULL is ignored. */
void dicechess_state_free(dicechess_state *state);

/** Makes `state` equal to `source` without making a new handle. */
dicechess_status dicechess_state_assign(dicechess_state *state,
                                        const dicechess_state *source,
                                        dicechess_error *error);

/** Writes every field of a state into `snapshot`, whose `struct_size` the caller has set. */
dicechess_status dicechess_state_to_snapshot(const dicechess_state *state,
                                             dicechess_snapshot *snapshot,
                                             dicechess_error *error);

/** Writes the DFEN. The dice come as a seventh field if there are any. `DICECHESS_DFEN_MAX` bytes always suffice. See "Text". */
dicechess_status dicechess_state_to_dfen(const dicechess_state *state,
                                         char *buffer,
                                         size_t capacity,
                                         size_t *required,
                                         dicechess_error *error);

/**
 * Writes the form that opening books use as a key: no clocks and no dice, and of the en-passant targets those that a pawn of the
 * side to move can take. `DICECHESS_DFEN_MAX` bytes always suffice. See "Text".
 */
dicechess_status dicechess_state_to_normalised_dfen(const dicechess_state *state,
                                                    char *buffer,
                                                    size_t capacity,
                                                    size_t *required,
                                                    dicechess_error *error);

/** Whether two states agree in every field, clocks included: 1 or 0. */
dicechess_status dicechess_state_equals(const dicechess_state *state,
                                        const dicechess_state *other,
                                        int32_t *equal,
                                        dicechess_error *error);

/** The Zobrist key: men, side to move, castling rights, targets and dice, without clocks. */
dicechess_status dicechess_state_key(const dicechess_state *state,
                                     uint64_t *key,
                                     dicechess_error *error);

/** The side to move. */
dicechess_status dicechess_state_side_to_move(const dicechess_state *state,
                                              dicechess_color *color,
                                              dicechess_error *error);

/** The man that the mailbox has on a square: color × 8 + piece type, 0 for none. */
dicechess_status dicechess_state_piece_at(const dicechess_state *state,
                                          dicechess_square square,
                                          uint8_t *piece,
                                          dicechess_error *error);

/** The bitboard of one side's men of one type. */
dicechess_status dicechess_state_men(const dicechess_state *state,
                                     dicechess_color color,
                                     dicechess_piece_type piece_type,
                                     uint64_t *men,
                                     dicechess_error *error);

/** The `DICECHESS_CASTLE_` bits, whether or not the board still allows castling. */
dicechess_status dicechess_state_castling_rights(const dicechess_state *state,
                                                 int32_t *rights,
                                                 dicechess_error *error);

/** The bitboard of the en-passant targets of both sides. */
dicechess_status dicechess_state_en_passant(const dicechess_state *state,
                                            uint64_t *targets,
                                            dicechess_error *error);

/** The faces of the dice still to be spent, ascending, in an array of three; 0 where there is none. */
dicechess_status dicechess_state_dice(const dicechess_state *state,
                                      uint8_t *dice,
                                      dicechess_error *error);

/** Micro-moves since the last capture or pawn move, 0 to 127, where it stops counting. */
dicechess_status dicechess_state_half_move_clock(const dicechess_state *state,
                                                 int32_t *clock,
                                                 dicechess_error *error);

/** The number of the current full move, 1 to 2147483647, where it stops counting. */
dicechess_status dicechess_state_full_move_number(const dicechess_state *state,
                                                  int32_t *number,
                                                  dicechess_error *error);

/** The material balance in centipawns: the men of `color` minus those of the other side. P 100, N and B 300, R 500, Q 900, K 10000. */
dicechess_status dicechess_state_material(const dicechess_state *state,
                                          dicechess_color color,
                                          int32_t *centipawns,
                                          dicechess_error *error);

/** The `DICECHESS_FAULT_` bits: what no game from the initial position shows. Linear in the board. */
dicechess_status dicechess_state_faults(const dicechess_state *state,
                                        uint32_t *faults,
                                        dicechess_error *error);

/**
 * Names `DICECHESS_FAULT_` bits, such as `no white king, pawn on back rank`. `DICECHESS_FAULTS_MAX` bytes always suffice.
 * `DICECHESS_ERR_RANGE` for bits that do not exist. See "Text".
 */
dicechess_status dicechess_faults_to_text(uint32_t faults,
                                          char *buffer,
                                          size_t capacity,
                                          size_t *required,
                                          dicechess_error *error);

/** Replaces the dice by up to three faces in any order. NULL with `count` 0 removes them. */
dicechess_status dicechess_state_set_dice(dicechess_state *state,
                                          const uint8_t *faces,
                                          size_t count,
                                          dicechess_error *error);

/** Sets the side to move and leaves all else as it is, dice and targets included. */
dicechess_status dicechess_state_set_side_to_move(dicechess_state *state,
                                                  dicechess_color color,
                                                  dicechess_error *error);

/**
 * Ends the turn, which is also what a pass does: the other side is to move, dice and its own left-over targets are gone, and the
 * full-move number counts after Black.
 */
dicechess_status dicechess_state_end_turn(dicechess_state *state,
                                          dicechess_error *error);

/*
 * Playing: micro-moves and whole turns on a state.
 *
 * A legal turn spends as many dice as can be spent, unless it takes the king, which is legal at any length and ends the game at
 * once. So not every micro-move that the board and the dice allow begins a legal turn.
 */

/** The most plies that `dicechess_state_perft` takes. Time grows by a factor of thousands with each. */
#define DICECHESS_PERFT_MAX_PLIES 4

/** Counts of `dicechess_state_perft`; 72 bytes. Counts that would exceed 64 bits stop there. */
typedef struct dicechess_perft {
    /** Set by the caller: `sizeof(dicechess_perft)`. */
    uint32_t struct_size;
    /** The plies that were counted. */
    uint32_t plies;
    /** Legal turns of the last ply, over all sequences of turns before it. */
    uint64_t turns;
    /** Those of `turns` that take a king. */
    uint64_t king_captures;
    /** Distinct end states of the last ply, over the distinct end states of each roll before it. */
    uint64_t finals;
    /** Rolls of the last ply with which nothing can be played. */
    uint64_t passes;
    /** `turns` with every roll counted as often as it shows in 216 throws of three dice; weights of successive plies multiply. */
    uint64_t weighted_turns;
    /** The same for `king_captures`. */
    uint64_t weighted_king_captures;
    /** The same for `finals`. */
    uint64_t weighted_finals;
    /** The same for `passes`. */
    uint64_t weighted_passes;
} dicechess_perft;

/**
 * All micro-moves that the faces of the dice allow, in the specified order, castling also without the rook die that it needs.
 * `capacity` counts elements; `required` (optional) receives their number. Linear in the moves.
 */
dicechess_status dicechess_state_micro_moves(const dicechess_state *state,
                                             dicechess_micro_move *moves,
                                             size_t capacity,
                                             size_t *required,
                                             dicechess_error *error);

/**
 * The micro-moves that begin a legal turn, in the specified order. None: the turn is passed. `capacity` counts elements; `required`
 * (optional) receives their number.
 *
 * Asking again after a micro-move starts the rule afresh and may admit more than the whole turn does.
 */
dicechess_status dicechess_state_first_moves(const dicechess_state *state,
                                             dicechess_micro_move *moves,
                                             size_t capacity,
                                             size_t *required,
                                             dicechess_error *error);

/**
 * Plays a micro-move and keeps the dice that it leaves. The board must allow it and the dice pay for it; whether a legal turn begins
 * with it is not asked. The side to move stays, see `dicechess_state_end_turn`.
 *
 * `DICECHESS_ERR_ILLEGAL` if it cannot be played.
 */
dicechess_status dicechess_state_make_micro_move(dicechess_state *state,
                                                 dicechess_micro_move micro_move,
                                                 dicechess_error *error);

/**
 * Plays a whole turn given as the UCI texts of its micro-moves with ASCII whitespace between them, such as `e2e4 g1f3`; an empty text is a pass. Then
 * the other side is to move, without dice. If the turn takes a king, `takes_king` (optional) is 1 and the game is over: then
 * the winner is still to move, with the dice that were left.
 *
 * `DICECHESS_ERR_ILLEGAL` if the turn is not legal: `field` is the number of the wrong micro-move, from 0, or the number of all if the
 * turn ends too early, `offset` its place in the text. `DICECHESS_ERR_TEXT`.
 */
dicechess_status dicechess_state_play_turn(dicechess_state *state,
                                           const char *uci,
                                           size_t length,
                                           int32_t *takes_king,
                                           dicechess_error *error);

/**
 * Counts what a position offers some plies deep, the usual check of a move generator. Every roll of a ply is followed by every legal
 * turn; a pass goes on to the next ply, a king capture ends the sequence. With `all_rolls` 1 the first ply has all rolls,
 * with 0 the dice of `state` alone, counted once.
 *
 * `DICECHESS_ERR_RANGE` if `plies` exceeds `DICECHESS_PERFT_MAX_PLIES`. Two plies take seconds.
 */
dicechess_status dicechess_state_perft(const dicechess_state *state,
                                       uint32_t plies,
                                       int32_t all_rolls,
                                       dicechess_perft *perft,
                                       dicechess_error *error);

/*
 * Turns: the legal turns of a state with its dice.
 *
 * A dicechess_turns is a list that can be filled again and again and keeps its memory, eight bytes a turn. It is
 * thread-compatible, remembers the state that it was filled for and depends on no other handle. Turns that take a king come first; each
 * group is in the specified order. An empty list is a pass. Functions take constant time unless they say otherwise.
 */

/** Bytes that hold the UCI text of any turn with its terminating zero. */
#define DICECHESS_TURN_MAX 18
/** Passed as a limit: as many as there are. */
#define DICECHESS_NO_LIMIT ((size_t)-1)

/** A list of turns. */
typedef struct dicechess_turns dicechess_turns;

/** Makes an empty list. */
dicechess_status dicechess_turns_new(dicechess_turns **out, dicechess_error *error);

/** Frees a list. NULL is ignored. */
void dicechess_turns_free(dicechess_turns *turns);

/**
 * Fills a list with all legal turns of `state`. Different orders of micro-moves are different turns. Linear in the turns.
 *
 * `DICECHESS_ERR_LIMIT` if there are more than `limit`, see `DICECHESS_NO_LIMIT`; `DICECHESS_ERR_MEMORY`. The list is then empty.
 */
dicechess_status dicechess_turns_generate(dicechess_turns *turns,
                                          const dicechess_state *state,
                                          size_t limit,
                                          dicechess_error *error);

/**
 * Fills a list with one turn, the first in order, for each distinct state that the legal turns lead to. Turns that take a king are left
 * out, and so is a pass. Linear in the turns; 150 bytes for each distinct state.
 *
 * `DICECHESS_ERR_LIMIT` if there are more than `limit`; `DICECHESS_ERR_MEMORY`. The list is then empty.
 */
dicechess_status dicechess_turns_generate_distinct(dicechess_turns *turns,
                                                   const dicechess_state *state,
                                                   size_t limit,
                                                   dicechess_error *error);

/** How many turns there are. */
dicechess_status dicechess_turns_count(const dicechess_turns *turns,
                                       size_t *count,
                                       dicechess_error *error);

/** How many of the turns take a king. They come first. */
dicechess_status dicechess_turns_king_captures(const dicechess_turns *turns,
                                               size_t *count,
                                               dicechess_error *error);

/** The micro-moves of one turn, in an array of three, and how many they are, 1 to 3. Further elements are 0. */
dicechess_status dicechess_turns_get(const dicechess_turns *turns,
                                     size_t index,
                                     dicechess_micro_move *moves,
                                     size_t *length,
                                     dicechess_error *error);

/** The UCI text of one turn, micro-moves separated by spaces. `DICECHESS_TURN_MAX` bytes always suffice. See "Text". */
dicechess_status dicechess_turns_to_uci(const dicechess_turns *turns,
                                        size_t index,
                                        char *buffer,
                                        size_t capacity,
                                        size_t *required,
                                        dicechess_error *error);

/**
 * Makes `state` what one turn leads to: the other side to move, without dice. If the turn takes a king the game is over: then the
 * winner is still to move, with the dice that were left.
 */
dicechess_status dicechess_turns_final_state(const dicechess_turns *turns,
                                             size_t index,
                                             dicechess_state *state,
                                             dicechess_error *error);

/**
 * All turns in one call: three micro-moves a turn (the unused ones 0), the number of micro-moves, and the key of the final state, as of
 * `dicechess_turns_final_state`. Each of the three arrays is optional; those given have room for `capacity` turns, of
 * three elements each in `moves`. `required` (optional) receives the number of turns. Nothing is written unless all fit:
 * `DICECHESS_ERR_BUFFER`. Linear in the turns.
 */
dicechess_status dicechess_turns_fill(const dicechess_turns *turns,
                                      dicechess_micro_move *moves,
                                      uint8_t *lengths,
                                      uint64_t *keys,
                                      size_t capacity,
                                      size_t *required,
                                      dicechess_error *error);

/*
 * Rolls: the 56 different rolls of three dice, and what a side can do with all of them.
 *
 * Rolls are numbered by their faces in lexicographic order: 0 is 1 1 1, 1 is 1 1 2, 55 is 6 6 6. A dicechess_rolls holds one
 * expansion of a position for all rolls at once, which costs a fraction of 56 turn lists. It can be filled again and again and keeps its
 * memory, 128 bytes and more for each state. It is thread-compatible and depends on no other handle.
 */

/** The number of different rolls. */
#define DICECHESS_ROLLS 56
/** The number of ordered outcomes of three dice: the sum of all weights. */
#define DICECHESS_TOTAL_WEIGHT 216

/** What a side can do with every roll. */
typedef struct dicechess_rolls dicechess_rolls;

/**
 * The table of rolls: three ascending faces of each in `faces`, an array of 56 × 3, and the number of ordered outcomes of each in `weights`,
 * an array of 56: 6 for three different faces, 3 for a pair, 1 for a triple. Thread-safe.
 */
dicechess_status dicechess_roll_table(uint8_t *faces,
                                      uint8_t *weights,
                                      dicechess_error *error);

/** Makes an expansion of nothing: every roll is a pass. */
dicechess_status dicechess_rolls_new(dicechess_rolls **out, dicechess_error *error);

/** Frees an expansion. NULL is ignored. */
void dicechess_rolls_free(dicechess_rolls *rolls);

/**
 * Finds what the side to move of `state` can do with every roll. The dice of `state` do not matter.
 *
 * `DICECHESS_ERR_LIMIT` if there are more than `limit` end states in all, see `DICECHESS_NO_LIMIT`; `DICECHESS_ERR_MEMORY`. Every roll is
 * then a pass. A game has thousands of end states, a board full of queens millions.
 */
dicechess_status dicechess_rolls_expand(dicechess_rolls *rolls,
                                        const dicechess_state *state,
                                        size_t limit,
                                        dicechess_error *error);

/**
 * What can be done with each roll, in optional arrays of 56: whether some turn takes a king (1 or 0), how many dice the legal turns that
 * take none spend, and how many distinct states those lead to. All 0: the roll is a pass.
 */
dicechess_status dicechess_rolls_outcomes(const dicechess_rolls *rolls,
                                          uint8_t *takes_king,
                                          uint8_t *dice_spent,
                                          size_t *final_counts,
                                          dicechess_error *error);

/**
 * The keys of the distinct states that one roll leads to without taking a king. `capacity` counts elements; `required` (optional) receives
 * their number. Nothing is written unless all fit: `DICECHESS_ERR_BUFFER`.
 */
dicechess_status dicechess_rolls_keys(const dicechess_rolls *rolls,
                                      size_t roll,
                                      uint64_t *keys,
                                      size_t capacity,
                                      size_t *required,
                                      dicechess_error *error);

/** Makes `state` one of the distinct states that a roll leads to, in the order of `dicechess_rolls_keys`. */
dicechess_status dicechess_rolls_final_state(const dicechess_rolls *rolls,
                                             size_t roll,
                                             size_t index,
                                             dicechess_state *state,
                                             dicechess_error *error);

/*
 * Evaluators: what a state is worth to one side, in centipawns, positive where it is good for that side.
 *
 * A dicechess_evaluator never changes. The built-in ones are thread-safe, others as far as their callbacks are. What uses an
 * evaluator keeps it alive: it may be freed as soon as it was handed on.
 *
 * A callback is pure: the same score for equal arguments. It returns 0, or a number of its own that stops the call which wanted the
 * score: that call returns DICECHESS_ERR_CALLBACK with the number in `detail`, and nothing of the evaluation is kept. It may call
 * the library. It must return: no exception and no longjmp may leave it.
 */

/** Own men minus enemy men: P 100, N and B 300, R 500, Q 900, K 10000. */
#define DICECHESS_EVALUATOR_MATERIAL 1
/** Material less 2000 if an own king stands on an attacked square. */
#define DICECHESS_EVALUATOR_STANDARD 2
/** Standard plus advanced pawns, men near the enemy king and attacks on the squares around it. */
#define DICECHESS_EVALUATOR_AGGRESSIVE 3

/** An evaluator. */
typedef struct dicechess_evaluator dicechess_evaluator;

/** Writes the score of `state` for `perspective` into `score`. Returns 0, or a number that stops the call. */
typedef int32_t (*dicechess_evaluate_callback)(void *user_data,
                                               const dicechess_snapshot *state,
                                               dicechess_color perspective,
                                               int32_t *score);

/** Releases `user_data`. */
typedef void (*dicechess_drop_callback)(void *user_data);

/** Writes the scores of `count` (at least 1) states for `perspective` into `scores`. Returns 0, or a number that stops the call. */
typedef int32_t (*dicechess_evaluate_batch_callback)(void *user_data,
                                                     const dicechess_snapshot *states,
                                                     size_t count,
                                                     dicechess_color perspective,
                                                     int32_t *scores);

/**
 * Makes a built-in evaluator, `DICECHESS_EVALUATOR_MATERIAL`, `_STANDARD` or `_AGGRESSIVE`. None of them looks at side to move, dice,
 * rights, targets or clocks.
 */
dicechess_status dicechess_evaluator_new(int32_t kind,
                                         dicechess_evaluator **out,
                                         dicechess_error *error);

/**
 * Makes an evaluator of a callback that scores one state at a time. `ignores_clocks` is 1 if half-move clock and full-move number
 * never change a score, which lets a search merge states, otherwise 0.
 *
 * `drop_user_data` (optional) is called once with `user_data` (optional) when the evaluator and all that uses it are gone; if this
 * call fails, `user_data` stays with the caller.
 */
dicechess_status dicechess_evaluator_from_callback(void *user_data,
                                                   dicechess_evaluate_callback evaluate,
                                                   dicechess_drop_callback drop_user_data,
                                                   int32_t ignores_clocks,
                                                   dicechess_evaluator **out,
                                                   dicechess_error *error);

/** Makes an evaluator of a callback that scores many states in one call. All else is as with `dicechess_evaluator_from_callback`. */
dicechess_status dicechess_evaluator_from_batch_callback(void *user_data,
                                                         dicechess_evaluate_batch_callback evaluate,
                                                         dicechess_drop_callback drop_user_data,
                                                         int32_t ignores_clocks,
                                                         dicechess_evaluator **out,
                                                         dicechess_error *error);

/** Frees an evaluator. Caches and searches that use it keep what they need of it. NULL is ignored. */
void dicechess_evaluator_free(dicechess_evaluator *evaluator);

/** The score of `state` for `perspective`, whoever is to move. `DICECHESS_ERR_CALLBACK`. */
dicechess_status dicechess_evaluator_evaluate(const dicechess_evaluator *evaluator,
                                              const dicechess_state *state,
                                              dicechess_color perspective,
                                              int32_t *score,
                                              dicechess_error *error);

/**
 * The scores of `count` states for `perspective`, in one call of a batch callback. Nothing is written if one of them fails.
 * `DICECHESS_ERR_NULL` or `_HANDLE` with the index of the wrong state in `offset`; `DICECHESS_ERR_CALLBACK`; `DICECHESS_ERR_MEMORY`.
 */
dicechess_status dicechess_evaluator_evaluate_batch(const dicechess_evaluator *evaluator,
                                                    const dicechess_state *const *states,
                                                    size_t count,
                                                    dicechess_color perspective,
                                                    int32_t *scores,
                                                    dicechess_error *error);

/*
 * Evaluation caches: scores remembered for the length of one search.
 *
 * A dicechess_eval_cache belongs to one evaluator and one search or rescoring call: make one per call and free it with the
 * call, for it never forgets on its own. It gives exactly the scores that the evaluator would give: a score belongs to a state, clocks
 * included, and a perspective. 84 bytes an entry at a million entries. Material costs less than a hit: a cache is for
 * evaluators that are worth remembering.
 *
 * It is single-owner. The evaluator's callback may use the cache that calls it; any other call meanwhile gets DICECHESS_ERR_BUSY. What
 * a callback stores stays stored even if it fails afterwards; its own failed evaluation is not kept and tried again
 * next time. Ask for the time before each access: the cache looks at no clock.
 */

/** An evaluation cache. */
typedef struct dicechess_eval_cache dicechess_eval_cache;

/** Makes an empty cache of the scores of `evaluator`, which may be freed before it. */
dicechess_status dicechess_eval_cache_new(const dicechess_evaluator *evaluator,
                                          dicechess_eval_cache **out,
                                          dicechess_error *error);

/** Frees a cache. NULL is ignored, and so is a cache that is in use. */
void dicechess_eval_cache_free(dicechess_eval_cache *cache);

/** The score of `state` for `perspective`, from the cache or else from the evaluator. `DICECHESS_ERR_CALLBACK`; `DICECHESS_ERR_MEMORY`. */
dicechess_status dicechess_eval_cache_evaluate(dicechess_eval_cache *cache,
                                               const dicechess_state *state,
                                               dicechess_color perspective,
                                               int32_t *score,
                                               dicechess_error *error);

/**
 * The scores of `count` states for `perspective`. States that are not there go to the evaluator in batches of at most 64, each state
 * once. If one fails nothing is written and nothing of its batch is kept. Errors as with `dicechess_evaluator_evaluate_batch`.
 */
dicechess_status dicechess_eval_cache_evaluate_batch(dicechess_eval_cache *cache,
                                                     const dicechess_state *const *states,
                                                     size_t count,
                                                     dicechess_color perspective,
                                                     int32_t *scores,
                                                     dicechess_error *error);

/** How many states were handed to the evaluator, failed attempts included. */
dicechess_status dicechess_eval_cache_evaluator_calls(const dicechess_eval_cache *cache,
                                                      uint64_t *calls,
                                                      dicechess_error *error);

/** How many scores came from the cache. */
dicechess_status dicechess_eval_cache_hits(const dicechess_eval_cache *cache,
                                           uint64_t *hits,
                                           dicechess_error *error);

/** How many pairs of a state and a perspective are remembered. */
dicechess_status dicechess_eval_cache_entry_count(const dicechess_eval_cache *cache,
                                                  uint64_t *entries,
                                                  dicechess_error *error);

/** Bytes of memory that the cache takes up. */
dicechess_status dicechess_eval_cache_bytes_used(const dicechess_eval_cache *cache,
                                                 uint64_t *bytes,
                                                 dicechess_error *error);

/*
 * Scoring: what turns are worth to the side that plays them, and the risk of losing a king.
 */

/** The score of a turn that takes a king. */
#define DICECHESS_TERMINAL_WIN_SCORE 2147483647

/**
 * The score of a turn for the side that plays it: plays `count` (0 to 3) micro-moves from `state`. If the last one takes an enemy king,
 * the score is `DICECHESS_TERMINAL_WIN_SCORE` and nothing is evaluated; otherwise the turn is ended and the resulting state
 * evaluated. No micro-moves at all: `state` itself is evaluated for its side to move. The dice need not pay for the turn.
 *
 * `DICECHESS_ERR_ILLEGAL` with the number of the micro-move that the board does not allow in `field`; `DICECHESS_ERR_RANGE`;
 * `DICECHESS_ERR_CALLBACK`.
 */
dicechess_status dicechess_score_path(const dicechess_state *state,
                                      const dicechess_micro_move *moves,
                                      size_t count,
                                      const dicechess_evaluator *evaluator,
                                      int32_t *score,
                                      dicechess_error *error);

/** As `dicechess_score_path`, with a cache between. */
dicechess_status dicechess_eval_cache_score_path(dicechess_eval_cache *cache,
                                                 const dicechess_state *state,
                                                 const dicechess_micro_move *moves,
                                                 size_t count,
                                                 int32_t *score,
                                                 dicechess_error *error);

/**
 * The scores of all turns of a list, in its order, each as `dicechess_score_path` gives it; evaluated in batches of at most 64.
 * `capacity` counts scores; `required` (optional) receives the number of turns. `DICECHESS_ERR_CALLBACK`. Linear in the turns.
 */
dicechess_status dicechess_score_turns(const dicechess_turns *turns,
                                       const dicechess_evaluator *evaluator,
                                       int32_t *scores,
                                       size_t capacity,
                                       size_t *required,
                                       dicechess_error *error);

/** As `dicechess_score_turns`, with a cache between. */
dicechess_status dicechess_eval_cache_score_turns(dicechess_eval_cache *cache,
                                                  const dicechess_turns *turns,
                                                  int32_t *scores,
                                                  size_t capacity,
                                                  size_t *required,
                                                  dicechess_error *error);

/**
 * The probability, 0 to 1, that the next roll of the opponent of `defender` lets it take a king of `defender`, were it to
 * move. 0 without such a king. Side to move, dice and clocks do not matter. Microseconds.
 */
dicechess_status dicechess_king_capture_probability(const dicechess_state *state,
                                                    dicechess_color defender,
                                                    double *probability,
                                                    dicechess_error *error);

/**
 * Which rolls those are: bit n of `rolls` for the roll with number n, see "Rolls", and how many of the 216 outcomes they make up in
 * `weight` (optional).
 */
dicechess_status dicechess_king_capture_rolls(const dicechess_state *state,
                                              dicechess_color defender,
                                              uint64_t *rolls,
                                              uint32_t *weight,
                                              dicechess_error *error);

#ifdef __cplusplus
}
#endif

#endif /* DICECHESS_H */
