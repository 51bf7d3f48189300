package org.dicechess

import org.dicechess.c.*

/*
 * Squares are numbers, rank × 8 + file from a1 = 0 to h8 = 63, and bit n of a bitboard is square n.
 */

/** A side. */
enum class Color {
    WHITE,
    BLACK;

    internal val number: Int get() = ordinal

    companion object {
        internal fun of(number: Int): Color = entries[number]
    }
}

/** A type of man, and the face of a die that pays for moving it. */
enum class PieceType {
    PAWN,
    KNIGHT,
    BISHOP,
    ROOK,
    QUEEN,
    KING;

    /** The face of the die, 1 to 6. */
    val face: Int get() = ordinal + DICECHESS_PAWN

    companion object {
        /** The piece type of a face, or null for 0. */
        internal fun of(face: Int): PieceType? = if (face == 0) null else entries[face - DICECHESS_PAWN]
    }
}

/** A man of one side. */
data class Man(val color: Color, val type: PieceType) {
    companion object {
        /** The man that has a number, color × 8 + piece type, or null for 0. */
        internal fun of(number: Int): Man? =
            PieceType.of(number and 7)?.let { Man(Color.of(number shr 3), it) }
    }
}

/** The faces of dice as the C interface takes them. */
internal fun faces(dice: List<PieceType>): UByteArray = UByteArray(dice.size) { dice[it].face.toUByte() }
