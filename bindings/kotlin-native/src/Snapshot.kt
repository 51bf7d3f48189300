package org.dicechess

import kotlinx.cinterop.*
import org.dicechess.c.*

/**
 * A view of a complete state in native memory; nothing is copied. What an evaluator or a listener gets is valid
 * during that call only; what [snapshot] makes, as long as the memory that it was made in.
 */
value class Snapshot(val pointer: CPointer<dicechess_snapshot>) {
    /** All members, to read and, in memory of one's own, to write. */
    val members: dicechess_snapshot get() = pointer.pointed

    val sideToMove: Color get() = Color.of(members.side_to_move)

    /** The Zobrist key. */
    val key: ULong get() = members.key

    /** White's men minus Black's, in centipawns. */
    val material: Int get() = members.material

    /** The bitboard of one side's men. */
    fun men(color: Color): ULong = members.by_color[color.number]

    /** The bitboard of the men of one type, of both sides. */
    fun men(type: PieceType): ULong = members.by_type[type.ordinal]

    /** The man that the mailbox has on a square. */
    fun manAt(square: Int): Man? = Man.of(members.mailbox[square].toInt())
}

/** Makes room for a snapshot, an empty board with White to move, in memory of the caller's. */
fun NativePlacement.snapshot(): Snapshot =
    Snapshot(struct<dicechess_snapshot>().apply { full_move_number = 1 }.ptr)

/** A view of [size] states in native memory, valid during the call that gets it. */
class Snapshots internal constructor(private val first: CPointer<dicechess_snapshot>, val size: Int) {
    operator fun get(index: Int): Snapshot = Snapshot(first[index].ptr)
}
