package org.dicechess

import cnames.structs.dicechess_state
import kotlinx.cinterop.*
import org.dicechess.c.*

/** A position with side to move, castling rights, en-passant targets, dice and clocks. Thread-compatible. */
class GameState internal constructor(address: CPointer<dicechess_state>) :
    Handle<dicechess_state>(address, ::dicechess_state_free) {

    /** The initial position, White to move, without dice. */
    constructor() : this(handle(::dicechess_state_new))

    /** Reads a DFEN. The position need not be sensible, see [faults]. Fails with `DFEN` or `TEXT`. */
    constructor(dfen: String) : this(
        handle { out, error ->
            dfen.asBytes { bytes, length -> dicechess_state_from_dfen(bytes, length, out, error) }
        },
    )

    /** The state that a snapshot describes, sensible or not. Fails with `RANGE` and the offset of the member. */
    constructor(snapshot: Snapshot) : this(
        handle { out, error -> dicechess_state_from_snapshot(snapshot.pointer, out, error) },
    )

    /** An equal state of its own. */
    fun copy(): GameState = on { state ->
        GameState(handle { out, error -> dicechess_state_clone(state, out, error) })
    }

    /** Makes this state equal to [source]. */
    fun assign(source: GameState) = on { state ->
        source.on { other -> checked { dicechess_state_assign(state, other, it) } }
    }

    /** Writes all fields into memory of the caller's. */
    fun write(snapshot: Snapshot) = on { state ->
        checked { dicechess_state_to_snapshot(state, snapshot.pointer, it) }
    }

    /** The DFEN, with the dice as a seventh field if there are any. */
    val dfen: String
        get() = on { state ->
            text(DICECHESS_DFEN_MAX) { buffer, size, error ->
                dicechess_state_to_dfen(state, buffer, size, null, error)
            }
        }

    /**
     * The DFEN without clocks and dice, and with those en-passant targets only that can be taken: a key for opening
     * books.
     */
    val normalisedDfen: String
        get() = on { state ->
            text(DICECHESS_DFEN_MAX) { buffer, size, error ->
                dicechess_state_to_normalised_dfen(state, buffer, size, null, error)
            }
        }

    /** The Zobrist key of all but the clocks. */
    val key: ULong get() = on { state -> ulong { out, error -> dicechess_state_key(state, out, error) } }

    /** The side to move. Setting it leaves all else as it is. */
    var sideToMove: Color
        get() = on { state ->
            Color.of(int { out, error -> dicechess_state_side_to_move(state, out, error) })
        }
        set(color) = on { state -> checked { dicechess_state_set_side_to_move(state, color.number, it) } }

    /** The dice still to be spent, ascending. Up to three can be set, in any order. */
    var dice: List<PieceType>
        get() = on { state ->
            memScoped {
                val dice = allocArray<UByteVar>(3)
                checked { dicechess_state_dice(state, dice, it) }
                List(3) { PieceType.of(dice[it].toInt()) }.filterNotNull()
            }
        }
        set(dice) = on { state ->
            checked { dicechess_state_set_dice(state, faces(dice).toCValues(), dice.size.convert(), it) }
        }

    /** The man that the mailbox has on a square, 0 to 63. */
    fun manAt(square: Int): Man? = on { state ->
        memScoped {
            val man = alloc<UByteVar>()
            checked { dicechess_state_piece_at(state, checkedSquare(square), man.ptr, it) }
            Man.of(man.value.toInt())
        }
    }

    /** The bitboard of one side's men of one type. */
    fun men(color: Color, type: PieceType): ULong = on { state ->
        ulong { out, error -> dicechess_state_men(state, color.number, type.face, out, error) }
    }

    /** `DICECHESS_CASTLE_` bits, whether or not the board still allows castling. */
    val castlingRights: Int
        get() = on { state -> int { out, error -> dicechess_state_castling_rights(state, out, error) } }

    /** The bitboard of the en-passant targets. */
    val enPassant: ULong
        get() = on { state -> ulong { out, error -> dicechess_state_en_passant(state, out, error) } }

    /** Micro-moves since the last capture or pawn move, 0 to 127, where it stops counting. */
    val halfMoveClock: Int
        get() = on { state -> int { out, error -> dicechess_state_half_move_clock(state, out, error) } }

    val fullMoveNumber: Int
        get() = on { state -> int { out, error -> dicechess_state_full_move_number(state, out, error) } }

    /** The men of [color] minus those of the other side, in centipawns. */
    fun material(color: Color): Int = on { state ->
        int { out, error -> dicechess_state_material(state, color.number, out, error) }
    }

    /** `DICECHESS_FAULT_` bits: what no game shows, but for an occupied target and a missing king. */
    val faults: UInt
        get() = on { state ->
            memScoped {
                val faults = alloc<UIntVar>()
                checked { dicechess_state_faults(state, faults.ptr, it) }
                faults.value
            }
        }

    /** Ends the turn, which is also what a pass does. */
    fun endTurn() = on { state -> checked { dicechess_state_end_turn(state, it) } }

    /** Plays a micro-move that board and dice allow. Fails with `ILLEGAL`. */
    fun makeMicroMove(move: MicroMove) = on { state ->
        checked { dicechess_state_make_micro_move(state, move.bits, it) }
    }

    /**
     * Plays a whole turn, given as UCI texts with spaces between; an empty text is a pass. Whether it takes a king:
     * then the game is over and the winner is still to move. Fails with `ILLEGAL` and, in
     * `field`, the number of the first micro-move with which no legal turn goes on; the message names the dice left.
     */
    fun playTurn(uci: String): Boolean = on { state ->
        uci.asBytes { bytes, length ->
            int { out, error -> dicechess_state_play_turn(state, bytes, length, out, error) }
        } == 1
    }

    /** All micro-moves that the faces of the dice allow, castling also without the rook die that it needs. */
    fun microMoves(): List<MicroMove> = on { state ->
        elements<UShortVar, List<MicroMove>>(
            { moves, capacity, required, error ->
                dicechess_state_micro_moves(state, moves, capacity, required, error)
            },
        ) { moves, count -> List(count) { MicroMove(moves[it]) } }
    }

    /** The micro-moves that begin a legal turn. None: the turn is passed. */
    fun firstMoves(): List<MicroMove> = on { state ->
        elements<UShortVar, List<MicroMove>>(
            { moves, capacity, required, error ->
                dicechess_state_first_moves(state, moves, capacity, required, error)
            },
        ) { moves, count -> List(count) { MicroMove(moves[it]) } }
    }

    /**
     * Counts what the position offers some plies deep, 0 to `DICECHESS_PERFT_MAX_PLIES`, from all rolls or from its
     * own dice.
     */
    fun perft(plies: Int, allRolls: Boolean): Perft = on { state ->
        filled<dicechess_perft, Perft>({ perft, error ->
            dicechess_state_perft(state, plies.toUInt(), allRolls.toInt(), perft, error)
        }) {
            Perft(
                turns,
                king_captures,
                finals,
                passes,
                weighted_turns,
                weighted_king_captures,
                weighted_finals,
                weighted_passes,
            )
        }
    }

    /** Whether both states agree in every field, clocks included. */
    override fun equals(other: Any?): Boolean = other is GameState && on { state ->
        other.on { second -> int { out, error -> dicechess_state_equals(state, second, out, error) } == 1 }
    }

    override fun hashCode(): Int = key.hashCode()

    override fun toString(): String = dfen

    companion object {
        /** Reads a DFEN and refuses a position with faults: `POSITION` with the faults in `detail`. */
        fun strict(dfen: String): GameState = GameState(
            handle { out, error ->
                dfen.asBytes { bytes, length -> dicechess_state_from_dfen_strict(bytes, length, out, error) }
            },
        )

        /** The names of `DICECHESS_FAULT_` bits. */
        fun faultNames(faults: UInt): String = text(DICECHESS_FAULTS_MAX) { buffer, size, error ->
            dicechess_faults_to_text(faults, buffer, size, null, error)
        }
    }
}

/** Counts of [GameState.perft]. Weighted ones count every roll as often as it shows in 216 throws. */
data class Perft(
    /** Legal turns of the last ply. */
    val turns: ULong,
    /** Those that take a king. */
    val kingCaptures: ULong,
    /** Distinct end states. */
    val finals: ULong,
    /** Rolls with which nothing can be played. */
    val passes: ULong,
    val weightedTurns: ULong,
    val weightedKingCaptures: ULong,
    val weightedFinals: ULong,
    val weightedPasses: ULong,
)

/** A square as the C interface takes it. What does not fit into its byte becomes a number that is refused as well. */
private fun checkedSquare(square: Int): UByte = if (square in 0..254) square.toUByte() else UByte.MAX_VALUE
