package org.dicechess

import kotlinx.cinterop.*
import org.dicechess.c.*

/**
 * One man's move, paid with one die (castling: two), in 16 bits: destination, origin × 64, flag × 4096. Any bits may
 * be handed in.
 */
value class MicroMove(val bits: UShort) {
    /** The square the man comes from. */
    val origin: Int get() = dicechess_micro_move_origin(bits).toInt()

    /** The square the man goes to; for castling, where the king goes to. */
    val destination: Int get() = dicechess_micro_move_destination(bits).toInt()

    /**
     * 0 quiet, 1 double push, 2 and 3 castling, 4 capture, 5 en passant, from 8 on promotions; 6 and 7 do not exist.
     */
    val flag: Int get() = dicechess_micro_move_flag(bits).toInt()

    /** What the pawn becomes, if it is a promotion. */
    val promotion: PieceType? get() = PieceType.of(dicechess_micro_move_promotion(bits))

    /** The UCI text, such as `a7a8q`. Fails with `RANGE` for a flag that does not exist. */
    fun uci(): String = text(DICECHESS_MICRO_MOVE_MAX) { buffer, size, error ->
        dicechess_micro_move_to_uci(bits, buffer, size, null, error)
    }
}

/** The micro-moves of one turn, at most three. None: the turn is passed. */
data class Turn(val moves: List<MicroMove>) {
    /** The UCI texts with spaces between. */
    fun uci(): String = moves.joinToString(" ") { it.uci() }

    internal companion object {
        fun of(moves: CPointer<UShortVar>, length: Int) = Turn(List(length) { MicroMove(moves[it]) })
    }
}

internal fun bits(moves: List<MicroMove>): UShortArray = UShortArray(moves.size) { moves[it].bits }
