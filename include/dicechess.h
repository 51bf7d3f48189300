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
 * state (a list that cannot be filled is empty), new handles are NULL, counts are 0, other outputs stay as they were. A
 * dicechess_error with a wrong struct_size gives DICECHESS_ERR_STRUCT_SIZE: new handles are NULL, and nothing else is
 * looked at.
 *
 * Pointers: none may be NULL unless its comment says "optional"; an array or text of length 0 may. NULL is reported,
 * never followed. The library keeps no pointer of the caller's after a call, but for callbacks with their user data where the comment
 * says so.
 *
 * Ownership: a handle belongs to whoever made it with a _new, _from or _clone function, until its _free function, which
 * ignores NULL. All else belongs to the caller; the library never allocates anything that the caller must free otherwise.
 *
 * Text is ASCII, passed as pointer and length, see "Text". Numbers that name things (colors, piece types, squares, faults)
 * are constants in an int32_t or uint8_t and are checked; truth values are int32_t 0 or 1.
 *
 * Structs start with struct_size, set by the caller to the sizeof of the struct, so that a program built against an older
 * or newer header keeps working: members are only ever added at the end. A larger input struct, up to 4096 bytes, is accepted if
 * what this version does not know is 0, and of a larger output struct the known part is written.
 *
 * Threads: each handle carries one of three words. Thread-safe: use it from any threads at once. Thread-compatible: calls that take
 * it as const may overlap, a call that changes or frees it must be alone. Single-owner: one call at a time, from any
 * thread. A changing call that meets another one returns DICECHESS_ERR_BUSY; nothing ever waits. There is no global state,
 * no initialisation, no background thread and no signal handler. Unloading the library is not supported.
 *
 * Stack: no call needs more than DICECHESS_STACK_SIZE bytes of its caller's, to whatever depth it searches, besides what callbacks
 * take. Threads that a search starts have two megabytes.
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
/** `struct_size` is smaller than that of the first version that had the struct, or larger than 4096. */
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
/** The pointer is no live handle of this type: freed, or of another type, whatever its alignment. */
#define DICECHESS_ERR_HANDLE (-11)
/** The text is no DFEN. `field` is the number of the field, `offset` the byte. */
#define DICECHESS_ERR_DFEN (-20)
/** The position has faults. `detail` holds them. */
#define DICECHESS_ERR_POSITION (-21)
/** The micro-move or turn is not legal in this position. */
#define DICECHESS_ERR_ILLEGAL (-22)
/** There are more results than the given limit, or more callbacks inside each other than there may be, see "Callbacks". */
#define DICECHESS_ERR_LIMIT (-23)
/** A king has fallen: the game is over. No function returns it yet: a state without a king can still be played on. */
#define DICECHESS_ERR_GAME_OVER (-24)
/** The search was cancelled before there was a result. */
#define DICECHESS_ERR_CANCELLED (-30)
/** The deadline passed before there was a result. */
#define DICECHESS_ERR_DEADLINE (-31)
/** The budget was spent before there was a result. */
#define DICECHESS_ERR_BUDGET (-32)
/** A callback returned a number other than 0; `detail` holds it. */
#define DICECHESS_ERR_CALLBACK (-40)
/** A checksum, length or field of a frame of a stream is wrong. With the statuses that come from a stream, `offset` is the byte. */
#define DICECHESS_ERR_TAPE_CORRUPT (-50)
/** Nothing is left to take back. */
#define DICECHESS_ERR_TAPE_START (-51)
/** The bytes are no stream: wrong first bytes, or a damaged header. */
#define DICECHESS_ERR_TAPE_FORMAT (-52)
/** The stream has a major version that this library does not know. */
#define DICECHESS_ERR_TAPE_VERSION (-53)
/** The stream ends within a frame. */
#define DICECHESS_ERR_TAPE_TRUNCATED (-54)
/** A cell has no meaning, or stands where none like it may. */
#define DICECHESS_ERR_TAPE_CELL (-55)
/** A cell or keyframe does not fit the state that the cells before it lead to. */
#define DICECHESS_ERR_TAPE_REPLAY (-56)
/** A chunk does not continue the one before, or its identifier is not that of its cells. */
#define DICECHESS_ERR_TAPE_CHAIN (-57)
/** The stream has a type of frame or a flag that this library must know and does not. */
#define DICECHESS_ERR_TAPE_UNSUPPORTED (-58)
/** The history asked for has been given up; `offset` is the first address that is left. */
#define DICECHESS_ERR_TAPE_HORIZON (-59)
/** The budget of the chunk store is used up by chunks that positions still need. */
#define DICECHESS_ERR_TAPE_FULL (-60)
/** The caller's storage of chunks failed; `detail` is its number, or 0 if it gave back something else than it took. */
#define DICECHESS_ERR_TAPE_IO (-61)

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
     * clock, 5 full-move number, 6 dice, 7 number of fields) with `DICECHESS_ERR_DFEN`; the number of the first micro-move
     * with which no legal turn goes on, from 0, with `DICECHESS_ERR_ILLEGAL`; otherwise the number of the offending
     * parameter, from 0. -1: none.
     */
    int32_t field;
    /**
     * `DICECHESS_FAULT_` bits with `DICECHESS_ERR_POSITION`; what the callback returned with `DICECHESS_ERR_CALLBACK` and
     * `DICECHESS_ERR_TAPE_IO`; otherwise 0.
     */
    int32_t detail;
    /**
     * The offending byte of a text, or of a struct, counted from its start; the offending index of an array;
     * the first address that is left with `DICECHESS_ERR_TAPE_HORIZON`. -1: none.
     */
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
/** An en-passant target with a man on it, which went there in the same turn that the pawn skipped the square. Games show it. */
#define DICECHESS_FAULT_TARGET_OCCUPIED 128
/** A pawn on rank 1 or 8. */
#define DICECHESS_FAULT_PAWN_ON_BACK_RANK 256
/** More than 16 men of one side. */
#define DICECHESS_FAULT_TOO_MANY_MEN 512
/** Bitboards and mailbox disagree. */
#define DICECHESS_FAULT_BOARDS_DISAGREE 1024

/** A state. */
typedef struct dicechess_state dicechess_state;

/** Makes the initial position, White to move, without dice. `DICECHESS_ERR_MEMORY`. */
dicechess_status dicechess_state_new(dicechess_state **out, dicechess_error *error);

/**
 * Reads a DFEN, such as `rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 PNB`. Clocks and dice may be left out. The position
 * need not be sensible (`dicechess_state_faults` tells). Linear in the text.
 *
 * `DICECHESS_ERR_DFEN` with `field` and `offset`; `DICECHESS_ERR_TEXT` with `offset`.
 * `DICECHESS_ERR_MEMORY`.
 */
dicechess_status dicechess_state_from_dfen(const char *dfen,
                                           size_t length,
                                           dicechess_state **out,
                                           dicechess_error *error);

/**
 * Like `dicechess_state_from_dfen`, but refuses a position with faults: `DICECHESS_ERR_POSITION` with the faults in `detail`. To take whatever a game
 * shows, read leniently and look at the faults yourself: an occupied target is one that games show.
 * `DICECHESS_ERR_MEMORY`.
 */
dicechess_status dicechess_state_from_dfen_strict(const char *dfen,
                                                  size_t length,
                                                  dicechess_state **out,
                                                  dicechess_error *error);

/**
 * Makes the state that a snapshot describes, sensible or not. Its `key` and `material` are not read.
 *
 * `DICECHESS_ERR_RANGE` for a member with a value that does not exist; `offset` is its place in the struct.
 * `DICECHESS_ERR_MEMORY`.
 */
dicechess_status dicechess_state_from_snapshot(const dicechess_snapshot *snapshot,
                                               dicechess_state **out,
                                               dicechess_error *error);

/** Makes an equal state. `DICECHESS_ERR_MEMORY`. */
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

/**
 * The `DICECHESS_FAULT_` bits: what no game from the initial position shows, but for an occupied target and, at its end, a missing king.
 * Linear in the board.
 */
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
 * `DICECHESS_ERR_ILLEGAL` if the turn is not legal: `field` is the number of the first micro-move with which no legal turn
 * goes on, from 0, or the number of all if the turn ends too early; `offset` is its place in the text. The message names
 * the dice left there, in the letters of the side to move. `DICECHESS_ERR_TEXT`.
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
 * `DICECHESS_ERR_RANGE` if `plies` exceeds `DICECHESS_PERFT_MAX_PLIES`; `DICECHESS_ERR_MEMORY`. Two plies take seconds, of a board full
 * of queens one takes minutes and gigabytes.
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

/** Makes an empty list. `DICECHESS_ERR_MEMORY`. */
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

/** Makes an expansion of nothing: every roll is a pass. `DICECHESS_ERR_MEMORY`. */
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
 * What can be done with each roll, in optional arrays of 56: whether some turn takes a king (1 or
 * 0), the most dice that a turn spends, and how many distinct states the legal turns that take no
 * king lead to. Each of those turns spends that many dice. Where every legal turn takes a king,
 * that is what the longest of them spends, and there are no states. All 0: the roll is a pass.
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
 * Callbacks: functions of the caller's that the library calls.
 *
 * What the caller passes as `user_data` comes back as the first parameter; it may be NULL. A callback may call the library, but for
 * handles that the running call has for itself, which answer DICECHESS_ERR_BUSY. It must return: no exception and no longjmp may
 * leave it. One that can fail returns 0, or a number of its own that stops the running call: that call returns
 * DICECHESS_ERR_CALLBACK with the number in `detail`.
 *
 * Up to 256 callbacks may run inside each other on one thread, those of a search's threads counted on from the thread that
 * searches. What a deeper one calls returns DICECHESS_ERR_LIMIT if it might call back in turn. A level takes the stack of
 * the caller's function and of the call that it makes: 4 KiB for one of an evaluator, cache, clock, stream or storage, so that
 * 256 levels take 1 MiB; 24 KiB for a batch through a cache; DICECHESS_STACK_SIZE covers a search.
 */

/**
 * Bytes of its caller's stack that no call needs more of, at any depth and with any options. What callbacks take comes on top, once for
 * each call that they are nested in.
 */
#define DICECHESS_STACK_SIZE 65536

/** Releases `user_data`. */
typedef void (*dicechess_drop_callback)(void *user_data);

/*
 * Evaluators: what a state is worth to one side, in centipawns, positive where it is good for that side.
 *
 * A dicechess_evaluator never changes. The built-in ones are thread-safe, others if their callbacks are. What uses an
 * evaluator keeps it alive: it may be freed as soon as it was handed on.
 *
 * A callback is pure: the same score for equal arguments. If it fails, see "Callbacks", nothing of the evaluation is kept.
 */

/** Own men minus enemy men: P 100, N and B 300, R 500, Q 900, K 10000. */
#define DICECHESS_EVALUATOR_MATERIAL 1
/** Material less 2000 if an own king stands on an attacked square. */
#define DICECHESS_EVALUATOR_STANDARD 2
/** Standard plus advanced pawns, men near the enemy king and attacks on the squares around it. */
#define DICECHESS_EVALUATOR_AGGRESSIVE 3
/** Half-move clock and full-move number never change a score. A search may then merge states that differ in nothing else. */
#define DICECHESS_EVALUATOR_IGNORES_CLOCKS 1
/** The callback may be called from several threads at once. A search on several threads needs that. */
#define DICECHESS_EVALUATOR_THREAD_SAFE 2

/** An evaluator. */
typedef struct dicechess_evaluator dicechess_evaluator;

/** Writes the score of `state` for `perspective` into `score`. Returns 0, or a number that stops the call. */
typedef int32_t (*dicechess_evaluate_callback)(void *user_data,
                                               const dicechess_snapshot *state,
                                               dicechess_color perspective,
                                               int32_t *score);

/** Writes the scores of `count` (at least 1) states for `perspective` into `scores`. Returns 0, or a number that stops the call. */
typedef int32_t (*dicechess_evaluate_batch_callback)(void *user_data,
                                                     const dicechess_snapshot *states,
                                                     size_t count,
                                                     dicechess_color perspective,
                                                     int32_t *scores);

/**
 * Makes a built-in evaluator, `DICECHESS_EVALUATOR_MATERIAL`, `_STANDARD` or `_AGGRESSIVE`. None of them looks at side to move, dice,
 * rights, targets or clocks. `DICECHESS_ERR_MEMORY`.
 */
dicechess_status dicechess_evaluator_new(int32_t kind,
                                         dicechess_evaluator **out,
                                         dicechess_error *error);

/**
 * Makes an evaluator of a callback that scores one state at a time. `properties` is 0 or the sum of
 * `DICECHESS_EVALUATOR_IGNORES_CLOCKS` and `DICECHESS_EVALUATOR_THREAD_SAFE` as far as they hold.
 *
 * `drop_user_data` (optional) is called once with `user_data` (optional) when the evaluator and all that uses it are gone; if this
 * call fails, `user_data` stays with the caller. `DICECHESS_ERR_MEMORY`.
 */
dicechess_status dicechess_evaluator_from_callback(void *user_data,
                                                   dicechess_evaluate_callback evaluate,
                                                   dicechess_drop_callback drop_user_data,
                                                   int32_t properties,
                                                   dicechess_evaluator **out,
                                                   dicechess_error *error);

/**
 * Makes an evaluator of a callback that scores many states in one call. All else is as with `dicechess_evaluator_from_callback`.
 * `DICECHESS_ERR_MEMORY`.
 */
dicechess_status dicechess_evaluator_from_batch_callback(void *user_data,
                                                         dicechess_evaluate_batch_callback evaluate,
                                                         dicechess_drop_callback drop_user_data,
                                                         int32_t properties,
                                                         dicechess_evaluator **out,
                                                         dicechess_error *error);

/** Frees an evaluator. Caches and searches that use it keep what they need of it. NULL is ignored. */
void dicechess_evaluator_free(dicechess_evaluator *evaluator);

/**
 * The score of `state` for `perspective`, whichever side is to move. `DICECHESS_ERR_CALLBACK`.
 * `DICECHESS_ERR_MEMORY`.
 */
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
 * included, and a perspective. 76 bytes an entry at a million entries. Material costs less than a hit: a cache is for
 * evaluators that are worth remembering.
 *
 * It is single-owner. The evaluator's callback may use the cache that calls it; any other call meanwhile gets DICECHESS_ERR_BUSY. What
 * a callback stores stays stored even if it fails afterwards; its own failed evaluation is not kept and tried again
 * next time. Ask for the time before each access: the cache looks at no clock.
 */

/** An evaluation cache. */
typedef struct dicechess_eval_cache dicechess_eval_cache;

/**
 * Makes an empty cache of the scores of `evaluator`, which may be freed before it.
 * `DICECHESS_ERR_MEMORY`.
 */
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
 * once. If one fails nothing is written and nothing of its batch is kept; if memory runs out, a part of it may be. Errors as with
 * `dicechess_evaluator_evaluate_batch`.
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
 * `DICECHESS_ERR_CALLBACK`. `DICECHESS_ERR_MEMORY`.
 */
dicechess_status dicechess_score_path(const dicechess_state *state,
                                      const dicechess_micro_move *moves,
                                      size_t count,
                                      const dicechess_evaluator *evaluator,
                                      int32_t *score,
                                      dicechess_error *error);

/** As `dicechess_score_path`, with a cache between. `DICECHESS_ERR_MEMORY`. */
dicechess_status dicechess_eval_cache_score_path(dicechess_eval_cache *cache,
                                                 const dicechess_state *state,
                                                 const dicechess_micro_move *moves,
                                                 size_t count,
                                                 int32_t *score,
                                                 dicechess_error *error);

/**
 * The scores of all turns of a list, in its order, each as `dicechess_score_path` gives it; evaluated in batches of at most 64.
 * `capacity` counts scores; `required` (optional) receives the number of turns. `DICECHESS_ERR_CALLBACK`. Linear in the turns.
 * `DICECHESS_ERR_MEMORY`.
 */
dicechess_status dicechess_score_turns(const dicechess_turns *turns,
                                       const dicechess_evaluator *evaluator,
                                       int32_t *scores,
                                       size_t capacity,
                                       size_t *required,
                                       dicechess_error *error);

/** As `dicechess_score_turns`, with a cache between. `DICECHESS_ERR_MEMORY`. */
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

/*
 * Controls: how far a search may go, and how to stop it from outside.
 *
 * A dicechess_control holds a budget of work, a deadline and a flag that cancels. It is thread-safe: any thread, and any callback of
 * the search, may cancel and ask. It serves one search: its count of work only grows, and once it has stopped it stays
 * stopped. A search keeps it alive, so that it may be freed in between.
 *
 * Work counts in units: one for each roll of the dice that a search expands, and one for each position that it hands to an
 * evaluator, to score a leaf or to rank or rescore a turn, whether or not a cache knows the score. Ranking by material is free.
 * With one thread work depends on the inputs alone and not on speed. A search asks before each unit, before each look
 * into a table and while it lists turns, so that it ends within the time that one roll and 64 evaluations take. A control that is
 * cancelled or spent before the call keeps a search from handing over anything.
 */

/** Passed as a budget: as much work as it takes. */
#define DICECHESS_NO_BUDGET ((uint64_t)-1ll)
/** Passed as a time: no deadline. */
#define DICECHESS_NO_DEADLINE ((uint64_t)-1ll)
/** Nothing has stopped the search. */
#define DICECHESS_STOP_NONE 0
/** The search was cancelled. */
#define DICECHESS_STOP_CANCELLED 1
/** The budget is spent. */
#define DICECHESS_STOP_BUDGET 2
/** The deadline has passed. */
#define DICECHESS_STOP_DEADLINE 3
/** There was no memory for the next depth of an iterative search. Never the reason of a control. */
#define DICECHESS_STOP_MEMORY 4

/** A control. */
typedef struct dicechess_control dicechess_control;

/** Nanoseconds on a clock that never goes backwards; its zero may be anywhere. Called from any thread that searches or asks. */
typedef int64_t (*dicechess_clock_callback)(void *user_data);

/**
 * Makes a control that stops after `budget` units of work, see `DICECHESS_NO_BUDGET`, or `nanoseconds` from now on a clock that never
 * goes backwards, see `DICECHESS_NO_DEADLINE`, whichever comes first. 0 of either stops a search before it begins.
 * `DICECHESS_ERR_MEMORY`.
 */
dicechess_status dicechess_control_new(uint64_t budget,
                                       uint64_t nanoseconds,
                                       dicechess_control **out,
                                       dicechess_error *error);

/**
 * As `dicechess_control_new`, with the time of `clock`, which is read here for the first time.
 *
 * `drop_user_data` (optional) is called once with `user_data` when the control and the search that uses it are gone; if this call fails,
 * `user_data` stays with the caller. `DICECHESS_ERR_MEMORY`.
 */
dicechess_status dicechess_control_new_with_clock(void *user_data,
                                                  dicechess_clock_callback clock,
                                                  dicechess_drop_callback drop_user_data,
                                                  uint64_t budget,
                                                  uint64_t nanoseconds,
                                                  dicechess_control **out,
                                                  dicechess_error *error);

/** Frees a control, or leaves it to the search that uses it. NULL is ignored. */
void dicechess_control_free(dicechess_control *control);

/** Stops the search, now or as soon as it begins. */
dicechess_status dicechess_control_cancel(dicechess_control *control,
                                          dicechess_error *error);

/** Whether a search would have to stop now: 1 or 0. Costs no work. */
dicechess_status dicechess_control_is_cancelled(const dicechess_control *control,
                                                int32_t *cancelled,
                                                dicechess_error *error);

/** Units of work done so far. */
dicechess_status dicechess_control_work_used(const dicechess_control *control,
                                             uint64_t *work,
                                             dicechess_error *error);

/** What stopped the search, or `dicechess_control_is_cancelled` said first: one of the `DICECHESS_STOP_` numbers. */
dicechess_status dicechess_control_stop_reason(const dicechess_control *control,
                                               int32_t *reason,
                                               dicechess_error *error);

/*
 * Transposition tables: values that searches found, by the keys of positions, in memory of a fixed size.
 *
 * A dicechess_tt is thread-safe: any calls and searches may use it at once, without waiting for each other. What a probe finds was
 * stored as a whole by one of them. dicechess_tt_clear alone needs the table for itself. A search keeps its table alive, so
 * that it may be freed in between.
 *
 * A table holds the values of one configuration: the evaluator, the utility bounds, and the rescorer with its weight. The first search
 * decides; one with another configuration is refused with DICECHESS_ERR_UNSUPPORTED until the table is cleared. Within
 * one configuration it may serve any number of searches and games.
 */

/** Nothing is known. */
#define DICECHESS_BOUND_NONE 0
/** The true value is this one. */
#define DICECHESS_BOUND_EXACT 1
/** The true value is at least this one. */
#define DICECHESS_BOUND_LOWER 2
/** The true value is at most this one. */
#define DICECHESS_BOUND_UPPER 3
/** The capacity that suits a search of a few seconds: 8 MiB. */
#define DICECHESS_TT_DEFAULT_CAPACITY 262144

/** A transposition table. */
typedef struct dicechess_tt dicechess_tt;

/** What is stored under one key; 32 bytes. */
typedef struct dicechess_tt_entry {
    /** Set by the caller: `sizeof(dicechess_tt_entry)`. */
    uint32_t struct_size;
    /** `DICECHESS_BOUND_EXACT`, `_LOWER` or `_UPPER`; `DICECHESS_BOUND_NONE` if a probe found nothing. */
    int32_t bound;
    /** The key of the position, see `dicechess_state_key`. Searches change it where one position has several values. */
    uint64_t key;
    /** The value for the side whose turn is searched, finite. Every bit of it is kept. */
    double value;
    /** Plies of search below the position, 0 to 255. */
    int32_t depth;
    /** Whether a roll was seen that loses that side's king: 1 or 0. */
    int32_t loss_tainted;
} dicechess_tt_entry;

/** How often a table was used; 48 bytes. A few counts may be lost when threads use it at the same moment. */
typedef struct dicechess_telemetry {
    /** Set by the caller: `sizeof(dicechess_telemetry)`. */
    uint32_t struct_size;
    /** Stores, whether or not they changed the table. */
    uint64_t stores;
    /** Stores that replaced an entry of the same key. */
    uint64_t overwrites;
    /** Stores that replaced an entry of another key. */
    uint64_t collisions;
    /** Probes that found an entry. */
    uint64_t hits;
    /** Probes that found none. */
    uint64_t misses;
} dicechess_telemetry;

/**
 * Makes an empty table of `capacity` entries of 32 bytes each, a power of two. The system provides the memory on first use.
 *
 * `DICECHESS_ERR_RANGE` for 0 and all that is no power of two: nothing is rounded. `DICECHESS_ERR_MEMORY`.
 */
dicechess_status dicechess_tt_new(size_t capacity,
                                  dicechess_tt **out,
                                  dicechess_error *error);

/**
 * Makes an empty table of at most `bytes` bytes: as many entries as fit, rounded down to a power of two, so that up to half of `bytes`
 * stays unused. `DICECHESS_ERR_RANGE` if not even one fits. `DICECHESS_ERR_MEMORY`.
 */
dicechess_status dicechess_tt_new_with_bytes(size_t bytes,
                                             dicechess_tt **out,
                                             dicechess_error *error);

/** Frees a table, or leaves it to the searches that use it. NULL is ignored. */
void dicechess_tt_free(dicechess_tt *tt);

/** How many entries the table can hold. */
dicechess_status dicechess_tt_capacity(const dicechess_tt *tt,
                                       size_t *capacity,
                                       dicechess_error *error);

/** Bytes that the entries take up. */
dicechess_status dicechess_tt_bytes(const dicechess_tt *tt,
                                    size_t *bytes,
                                    dicechess_error *error);

/** What is stored under `key`. Counts a hit or a miss; a miss has `DICECHESS_BOUND_NONE`. */
dicechess_status dicechess_tt_probe(dicechess_tt *tt,
                                    uint64_t key,
                                    dicechess_tt_entry *entry,
                                    dicechess_error *error);

/**
 * Stores an entry, unless what is in its place is worth more: a deeper search of another position, or a deeper exact value of the
 * same one.
 *
 * `DICECHESS_ERR_RANGE` for a member with a value that does not exist, and for a value that is infinite or no number; `offset`
 * is the member's place in the struct. Nothing is counted then.
 */
dicechess_status dicechess_tt_store(dicechess_tt *tt,
                                    const dicechess_tt_entry *entry,
                                    dicechess_error *error);

/**
 * Removes all entries, sets the telemetry to 0 and frees the table from its configuration. Linear in the table.
 *
 * `DICECHESS_ERR_BUSY` while a search or another call uses the table.
 */
dicechess_status dicechess_tt_clear(dicechess_tt *tt,
                                    dicechess_error *error);

/** How often the table was used since it was made or cleared, or its telemetry was reset. */
dicechess_status dicechess_tt_telemetry(const dicechess_tt *tt,
                                        dicechess_telemetry *telemetry,
                                        dicechess_error *error);

/** Sets the telemetry to 0. Entries stay. */
dicechess_status dicechess_tt_reset_telemetry(dicechess_tt *tt, dicechess_error *error);

/*
 * Options of a search: what it searches with and how far. A member that is 0 or NULL has its default, so set the struct to 0 first.
 *
 * The handles among them are used during the call only; a search keeps what it needs of them alive. Values are in centipawns for the
 * side to move of the position that is searched.
 */

/** The least depth: the turn and the reply. */
#define DICECHESS_SEARCH_MIN_DEPTH 2
/** The greatest depth. */
#define DICECHESS_SEARCH_MAX_DEPTH 8
/** The most threads of one search. */
#define DICECHESS_SEARCH_MAX_THREADS 256

/**
 * The scale of search values: `terminal_loss` < `leaf_min` <= `leaf_max` < `terminal_win`, all finite. All 0: the default: -1e9, -10000,
 * 10000 and 10001. 32 bytes.
 *
 * Searches cut on the strength of these numbers: with an evaluator whose scores leave `leaf_min` to `leaf_max` they may cut
 * what they should not. A `leaf_max` of 100000 covers every built-in evaluator in every position, at the price of fewer cuts.
 */
typedef struct dicechess_utility_bounds {
    /** The value of a lost king. */
    double terminal_loss;
    /** The least score of an evaluator. */
    double leaf_min;
    /** The greatest score of an evaluator. */
    double leaf_max;
    /** The value of a captured enemy king. */
    double terminal_win;
} dicechess_utility_bounds;

/** How far a search has come; 48 bytes. */
typedef struct dicechess_search_progress {
    /** Set by the library: `sizeof(dicechess_search_progress)` as it knows it. */
    uint32_t struct_size;
    /** Turns that the search looks ahead at the moment. */
    uint32_t depth;
    /** Candidates that have their value or are cut off. */
    size_t candidates_done;
    /** Candidates in all. */
    size_t candidates;
    /** The best turn so far. */
    dicechess_micro_move moves[3];
    /** How many micro-moves it has; 0: no candidate has a value yet. */
    uint16_t length;
    /** The value of the best turn. */
    double value;
    /** Units of work done so far. */
    uint64_t work;
} dicechess_search_progress;

/**
 * Is told after each candidate how far the search has come. With several threads any of them calls it, one at a time. Returns 0, or a
 * number that stops the search. The struct is gone after the call.
 */
typedef int32_t (*dicechess_progress_callback)(void *user_data,
                                               const dicechess_search_progress *progress);

/** What a search searches with, and how far; 128 bytes. */
typedef struct dicechess_search_options {
    /** Set by the caller: `sizeof(dicechess_search_options)`. */
    uint32_t struct_size;
    /** Turns to look ahead, the one to be chosen included: 2 (default) to 8. Each one more costs a factor of thousands. */
    uint32_t depth;
    /** Scores the positions at the end of the look-ahead. Default: material. */
    const dicechess_evaluator *evaluator;
    /** Ranks the legal turns before the search. Default: material. */
    const dicechess_evaluator *pre_rank;
    /** A second opinion on the candidates, mixed into their values: (1 - weight) · value + weight · score. Default: none. */
    const dicechess_evaluator *rescorer;
    /** The weight, 0 to 1. With 0 the rescorer is not asked; without a rescorer it must be 0. */
    double rescorer_weight;
    /** A table to read and fill. Default: none. */
    dicechess_tt *tt;
    /** Limits of the search, and a way to cancel it. Default: none. */
    dicechess_control *control;
    /** The first parameter of `progress`. */
    void *user_data;
    /** Is told how far the search has come. Default: nobody. */
    dicechess_progress_callback progress;
    /** The scale of values. */
    dicechess_utility_bounds bounds;
    /** How many turns are searched, those that `pre_rank` likes best. Default: 8. */
    size_t candidate_limit;
    /**
     * Threads to use, 1 (default) to 256. With more than one the evaluator needs `DICECHESS_EVALUATOR_THREAD_SAFE`; all have ended when the
     * call returns. Turn and score are the same for every number, unless a limit or a table with entries comes into play.
     */
    uint32_t threads;
    /**
     * 1: depths 2, 3 and so on one after the other, up to `depth` or until the control ends it; the deepest one that was finished counts.
     * For searches against the clock. 0: `depth` at once.
     */
    int32_t iterative;
    /** 1: only exact values are read from the table and stored in it, no bounds. 0: both. */
    int32_t exact_only;
    /** 1: scores of the evaluator are remembered during the call. Pays for evaluators that take longer than about 50 ns. 0: they are not. */
    int32_t cache;
} dicechess_search_options;

/*
 * Reports of searches: what was found, and what it took.
 */

/** What a search found; 184 bytes. */
typedef struct dicechess_search_report {
    /** Set by the caller: `sizeof(dicechess_search_report)`. */
    uint32_t struct_size;
    /**
     * The value of the turn in centipawns, cut towards zero; `DICECHESS_TERMINAL_WIN_SCORE` if it takes a king, 0 for a pass. Without a
     * searched value (`bound` is `DICECHESS_BOUND_NONE`) the score that put it first on the list of candidates.
     */
    int32_t score;
    /** The micro-moves of the turn to play, further elements 0. */
    dicechess_micro_move moves[3];
    /** How many they are; 0: the turn must be passed. */
    uint16_t length;
    /**
     * `DICECHESS_BOUND_EXACT` if the turn was searched; `DICECHESS_BOUND_NONE` if it takes a king, is a pass, needed no search because
     * there was no choice under a time limit, or was taken because the control stopped the search before it had a value.
     */
    int32_t bound;
    /** Turns looked ahead, less than asked for if an iterative search ended early. */
    uint32_t depth;
    /**
     * The value of the turn, all digits, rescoring included; `terminal_win` of the bounds if it takes a king. 0 for a pass, and
     * without a searched value.
     */
    double value;
    /** 1 if the search went as far as it was asked to, otherwise 0. */
    int32_t complete;
    /** What stopped it: one of the `DICECHESS_STOP_` numbers. */
    int32_t stop_reason;
    /** How many candidates share the value. One of them was drawn. */
    uint64_t winners;
    /** Units of work that the control has counted in all, from before the call too if it has served before. */
    uint64_t work;
    /** Nanoseconds that the call took. */
    uint64_t elapsed;
    /** Units of work of this call a second. */
    double nodes_per_second;
    /** The probability that the opponent's next roll takes a king of this side after the turn. */
    double loss_risk;
    /** The probability that this side's next roll would take a king if the opponent did nothing about it; 1 if the turn takes one. */
    double win_chance;
    /** 1 if the control stopped the search before every candidate had its value or bound, otherwise 0. */
    int32_t truncated;
    /** 1 if no candidate has a value, so that the turn is merely the first of them, otherwise 0. */
    int32_t fell_back_to_pre_rank;
    /** Legal turns, 4194304 at most, and fewer than there are if the control stopped the search while it listed them. */
    uint64_t legal_turns;
    /** Turns that became candidates. */
    uint64_t candidates_selected;
    /** Candidates searched to an exact value. */
    uint64_t candidates_completed;
    /** Candidates that the control interrupted. */
    uint64_t candidates_abandoned;
    /** Candidates cut off: they cannot be best. */
    uint64_t cutoffs;
    /** Rolls of cut candidates that were never expanded. */
    uint64_t rolls_saved;
    /** Those of `cutoffs` that probing alone decided. */
    uint64_t probe_cutoffs;
    /** Candidates looked up in the table. */
    uint64_t table_probes;
    /** Candidates whose exact value the table had. */
    uint64_t table_hits;
    /** Candidates cut off by a bound of the table. */
    uint64_t table_cutoffs;
    /**
     * Distinct states after a turn that the search chose from in place of the turns, of which there are more than 4194304: all, or the
     * first 1000000. 0: it chose from the turns.
     */
    uint64_t distinct_states;
} dicechess_search_report;

/** What a search found out about one candidate; 72 bytes. */
typedef struct dicechess_candidate {
    /** Set by the caller: `sizeof(dicechess_candidate)`. */
    uint32_t struct_size;
    /** The score that put the turn on the list of candidates. */
    int32_t pre_rank;
    /** The micro-moves of the turn, further elements 0. */
    dicechess_micro_move moves[3];
    /** How many they are. */
    uint16_t length;
    /** What the candidate had to exceed; −∞ for the first one. */
    double alpha;
    /** Its value before rescoring. */
    double value;
    /** The value that counts in the choice, if `bound` is `DICECHESS_BOUND_EXACT`. */
    double final_value;
    /** Rolls that were expanded, 0 to 56. */
    uint64_t rolls_processed;
    /** What `value` says about the true value: `DICECHESS_BOUND_EXACT`, or `_UPPER` if the candidate was cut off. */
    int32_t bound;
    /** Whether a reply to some roll that was looked at takes this side's king: 1 or 0. Such a value is not rescored. */
    int32_t loss_tainted;
    /** Whether probing alone cut it off: 1 or 0. */
    int32_t by_probe;
    /** Whether the table had it: 1 or 0. */
    int32_t from_table;
    /** Whether there is a rescorer: 1 or 0. */
    int32_t is_rescored;
    /** The rescorer's score. */
    int32_t rescore;
} dicechess_candidate;

/*
 * Searches: the best turn of a state with its dice.
 *
 * A search ranks all legal turns, looks some of them through to a depth over all rolls of the dice, and draws among the best.
 * A dicechess_search holds the random numbers of such draws, so that one seed gives one game, and remembers the candidates
 * of the last search. It is single-owner: a call from another thread or from a callback of its own gets
 * DICECHESS_ERR_BUSY. docs/search.md tells how to choose the options.
 */

/** A search. */
typedef struct dicechess_search dicechess_search;

/**
 * Makes a search whose random numbers start from `seed`. They are those of the JVM's `java.util.Random`.
 * `DICECHESS_ERR_MEMORY`.
 */
dicechess_status dicechess_search_new(int64_t seed,
                                      dicechess_search **out,
                                      dicechess_error *error);

/** Frees a search. NULL is ignored, and so is a search that is running. */
void dicechess_search_free(dicechess_search *search);

/**
 * Finds the turn to play in `state` with its dice. `options` are optional. Draws one random number if a candidate has a value.
 *
 * A search that its control stops still gives a turn, with `complete` 0 in the report: the best of those that it has finished, or else
 * the first of the candidates. What the pre-ranking evaluator had not ranked by then, material ranks; what the rescorer had not scored, it
 * does not score. Of a position with more than 4194304 legal turns the search takes a king in as few micro-moves as it can or
 * else chooses from the distinct states after a turn: see `distinct_states`.
 *
 * `DICECHESS_ERR_RANGE` for an option that is none, with its place in `offset`. `DICECHESS_ERR_UNSUPPORTED` for a table of another
 * configuration, or threads that the evaluator does not allow. `DICECHESS_ERR_BUSY` for a table that is being cleared.
 * `DICECHESS_ERR_CALLBACK` with what an evaluator or the progress callback returned in `detail`. `DICECHESS_ERR_LIMIT` for a position
 * after the turn in which some roll leads to more than a million distinct states. `DICECHESS_ERR_MEMORY`. No random number is used up then.
 */
dicechess_status dicechess_search_best_turn(dicechess_search *search,
                                            const dicechess_state *state,
                                            const dicechess_search_options *options,
                                            dicechess_search_report *report,
                                            dicechess_error *error);

/**
 * The candidates of the last search in the order in which they were searched, as far as it came; none after a search that failed.
 * `capacity` counts structs, of which only the first needs its `struct_size` set; `required` (optional) receives their number. Nothing is
 * written unless all fit: `DICECHESS_ERR_BUFFER`.
 */
dicechess_status dicechess_search_candidates(const dicechess_search *search,
                                             dicechess_candidate *candidates,
                                             size_t capacity,
                                             size_t *required,
                                             dicechess_error *error);

/*
 * Estimates: the value of a position before its roll, chances to win, built-in players, and the time for a turn.
 */

/** How to estimate chances to win; 32 bytes. A member that is 0 or NULL has its default. */
typedef struct dicechess_monte_carlo_options {
    /** Set by the caller: `sizeof(dicechess_monte_carlo_options)`. */
    uint32_t struct_size;
    /** The most rollouts. Default: 500. */
    uint32_t rollouts;
    /** The most turns of one rollout. Default: 1000. */
    uint32_t max_plies;
    /** Rollouts before `target_error` may end the estimate. Default: 128. */
    uint32_t min_rollouts;
    /** Ends the estimate as soon as its standard error is not above this, after two rollouts at the earliest. Default: never. */
    double target_error;
    /** Limits of the estimate, and a way to cancel it; one unit of work is one turn of a rollout. Default: none. */
    dicechess_control *control;
} dicechess_monte_carlo_options;

/** What rollouts say about a game; 48 bytes. The three chances add up to 1. */
typedef struct dicechess_win_estimate {
    /** Set by the caller: `sizeof(dicechess_win_estimate)`. */
    uint32_t struct_size;
    /** Rollouts that count. */
    uint32_t rollouts;
    /** The chance that White wins. */
    double white_win;
    /** The chance that Black wins. */
    double black_win;
    /** The chance that neither has won when the rollouts end. */
    double undecided;
    /** The standard error of `white_win`; infinite for one rollout. */
    double standard_error;
    /** How many times more rollouts it would take if each merely ended with a win or without. Infinite if all rollouts agree. */
    double variance_reduction;
} dicechess_win_estimate;

/** A player's game clock at the start of a turn, and how to divide it; 40 bytes. Times are in nanoseconds. */
typedef struct dicechess_game_clock {
    /** Set by the caller: `sizeof(dicechess_game_clock)`. */
    uint32_t struct_size;
    /** Turns until more time is added, this one included; 0: the time must last for the whole game. */
    uint32_t moves_to_go;
    /** Time left. */
    uint64_t remaining;
    /** Time added after each turn. */
    uint64_t increment;
    /** Time that is never spent: transmission, and the end of the search. 0: the default of 50 ms. */
    uint64_t safety_margin;
    /** How many turns the time must last for if `moves_to_go` is 0. 0: the default of 30. */
    uint64_t expected_turns;
} dicechess_game_clock;

/**
 * The exact value of `state` before its dice are rolled for `perspective`, when both sides play on for `plies` turns, 1 to 7: the
 * average over all rolls of what the side to move makes of each. Its dice do not matter. `evaluator` (optional) scores the ends,
 * material by default; `bounds` and `control` are optional.
 *
 * `DICECHESS_ERR_CANCELLED`, `_DEADLINE` or `_BUDGET` if the control stops it, for then nothing is known. `DICECHESS_ERR_RANGE`,
 * `DICECHESS_ERR_CALLBACK`, `DICECHESS_ERR_LIMIT` and `DICECHESS_ERR_MEMORY` as with `dicechess_search_best_turn`.
 */
dicechess_status dicechess_chance_node_value(const dicechess_state *state,
                                             dicechess_color perspective,
                                             uint32_t plies,
                                             const dicechess_evaluator *evaluator,
                                             const dicechess_utility_bounds *bounds,
                                             dicechess_control *control,
                                             double *value,
                                             dicechess_error *error);

/**
 * Estimates each side's chance to win from `state` on, before the side to move has rolled, by random play-outs (rollouts) that count
 * the chance of every king capture on their way. Draws from the random numbers of `search`; `options` are optional.
 *
 * A control that stops the estimate ends it with the rollouts that are complete. The first one then counts as far as it has come, if only
 * to the chance of the first roll, and what follows is undecided.
 * `DICECHESS_ERR_RANGE` for a `target_error` that is negative or no number; `DICECHESS_ERR_LIMIT`; `DICECHESS_ERR_MEMORY`.
 */
dicechess_status dicechess_search_estimate_win(dicechess_search *search,
                                               const dicechess_state *state,
                                               const dicechess_monte_carlo_options *options,
                                               dicechess_win_estimate *estimate,
                                               dicechess_error *error);

/**
 * The turn that a built-in player plays in `state` with its dice: its micro-moves in an array of three, and how many they are, 0 for a
 * pass. `player` is one of `random`, `greedy`, `cautious`, `aggressive`, `monte-carlo`, `expectimax`, of `length` bytes, see "Text".
 * Draws from the random numbers of `search`; `control` is optional, and a player that it stops plays what it has found, or greedily. Of
 * a position with more than 4194304 legal turns the shortest turns that take a king count or, if none does, one turn for each of the
 * first 1000000 distinct states after a turn.
 *
 * `DICECHESS_ERR_RANGE` for another name; `DICECHESS_ERR_LIMIT`; `DICECHESS_ERR_MEMORY`.
 */
dicechess_status dicechess_search_choose_turn(dicechess_search *search,
                                              const dicechess_state *state,
                                              const char *player,
                                              size_t length,
                                              dicechess_control *control,
                                              dicechess_micro_move *moves,
                                              size_t *count,
                                              dicechess_error *error);

/**
 * The time to spend on one turn, in nanoseconds, for `dicechess_control_new`: with `usable` = remaining - safety_margin, the lesser of
 * `usable` and usable / turns + 3/4 increment. 0 when there is nothing left: a search then gives its first candidate at once.
 * Thread-safe.
 */
dicechess_status dicechess_time_for_turn(const dicechess_game_clock *clock,
                                         uint64_t *nanoseconds,
                                         dicechess_error *error);

/*
 * Chunk stores: where positions keep what has been played, shared by any number of them. Equal histories are stored once.
 *
 * A position writes its history in chunks. A full one is sealed under the identifier of all that led to it and goes to the store, which
 * never drops a chunk that a position needs unless it was told to (`DICECHESS_CHUNK_STORE_RING`).
 *
 * A dicechess_chunk_store is thread-safe and counts its references: dicechess_chunk_store_new gives one, dicechess_chunk_store_retain
 * another, dicechess_chunk_store_release takes one back. Positions hold what they need of it on their own.
 */

/** When the budget is used up, playing on fails with `DICECHESS_ERR_TAPE_FULL`. */
#define DICECHESS_CHUNK_STORE_LOSSLESS 0
/** When the budget is used up, chunks that have not been used for long go to the caller's storage and come back when needed. */
#define DICECHESS_CHUNK_STORE_SPILL 1
/** When the budget is used up, the position that plays on gives up its oldest chunks. */
#define DICECHESS_CHUNK_STORE_RING 2
/** Most continuations of one history that `dicechess_chunk_store_successors` knows. */
#define DICECHESS_SUCCESSORS_MAX 16

/** A chunk store. */
typedef struct dicechess_chunk_store dicechess_chunk_store;

/**
 * Stores a chunk, `length` bytes at `frame`, and writes a number to find it by into `place`. `chunk_id` is its identifier. Returns 0,
 * or a number that stops the call.
 */
typedef int32_t (*dicechess_spill_write_callback)(void *user_data,
                                                  uint64_t chunk_id,
                                                  const uint8_t *frame,
                                                  size_t length,
                                                  uint64_t *place);

/** Fills `frame` with the `length` bytes that were stored at `place`. Returns 0, or a number that stops the call. */
typedef int32_t (*dicechess_spill_read_callback)(void *user_data,
                                                 uint64_t place,
                                                 uint8_t *frame,
                                                 size_t length);

/** How a chunk store works; 56 bytes. 0 in a member is its default. */
typedef struct dicechess_chunk_store_options {
    /** Set by the caller: `sizeof(dicechess_chunk_store_options)`. */
    uint32_t struct_size;
    /** One of `DICECHESS_CHUNK_STORE_`; default lossless. */
    int32_t policy;
    /** Cells in a chunk, 32 to 65520; default 1024. A cell has two bytes, a turn 13 cells on average. */
    uint64_t capacity;
    /** Bytes of memory for chunks; default 64 MiB. */
    uint64_t budget;
    /**
     * Optional, for the callbacks, which are called on whichever thread uses a position. They may call the library, but
     * not for the position that called.
     */
    void *user_data;
    /** Required with `DICECHESS_CHUNK_STORE_SPILL`, like `read`; with other policies neither is used. */
    dicechess_spill_write_callback write;
    /** See `write`. */
    dicechess_spill_read_callback read;
    /**
     * Optional: called once with `user_data` when store and positions are gone. If `dicechess_chunk_store_new` fails or the policy
     * is another than spilling, `user_data` stays with the caller.
     */
    dicechess_drop_callback drop_user_data;
} dicechess_chunk_store_options;

/** Counts of a chunk store; 48 bytes. */
typedef struct dicechess_chunk_store_counts {
    /** Set by the caller: `sizeof(dicechess_chunk_store_counts)`. */
    uint32_t struct_size;
    /** Cells in a chunk. */
    uint32_t capacity;
    /** Chunks that can be found by their identifiers. */
    uint64_t chunks;
    /** Bytes of memory that chunks take up. */
    uint64_t bytes;
    /** How often a chunk was sealed that existed already. */
    uint64_t shared;
    /** How often two different chunks had one identifier. Both are kept. */
    uint64_t collisions;
    /** How many chunks went to the caller's storage. */
    uint64_t spilled;
} dicechess_chunk_store_counts;

/**
 * Makes a chunk store with one reference. `options` is optional: NULL stands for all defaults.
 *
 * `DICECHESS_ERR_RANGE` or `_NULL` for a wrong member, whose place in the struct is in `offset`;
 * `DICECHESS_ERR_MEMORY`.
 */
dicechess_status dicechess_chunk_store_new(const dicechess_chunk_store_options *options,
                                           dicechess_chunk_store **out,
                                           dicechess_error *error);

/** Adds a reference. */
dicechess_status dicechess_chunk_store_retain(dicechess_chunk_store *store,
                                              dicechess_error *error);

/** Gives a reference back; the last one frees the store. NULL is ignored. */
void dicechess_chunk_store_release(dicechess_chunk_store *store);

/** Writes current counts into `counts`. */
dicechess_status dicechess_chunk_store_stats(const dicechess_chunk_store *store,
                                             dicechess_chunk_store_counts *counts,
                                             dicechess_error *error);

/**
 * The identifiers of chunks that are known to continue the history `id`, which is that of a chunk or of a root: at most
 * `DICECHESS_SUCCESSORS_MAX`. `capacity` counts elements; `required` (optional) receives their number.
 */
dicechess_status dicechess_chunk_store_successors(const dicechess_chunk_store *store,
                                                  uint64_t id,
                                                  uint64_t *ids,
                                                  size_t capacity,
                                                  size_t *required,
                                                  dicechess_error *error);

/** Forgets where chunks are. Positions keep theirs; only sharing is lost, and the memory of chunks that no position needs is given back. */
dicechess_status dicechess_chunk_store_clear_index(dicechess_chunk_store *store,
                                                   dicechess_error *error);

/*
 * Position caches: positions that were met, and their legal turns, shared by any number of dicechess_position.
 *
 * A position with a cache looks each state up that playing or taking back leads to, and finds there
 * the legal turns that it, or another position, listed. Every result is the same as without a cache:
 * lists are found by the exact state without its clocks.
 *
 * A dicechess_position_cache is thread-safe, never waits for another thread on the way of a position, and counts its references:
 * dicechess_position_cache_new gives one, dicechess_position_cache_retain another, dicechess_position_cache_release takes one back.
 * Positions hold what they need of it on their own.
 */

/** A position cache. */
typedef struct dicechess_position_cache dicechess_position_cache;

/** Counts of a position cache; 32 bytes. */
typedef struct dicechess_position_cache_counts {
    /** Set by the caller: `sizeof(dicechess_position_cache_counts)`. */
    uint32_t struct_size;
    /** Always 0. */
    uint32_t reserved;
    /** Number of positions that fit. */
    uint64_t capacity;
    /** How often a position, or what was asked of one, was found. Where threads meet, some cases may go uncounted. */
    uint64_t hits;
    /** How often it was not, or another thread was just changing that part of the cache. */
    uint64_t misses;
} dicechess_position_cache_counts;

/**
 * Makes a cache with one reference that takes up at most `bytes`, though never less than 32 positions: one half for positions, the other
 * for legal turns. The memory for positions is reserved at once; `DICECHESS_ERR_MEMORY` if it is not to be had. Linear in `bytes`.
 */
dicechess_status dicechess_position_cache_new(uint64_t bytes,
                                              dicechess_position_cache **out,
                                              dicechess_error *error);

/** Adds a reference. */
dicechess_status dicechess_position_cache_retain(dicechess_position_cache *cache,
                                                 dicechess_error *error);

/** Gives a reference back; the last one frees the cache. NULL is ignored. */
void dicechess_position_cache_release(dicechess_position_cache *cache);

/** Writes current counts into `counts`. */
dicechess_status dicechess_position_cache_stats(const dicechess_position_cache *cache,
                                                dicechess_position_cache_counts *counts,
                                                dicechess_error *error);

/** Forgets all positions. Linear in the cache. */
dicechess_status dicechess_position_cache_clear(dicechess_position_cache *cache,
                                                dicechess_error *error);

/*
 * Positions: states to play and take back on, with all that has been played.
 *
 * What is played is recorded as cells of 16 bits, see "Cells". Addresses count cells since the root, where the position started, and
 * never change. The head is the address where the position stands; behind it may lie cells that were taken back, until
 * something else is played there. Moving the head needs no rules of the game; whether a micro-move is legal is not asked: the board and
 * the dice must only have what it needs. Micro-moves, rolls, ends of turns and notes are groups of cells, and the head stands between
 * groups only.
 *
 * A dicechess_position is single-owner. It keeps what it needs of its store and its cache. Playing
 * and taking back take constant time except for the store's work once a chunk.
 * DICECHESS_ERR_TAPE_HORIZON and _TAPE_IO can come from all that reads the history,
 * DICECHESS_ERR_TAPE_FULL, _TAPE_IO and DICECHESS_ERR_MEMORY from all that plays; any of them
 * leaves the position as it was. Reading what the caller's storage has takes memory, too.
 */

/** Bytes of a keyframe. */
#define DICECHESS_KEYFRAME_SIZE 48
/** The largest note. */
#define DICECHESS_NOTE_MAX 2047

/** A position. */
typedef struct dicechess_position dicechess_position;

/** Sizes and addresses of a position; 48 bytes. */
typedef struct dicechess_position_extent {
    /** Set by the caller: `sizeof(dicechess_position_extent)`. */
    uint32_t struct_size;
    /** 1 if the turn of the side to move has begun, otherwise 0. */
    int32_t in_turn;
    /** Address of the head. */
    uint64_t head;
    /** Address behind the last cell. */
    uint64_t end;
    /** First address that is left: 0 unless the oldest chunks were given up. */
    uint64_t horizon;
    /** Turns that have ended, up to the last cell. */
    uint64_t turns;
    /** Sealed chunks. */
    uint64_t chunks;
} dicechess_position_extent;

/** What identifies the head's place; 40 bytes. */
typedef struct dicechess_position_identity {
    /** Set by the caller: `sizeof(dicechess_position_identity)`. */
    uint32_t struct_size;
    /** Always 0. */
    uint32_t reserved;
    /** Zobrist key of the state. */
    uint64_t key;
    /** Zobrist key where the turn began: at the end of the turn before, or at the root. */
    uint64_t turn_key;
    /** Identifier of all that was played to get here. Another order of micro-moves gives another one. */
    uint64_t chain;
    /** Identifier of the history before the chunk that the head is in. */
    uint64_t previous;
} dicechess_position_identity;

/**
 * Makes a position that starts at `state` (optional: NULL is the initial position). With dice its turn counts as begun. `store` is
 * optional: NULL stands for one of its own with all defaults; `cache` is optional, too.
 *
 * `DICECHESS_ERR_POSITION` if the state's bitboards and mailbox disagree, `DICECHESS_ERR_MEMORY`.
 */
dicechess_status dicechess_position_new(const dicechess_state *state,
                                        const dicechess_chunk_store *store,
                                        const dicechess_position_cache *cache,
                                        dicechess_position **out,
                                        dicechess_error *error);

/**
 * Makes a position with the history that ends with the chunk `id` of a store, head at its end. Linear in the history.
 *
 * `DICECHESS_ERR_RANGE` if the store does not know the chunk or one before it,
 * `DICECHESS_ERR_MEMORY`.
 */
dicechess_status dicechess_position_from_chunk(const dicechess_chunk_store *store,
                                               uint64_t id,
                                               dicechess_position **out,
                                               dicechess_error *error);

/**
 * Makes a position of its own with the same history, head, store and cache. Linear in chunks,
 * which are shared. `DICECHESS_ERR_MEMORY`.
 */
dicechess_status dicechess_position_fork(const dicechess_position *position,
                                         dicechess_position **out,
                                         dicechess_error *error);

/** Frees a position. NULL is ignored, and so is a position that is in use. */
void dicechess_position_free(dicechess_position *position);

/** Uses `cache` (optional: NULL is none) from now on. */
dicechess_status dicechess_position_attach_cache(dicechess_position *position,
                                                 const dicechess_position_cache *cache,
                                                 dicechess_error *error);

/** Rolls 1 to 3 dice, given in any order. Begins the turn if it has not begun; dice that are left are dropped. */
dicechess_status dicechess_position_roll(dicechess_position *position,
                                         const uint8_t *faces,
                                         size_t count,
                                         dicechess_error *error);

/**
 * Plays a micro-move, paid with the dice if there are any. Begins the turn if it has not begun.
 *
 * `DICECHESS_ERR_ILLEGAL` if board or dice do not have what it needs.
 */
dicechess_status dicechess_position_make_micro_move(dicechess_position *position,
                                                    dicechess_micro_move micro_move,
                                                    dicechess_error *error);

/** Ends the turn, which may have been a pass: the other side is to move, dice and left-over targets are gone. */
dicechess_status dicechess_position_end_turn(dicechess_position *position,
                                             dicechess_error *error);

/** Records a number of the caller's own, 0 to `DICECHESS_NOTE_MAX`, which changes nothing. */
dicechess_status dicechess_position_note(dicechess_position *position,
                                         uint16_t note,
                                         dicechess_error *error);

/**
 * Takes the last call that played back, whatever it was: a group, together with the start of the
 * turn if that stands right before it. `DICECHESS_ERR_TAPE_START` at the root.
 */
dicechess_status dicechess_position_undo(dicechess_position *position,
                                         dicechess_error *error);

/** Takes the last micro-move back, and whatever came after it. `DICECHESS_ERR_TAPE_START` if there is none. */
dicechess_status dicechess_position_unmake(dicechess_position *position,
                                           dicechess_error *error);

/** Takes the last turn back from its begin on. `DICECHESS_ERR_TAPE_START` if none has begun since the root. */
dicechess_status dicechess_position_unwind_turn(dicechess_position *position,
                                                dicechess_error *error);

/**
 * Takes back what was played from `address` on; `reached` (optional) receives where the head is then: there, or at the border of a group
 * before. `DICECHESS_ERR_RANGE` if `address` lies behind the head.
 */
dicechess_status dicechess_position_unwind_to(dicechess_position *position,
                                              uint64_t address,
                                              uint64_t *reached,
                                              dicechess_error *error);

/**
 * Moves the head to `address`, or to the border of a group before it; `reached` (optional) receives where that is. Linear in the cells
 * between, or in those of one chunk if that is less. `DICECHESS_ERR_RANGE` if `address` lies behind the end.
 */
dicechess_status dicechess_position_seek(dicechess_position *position,
                                         uint64_t address,
                                         uint64_t *reached,
                                         dicechess_error *error);

/**
 * Moves the head behind the end of a turn, counted from 1; 0 is the root. `reached` (optional) receives where that is.
 * `DICECHESS_ERR_RANGE` if no such turn has ended.
 */
dicechess_status dicechess_position_seek_turn(dicechess_position *position,
                                              uint64_t turn,
                                              uint64_t *reached,
                                              dicechess_error *error);

/**
 * Moves the head by `groups`, backwards if negative, as far as there are any; `moved` (optional)
 * receives by how many. Backwards it does what `dicechess_position_undo` does, forwards the
 * opposite: the start of a turn and the group right after it count as one.
 */
dicechess_status dicechess_position_step(dicechess_position *position,
                                         int64_t groups,
                                         uint64_t *moved,
                                         dicechess_error *error);

/** Drops the cells after the head. `DICECHESS_ERR_MEMORY`. */
dicechess_status dicechess_position_truncate(dicechess_position *position,
                                             dicechess_error *error);

/**
 * Gives up the chunks that end at `address` or before, but none behind the head; `horizon` (optional) receives the first address that is
 * left.
 */
dicechess_status dicechess_position_drop_before(dicechess_position *position,
                                                uint64_t address,
                                                uint64_t *horizon,
                                                dicechess_error *error);

/** Writes sizes and addresses into `extent`. */
dicechess_status dicechess_position_info(const dicechess_position *position,
                                         dicechess_position_extent *extent,
                                         dicechess_error *error);

/** Writes keys and identifiers into `identity`. Linear in the cells since the chunk began at worst. */
dicechess_status dicechess_position_hashes(const dicechess_position *position,
                                           dicechess_position_identity *identity,
                                           dicechess_error *error);

/** Makes `state` equal to the state at the head. */
dicechess_status dicechess_position_state(const dicechess_position *position,
                                          dicechess_state *state,
                                          dicechess_error *error);

/** Writes the state at the head, and whether its turn has begun, in its form of `DICECHESS_KEYFRAME_SIZE` bytes that docs/tape.md describes. */
dicechess_status dicechess_position_keyframe(const dicechess_position *position,
                                             uint8_t *keyframe,
                                             dicechess_error *error);

/** The bitboard of squares that the pieces of `color` of one type attack. Linear in pieces. */
dicechess_status dicechess_position_attacks(const dicechess_position *position,
                                            dicechess_color color,
                                            dicechess_piece_type piece_type,
                                            uint64_t *squares,
                                            dicechess_error *error);

/**
 * Fills `turns` with all legal turns of the state at the head with its dice, like `dicechess_turns_generate`: the same turns, final
 * states and refusals. Lists of up to 32768 turns are remembered for as long as the position may come back here, and in the cache if there
 * is one; filling from there costs a copy. Linear in the turns.
 *
 * `DICECHESS_ERR_LIMIT` if there are more than `limit`, see `DICECHESS_NO_LIMIT`; `DICECHESS_ERR_MEMORY`. The list is then empty.
 */
dicechess_status dicechess_position_turns(const dicechess_position *position,
                                          dicechess_turns *turns,
                                          size_t limit,
                                          dicechess_error *error);

/*
 * Cells: what a position has recorded, one alteration in each, in 16 bits: bits 12–15 are the operation, the rest its argument.
 *
 * Any 16 bits may be handed in; those that mean nothing are refused. Functions without a handle are thread-safe.
 */

/** A micro-move begins: `clock` is the half-move clock before, `flag` is 1 if it goes back to 0 and otherwise counts. */
#define DICECHESS_CELL_STEP 1
/** The turn of `color` begins. */
#define DICECHESS_CELL_TURN_START 2
/** The turn of `color` ends. `flag` is 1 if the full-move number should have counted and stood at its maximum. */
#define DICECHESS_CELL_TURN_END 3
/** A man of `color` and `piece_type` arrives on `square`. */
#define DICECHESS_CELL_PLACE 4
/** A man of `color` and `piece_type` leaves `square`. */
#define DICECHESS_CELL_REMOVE 5
/** An en-passant target appears on `square`. */
#define DICECHESS_CELL_EN_PASSANT_SET 6
/** The en-passant target on `square` goes within a turn. */
#define DICECHESS_CELL_EN_PASSANT_CLEAR 7
/** Castling `rights` are lost. */
#define DICECHESS_CELL_CASTLING_LOST 8
/** The en-passant target on `square` goes at the end of a turn. */
#define DICECHESS_CELL_EN_PASSANT_EXPIRE 9
/** `dice` are rolled. */
#define DICECHESS_CELL_DICE_ROLLED 10
/** `dice`, all that are left, are dropped. */
#define DICECHESS_CELL_DICE_DROPPED 11
/** A die showing `piece_type` is spent, one of `count` that showed it, the first of them in place `slot` of the dice. */
#define DICECHESS_CELL_DIE_USED 12
/** A `note` of the caller's own. */
#define DICECHESS_CELL_NOTE 14
/** Bytes that hold the text of any cell with its terminating zero. */
#define DICECHESS_CELL_TEXT_MAX 40

/** A cell. */
typedef uint16_t dicechess_cell;

/** What a cell says; 32 bytes. Members that an operation does not mention are 0. */
typedef struct dicechess_alteration {
    /** Set by the caller: `sizeof(dicechess_alteration)`. */
    uint32_t struct_size;
    /** One of `DICECHESS_CELL_`. */
    int32_t operation;
    /** `DICECHESS_WHITE` or `DICECHESS_BLACK`. */
    int32_t color;
    /** `DICECHESS_PAWN` to `DICECHESS_KING`. */
    int32_t piece_type;
    /** 0 (a1) to 63 (h8). */
    uint8_t square;
    /** `DICECHESS_CASTLE_` bits. */
    uint8_t rights;
    /** Faces of dice, ascending, 0 for none. */
    uint8_t dice[3];
    /** 1 to 3. */
    uint8_t count;
    /** 0 to 2. */
    uint8_t slot;
    /** 0 to 127. */
    uint8_t clock;
    /** 0 to `DICECHESS_NOTE_MAX`. */
    uint16_t note;
    /** Always 0. */
    uint16_t reserved;
    /** 0 or 1. */
    int32_t flag;
} dicechess_alteration;

/** Gets one cell and its address. Returns 0, or a number that stops the call. */
typedef int32_t (*dicechess_cell_callback)(void *user_data, uint64_t address, dicechess_cell cell);

/** The men that stand elsewhere at one address than at another; 144 bytes. */
typedef struct dicechess_delta {
    /** Set by the caller: `sizeof(dicechess_delta)`. */
    uint32_t struct_size;
    /** Always 0. */
    uint32_t reserved;
    /** Bitboard of the squares where something differs. */
    uint64_t squares;
    /** By square: the man to take off the board, color × 8 + piece type; 0 for none. */
    uint8_t removed[64];
    /** By square: the man to put on the board then; 0 for none. */
    uint8_t added[64];
} dicechess_delta;

/** Writes what a cell says into `alteration`. `DICECHESS_ERR_TAPE_CELL` if it means nothing. */
dicechess_status dicechess_cell_describe(dicechess_cell cell,
                                         dicechess_alteration *alteration,
                                         dicechess_error *error);

/**
 * Writes what a cell says in words, such as `place N on f3`. `DICECHESS_CELL_TEXT_MAX` bytes always suffice. `DICECHESS_ERR_TAPE_CELL`
 * if it means nothing. See "Text".
 */
dicechess_status dicechess_cell_to_text(dicechess_cell cell,
                                        char *buffer,
                                        size_t capacity,
                                        size_t *required,
                                        dicechess_error *error);

/**
 * The cells of a position between the addresses `from` and `to`, in the order in which they were played. `capacity` counts elements;
 * `required` (optional) receives their number. `DICECHESS_ERR_MEMORY`.
 */
dicechess_status dicechess_position_read(const dicechess_position *position,
                                         uint64_t from,
                                         uint64_t to,
                                         dicechess_cell *cells,
                                         size_t capacity,
                                         size_t *required,
                                         dicechess_error *error);

/**
 * Calls `visit` with every cell between the addresses `from` and `to`, backwards if `from` is the greater. The head stays.
 * `DICECHESS_ERR_CALLBACK` with the callback's number in `detail` and the cell's address in `offset`.
 */
dicechess_status dicechess_position_run(const dicechess_position *position,
                                        uint64_t from,
                                        uint64_t to,
                                        void *user_data,
                                        dicechess_cell_callback visit,
                                        dicechess_error *error);

/**
 * Writes the men that stand elsewhere at the address `to` than at `from` into `delta`, whatever happened between: what an incrementally
 * updated evaluation needs to know. Linear in the cells between.
 */
dicechess_status dicechess_position_delta(const dicechess_position *position,
                                          uint64_t from,
                                          uint64_t to,
                                          dicechess_delta *delta,
                                          dicechess_error *error);

/*
 * Streams: games as bytes, to be stored and sent. Reading them needs no rules of the game. docs/tape.md describes the format.
 *
 * All functions are thread-safe as far as the positions that are passed to them allow. Reading
 * takes memory for the positions that it makes and nothing else, and never trusts a length in the
 * bytes.
 */

/** A game begins with `state`. Behind a gap it may be the middle of one. */
#define DICECHESS_EVENT_GAME 1
/** A group of `cells` leads to `state`. */
#define DICECHESS_EVENT_GROUP 2
/** The frame with the groups since the last such event is whole. */
#define DICECHESS_EVENT_FRAME_END 3
/** `skipped` bytes were damaged. */
#define DICECHESS_EVENT_GAP 4
/** The groups that follow come from a frame whose end is missing. */
#define DICECHESS_EVENT_UNVERIFIED 5

/** Takes `length` bytes. Returns 0, or a number that stops the call. */
typedef int32_t (*dicechess_write_callback)(void *user_data, const uint8_t *bytes, size_t length);

/** How to read a stream; 12 bytes. 0 in a member is its default. */
typedef struct dicechess_stream_options {
    /** Set by the caller: `sizeof(dicechess_stream_options)`. */
    uint32_t struct_size;
    /**
     * 0: everything is checked. 1: checksums and the order of cells, and that no two men meet on a square; for streams that this library
     * has written. On any other stream the states may then be wrong, but nothing worse.
     */
    int32_t trusted;
    /**
     * 1: goes on behind damage, at the next sound frame that has a keyframe, and takes from a last frame that is cut off
     * what fits. 0: stops there.
     */
    int32_t salvage;
} dicechess_stream_options;

/** How far reading a stream got; 64 bytes. */
typedef struct dicechess_stream_report {
    /** Set by the caller: `sizeof(dicechess_stream_report)`. */
    uint32_t struct_size;
    /**
     * Why it stopped: one of `DICECHESS_ERR_TAPE_`, or `DICECHESS_OK` at a clean end; see `closed`
     * for what may be missing there.
     */
    int32_t code;
    /** Where in the bytes: the start of the frame that is at fault, or of the cell; at a clean end, how much was read. */
    uint64_t byte_offset;
    /** Address of the cell at fault in the last game, or behind its last cell. */
    uint64_t cell_address;
    /** Games that have begun. */
    uint32_t games;
    /** Damaged stretches that were skipped. */
    uint32_t gaps;
    /** Whole frames that were read. */
    uint64_t frames;
    /** Cells of those frames. */
    uint64_t cells;
    /** Cells taken from a frame whose end is missing: likely right, not certain. */
    uint64_t unverified;
    /**
     * 1 if the frame that closes a stream was there. 0 if not: its writer has not finished, or the
     * bytes were cut off between two frames, and frames or games are missing.
     */
    int32_t closed;
    /** Always 0. */
    uint32_t reserved;
} dicechess_stream_report;

/** What a stream says next; 56 bytes. Members that an event does not mention are 0 or NULL. */
typedef struct dicechess_stream_event {
    /** Set by the library: `sizeof(dicechess_stream_event)`. */
    uint32_t struct_size;
    /** One of `DICECHESS_EVENT_`. */
    int32_t kind;
    /** The number of the game, from 0. */
    uint32_t game;
    /** 1 if the turn of the side to move has begun, otherwise 0. */
    int32_t in_turn;
    /** Address of the first of `cells`, or behind the last one. */
    uint64_t address;
    /** Bytes of a gap. */
    uint64_t skipped;
    /** The cells of a group, valid during the callback. */
    const dicechess_cell *cells;
    /** How many. */
    size_t cell_count;
    /** The state, valid during the callback. */
    const dicechess_snapshot *state;
} dicechess_stream_event;

/** Gets what a stream says, in order. Returns 0, or a number that stops the call. */
typedef int32_t (*dicechess_event_callback)(void *user_data,
                                            const dicechess_stream_event *event);

/**
 * Writes the games of `count` positions as a stream into `buffer`: all that each has recorded, undone cells included, wherever its head is.
 * `omit_keyframes` is 1 to leave out the state before each chunk, 48 bytes, which allows going on behind damage, otherwise 0.
 * `capacity` counts bytes; `required` (optional) receives their number. Linear in the cells. Equal games give equal bytes.
 *
 * `DICECHESS_ERR_NULL`, `_HANDLE` or `_BUSY` with the index of the wrong position in `offset`;
 * `DICECHESS_ERR_MEMORY`.
 */
dicechess_status dicechess_stream_encode(const dicechess_position *const *positions,
                                         size_t count,
                                         int32_t omit_keyframes,
                                         uint8_t *buffer,
                                         size_t capacity,
                                         size_t *required,
                                         dicechess_error *error);

/**
 * Like `dicechess_stream_encode`, but hands the bytes to `write` piece by piece: one for each game
 * and one for the end. `DICECHESS_ERR_CALLBACK` with its number in `detail`; what was written
 * until then stays with the caller. `DICECHESS_ERR_MEMORY`.
 */
dicechess_status dicechess_stream_encode_to(const dicechess_position *const *positions,
                                            size_t count,
                                            int32_t omit_keyframes,
                                            void *user_data,
                                            dicechess_write_callback write,
                                            dicechess_error *error);

/**
 * Reads the games of a stream into new positions with heads at their ends, which go to the array
 * `positions`; `capacity` counts elements, and `count` (optional) receives the number of games.
 * `store`, `options` and `report` are optional. Linear in the bytes. Takes memory for as many
 * games as there is room for.
 *
 * A fault in the bytes ends reading with its `DICECHESS_ERR_TAPE_` status: `offset` is the byte,
 * `report` has the rest. What was whole before it is in `positions` all the same. With any other
 * error, `DICECHESS_ERR_BUFFER` if there are too many games and `DICECHESS_ERR_MEMORY` included,
 * the positions are NULL.
 */
dicechess_status dicechess_stream_decode(const uint8_t *bytes,
                                         size_t length,
                                         const dicechess_chunk_store *store,
                                         const dicechess_stream_options *options,
                                         dicechess_position **positions,
                                         size_t capacity,
                                         size_t *count,
                                         dicechess_stream_report *report,
                                         dicechess_error *error);

/**
 * Reads a stream and calls `hear` with all that it says. Makes no handle and allocates nothing. `options` and `report` are optional. Linear
 * in the bytes.
 *
 * A fault in the bytes ends reading with its `DICECHESS_ERR_TAPE_` status: `offset` is the byte, `report` has the rest; the groups of the
 * frame at fault have been told and no `DICECHESS_EVENT_FRAME_END` follows them. `DICECHESS_ERR_CALLBACK` with its number in `detail`.
 */
dicechess_status dicechess_stream_replay(const uint8_t *bytes,
                                         size_t length,
                                         const dicechess_stream_options *options,
                                         void *user_data,
                                         dicechess_event_callback hear,
                                         dicechess_stream_report *report,
                                         dicechess_error *error);

/*
 * Games as text: a line for each turn, with the roll and the micro-moves in UCI, such as `PPN e2e4 e4e5 g1f3`.
 *
 * A roll stands in capitals for White. `-` stands where a turn has neither a roll nor a micro-move, `@123` for a note, `...` at the very end
 * if the last turn is not over. Reading asks only what stands on the board, not whether a micro-move is legal. Functions without a handle are
 * thread-safe.
 */

/**
 * Writes the turns of a position as text, all that it has recorded, undone ones included. Linear in the cells. See "Text".
 *
 * `DICECHESS_ERR_ILLEGAL` if it has cells that no micro-move makes, which a stream can bring.
 */
dicechess_status dicechess_position_to_text(const dicechess_position *position,
                                            char *buffer,
                                            size_t capacity,
                                            size_t *required,
                                            dicechess_error *error);

/**
 * Plays the turns of a text, or none of them. Linear in the text.
 *
 * `DICECHESS_ERR_TEXT` for a token that is none, `DICECHESS_ERR_ILLEGAL` for a micro-move that does not fit the board or the dice; `offset`
 * is its place in the text. `DICECHESS_ERR_MEMORY`.
 */
dicechess_status dicechess_position_play_text(dicechess_position *position,
                                              const char *text,
                                              size_t length,
                                              dicechess_error *error);

/**
 * Writes the stream of one game, given as text, into `buffer`. The game starts at `state` (optional: NULL is the initial position). `capacity`
 * counts bytes; `required` (optional) receives their number. Linear in the text. Errors as with `dicechess_position_play_text`.
 */
dicechess_status dicechess_stream_from_text(const dicechess_state *state,
                                            const char *text,
                                            size_t length,
                                            uint8_t *buffer,
                                            size_t capacity,
                                            size_t *required,
                                            dicechess_error *error);

/**
 * Writes one game of a stream, counted from 0, as text, and the state that it starts from into `root` (optional). Linear in the bytes.
 * See "Text".
 *
 * `DICECHESS_ERR_RANGE` if the stream has no such game; a fault anywhere in the bytes gives its `DICECHESS_ERR_TAPE_` status with the byte in
 * `offset` (`dicechess_stream_decode` reads up to there). `DICECHESS_ERR_ILLEGAL` as with `dicechess_position_to_text`.
 */
dicechess_status dicechess_stream_to_text(const uint8_t *bytes,
                                          size_t length,
                                          size_t game,
                                          dicechess_state *root,
                                          char *buffer,
                                          size_t capacity,
                                          size_t *required,
                                          dicechess_error *error);

#ifdef __cplusplus
}
#endif

#endif /* DICECHESS_H */
