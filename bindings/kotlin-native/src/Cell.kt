package org.dicechess

import kotlinx.cinterop.*
import org.dicechess.c.*

/** What a cell says. Members that an operation does not mention are 0. */
data class Alteration(
    /** One of `DICECHESS_CELL_`. */
    val operation: Int,
    val color: Color,
    val pieceType: PieceType?,
    val square: Int,
    /** `DICECHESS_CASTLE_` bits. */
    val rights: Int,
    val dice: List<PieceType>,
    val count: Int,
    val slot: Int,
    val clock: Int,
    val note: Int,
    val flag: Boolean,
)

/**
 * One alteration of a position, as it is recorded. Any 16 bits may be handed in; those that mean nothing are refused
 * with `TAPE_CELL`.
 */
value class Cell(val bits: UShort) {
    fun describe(): Alteration = filled<dicechess_alteration, Alteration>({ out, error ->
        dicechess_cell_describe(bits, out, error)
    }) {
        Alteration(
            operation, Color.of(color), PieceType.of(piece_type), square.toInt(), rights.toInt(),
            List(3) { PieceType.of(dice[it].toInt()) }.filterNotNull(),
            count.toInt(), slot.toInt(), clock.toInt(), note.toInt(), flag == 1,
        )
    }

    /** What it says in words, such as `place N on f3`. */
    fun text(): String = text(DICECHESS_CELL_TEXT_MAX) { buffer, size, error ->
        dicechess_cell_to_text(bits, buffer, size, null, error)
    }
}
