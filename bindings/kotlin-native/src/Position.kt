package org.dicechess

import cnames.structs.dicechess_position
import kotlinx.cinterop.*
import org.dicechess.c.*

/**
 * A state to play and take back on, with all that has been played. Addresses count cells since the root; the head is
 * where the position stands. Single-owner; keeps what it needs of its store and cache.
 *
 * Playing fails with `TAPE_FULL` when a lossless store is full, reading with `TAPE_HORIZON` for history that was
 * given up.
 */
class Position internal constructor(address: CPointer<dicechess_position>) :
    Handle<dicechess_position>(address, ::dicechess_position_free) {

    /** Starts at [state], or at the initial position. Without [store] it has one of its own. */
    constructor(state: GameState? = null, store: ChunkStore? = null, cache: PositionCache? = null) : this(
        state.ifAny { root ->
            store.ifAny { chunks ->
                cache.ifAny { known ->
                    handle { out, error -> dicechess_position_new(root, chunks, known, out, error) }
                }
            }
        },
    )

    /**
     * The history that ends with the chunk [id] of a store, head at its end. Fails with `RANGE` for a chunk that it
     * does not know.
     */
    constructor(store: ChunkStore, id: ULong) : this(
        store.on { chunks -> handle { out, error -> dicechess_position_from_chunk(chunks, id, out, error) } },
    )

    /** A position of its own with the same history, head, store and cache. */
    fun fork(): Position = on { position ->
        Position(handle { out, error -> dicechess_position_fork(position, out, error) })
    }

    /** Uses [cache], or none, from now on. */
    fun attachCache(cache: PositionCache?) = on { position ->
        cache.ifAny { known -> checked { dicechess_position_attach_cache(position, known, it) } }
    }

    /** Rolls 1 to 3 dice, in any order. Begins the turn if it has not begun. */
    fun roll(dice: List<PieceType>) = on { position ->
        checked { dicechess_position_roll(position, faces(dice).toCValues(), dice.size.convert(), it) }
    }

    /**
     * Plays a micro-move, paid with the dice if there are any. Fails with `ILLEGAL` if board or dice do not have what
     * it needs.
     */
    fun makeMicroMove(move: MicroMove) = on { position ->
        checked { dicechess_position_make_micro_move(position, move.bits, it) }
    }

    /** Ends the turn, which may have been a pass. */
    fun endTurn() = on { position -> checked { dicechess_position_end_turn(position, it) } }

    /** Records a number of the caller's own, 0 to `DICECHESS_NOTE_MAX`. */
    fun note(note: UShort) = on { position -> checked { dicechess_position_note(position, note, it) } }

    /** Takes back what the last call played, the start of the turn included. Fails with `TAPE_START` at the root. */
    fun undo() = on { position -> checked { dicechess_position_undo(position, it) } }

    /** Takes the last micro-move back, and whatever came after it. */
    fun unmake() = on { position -> checked { dicechess_position_unmake(position, it) } }

    /** Takes the last turn back from its begin on. */
    fun unwindTurn() = on { position -> checked { dicechess_position_unwind_turn(position, it) } }

    /** Takes back what was played from [address] on; where the head is then. */
    fun unwindTo(address: ULong): ULong = on { position ->
        ulong { out, error -> dicechess_position_unwind_to(position, address, out, error) }
    }

    /** Moves the head to [address], or to the border of a group before it; where that is. */
    fun seek(address: ULong): ULong = on { position ->
        ulong { out, error -> dicechess_position_seek(position, address, out, error) }
    }

    /** Moves the head behind the end of a turn, counted from 1; 0 is the root. Where that is. */
    fun seekTurn(turn: ULong): ULong = on { position ->
        ulong { out, error -> dicechess_position_seek_turn(position, turn, out, error) }
    }

    /** Moves the head by that many groups, backwards if negative, as far as there are any; by how many. */
    fun step(groups: Long): ULong = on { position ->
        ulong { out, error -> dicechess_position_step(position, groups, out, error) }
    }

    /** Drops the cells behind the head. */
    fun truncate() = on { position -> checked { dicechess_position_truncate(position, it) } }

    /**
     * Gives up the chunks that end at [address] or before, but none behind the head; the first address that is left.
     */
    fun dropBefore(address: ULong): ULong = on { position ->
        ulong { out, error -> dicechess_position_drop_before(position, address, out, error) }
    }

    /** Sizes and addresses. */
    val extent: PositionExtent
        get() = on { position ->
            filled<dicechess_position_extent, PositionExtent>({ out, error ->
                dicechess_position_info(position, out, error)
            }) { PositionExtent(in_turn == 1, head, end, horizon, turns, chunks) }
        }

    /** What identifies the head's place. */
    val identity: PositionIdentity
        get() = on { position ->
            filled<dicechess_position_identity, PositionIdentity>({ out, error ->
                dicechess_position_hashes(position, out, error)
            }) { PositionIdentity(key, turn_key, chain, previous) }
        }

    /** Makes [state] equal to the state at the head. */
    fun write(state: GameState) = on { position ->
        state.on { address -> checked { dicechess_position_state(position, address, it) } }
    }

    /** The state at the head in its form of `DICECHESS_KEYFRAME_SIZE` bytes. */
    fun keyframe(): ByteArray = on { position ->
        memScoped {
            val keyframe = allocArray<UByteVar>(DICECHESS_KEYFRAME_SIZE)
            checked { dicechess_position_keyframe(position, keyframe, it) }
            keyframe.readBytes(DICECHESS_KEYFRAME_SIZE)
        }
    }

    /** The bitboard of squares that one side's men of one type attack. */
    fun attacks(color: Color, type: PieceType): ULong = on { position ->
        ulong { out, error -> dicechess_position_attacks(position, color.number, type.face, out, error) }
    }

    /**
     * Fills [turns] with all legal turns of the state at the head, as [Turns.generate] does; known ones cost a copy.
     */
    fun turns(turns: Turns, limit: ULong = DICECHESS_NO_LIMIT) = on { position ->
        turns.on { list -> checked { dicechess_position_turns(position, list, limit, it) } }
    }

    /** The cells between two addresses, in the order in which they were played. */
    fun cells(from: ULong, to: ULong): List<Cell> = on { position ->
        elements<UShortVar, List<Cell>>({ cells, capacity, required, error ->
            dicechess_position_read(position, from, to, cells, capacity, required, error)
        }) { cells, count -> List(count) { Cell(cells[it]) } }
    }

    /**
     * Shows [visitor] every cell between two addresses, backwards if [from] is the greater. What it throws stops that
     * and comes out.
     */
    fun run(from: ULong, to: ULong, visitor: CellVisitor) = on { position ->
        lent(visitor) { userData ->
            checked { dicechess_position_run(position, from, to, userData, visitCell, it) }
        }
    }

    /** The men that stand elsewhere at [to] than at [from]. */
    fun delta(from: ULong, to: ULong): PositionDelta = on { position ->
        filled<dicechess_delta, PositionDelta>({ out, error ->
            dicechess_position_delta(position, from, to, out, error)
        }) {
            val off = List(64) { Man.of(removed[it].toInt()) }
            val on = List(64) { Man.of(added[it].toInt()) }
            PositionDelta(squares, off, on)
        }
    }

    /** All turns as text, undone ones included. */
    fun text(): String = on { position ->
        longText { buffer, capacity, required, error ->
            dicechess_position_to_text(position, buffer, capacity, required, error)
        }
    }

    /** Plays the turns of a text, or none of them. Fails with `TEXT` or `ILLEGAL` and the place in the text. */
    fun playText(text: String) = on { position ->
        text.asBytes { bytes, length ->
            checked { dicechess_position_play_text(position, bytes, length, it) }
        }
    }
}

/** Gets one cell and its address. */
fun interface CellVisitor {
    fun visit(address: ULong, cell: Cell)
}

/** Sizes and addresses of a position. */
data class PositionExtent(
    /** Whether the turn of the side to move has begun. */
    val inTurn: Boolean,
    val head: ULong,
    /** Behind the last cell. */
    val end: ULong,
    /** The first address that is left. */
    val horizon: ULong,
    /** Turns that have ended, up to the last cell. */
    val turns: ULong,
    /** Sealed chunks. */
    val chunks: ULong,
)

/** What identifies the head's place. */
data class PositionIdentity(
    /** Zobrist key of the state. */
    val key: ULong,
    /** Zobrist key where the turn began. */
    val turnKey: ULong,
    /** Identifier of all that was played to get here. */
    val chain: ULong,
    /** Identifier of the history before the chunk that the head is in. */
    val previous: ULong,
)

/**
 * The men that stand elsewhere: the squares where something differs, and for each square the man to take off and then
 * to put on.
 */
data class PositionDelta(val squares: ULong, val removed: List<Man?>, val added: List<Man?>)

private val visitCell: dicechess_cell_callback = staticCFunction { userData, address, cell ->
    guarded { userData!!.asStableRef<CellVisitor>().get().visit(address, Cell(cell)) }
}
