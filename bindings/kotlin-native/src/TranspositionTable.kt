package org.dicechess

import cnames.structs.dicechess_tt
import kotlinx.cinterop.*
import org.dicechess.c.*

/** What a value says about the true one. */
enum class Bound { NONE, EXACT, LOWER, UPPER }

/** What is stored under one key. */
data class TableEntry(
    val key: ULong,
    val value: Double,
    /** Plies of search below the position, 0 to 255. */
    val depth: Int,
    val bound: Bound,
    /** Whether a roll was seen that loses the king. */
    val lossTainted: Boolean = false,
)

/** How often a table was used. */
data class Telemetry(
    val stores: ULong,
    val overwrites: ULong,
    val collisions: ULong,
    val hits: ULong,
    val misses: ULong,
)

/**
 * Values that searches found, by the keys of positions, in memory of a fixed size. Thread-safe; [clear] alone needs
 * the table for itself. It holds the values of one configuration of the search and refuses another one with
 * `UNSUPPORTED` until it is cleared.
 */
class TranspositionTable internal constructor(address: CPointer<dicechess_tt>) :
    Handle<dicechess_tt>(address, ::dicechess_tt_free) {

    /** Of [capacity] entries of 32 bytes, a power of two. */
    constructor(capacity: Int = DICECHESS_TT_DEFAULT_CAPACITY) : this(
        handle { out, error -> dicechess_tt_new(capacity.convert(), out, error) },
    )

    /** How many entries it can hold. */
    val capacity: ULong
        get() = on { table -> ulong { out, error -> dicechess_tt_capacity(table, out, error) } }

    /** Bytes that the entries take up. */
    val bytes: ULong get() = on { table -> ulong { out, error -> dicechess_tt_bytes(table, out, error) } }

    /** What is stored under [key]; null if nothing is. */
    fun probe(key: ULong): TableEntry? = on { table ->
        filled<dicechess_tt_entry, TableEntry?>(
            { entry, error -> dicechess_tt_probe(table, key, entry, error) },
        ) {
            if (bound == DICECHESS_BOUND_NONE) null
            else TableEntry(this.key, value, depth, Bound.entries[bound], loss_tainted == 1)
        }
    }

    /**
     * Stores an entry, unless what is in its place is worth more. Fails with `RANGE` and the offset of the member.
     */
    fun store(entry: TableEntry) = on { table ->
        memScoped {
            val raw = struct<dicechess_tt_entry>()
            raw.bound = entry.bound.ordinal
            raw.key = entry.key
            raw.value = entry.value
            raw.depth = entry.depth
            raw.loss_tainted = entry.lossTainted.toInt()
            checked { dicechess_tt_store(table, raw.ptr, it) }
        }
    }

    /**
     * Removes all entries and counts, and frees the table from its configuration. Fails with `BUSY` while it is in
     * use.
     */
    fun clear() = on { table -> checked { dicechess_tt_clear(table, it) } }

    val telemetry: Telemetry
        get() = on { table ->
            filled<dicechess_telemetry, Telemetry>(
                { out, error -> dicechess_tt_telemetry(table, out, error) },
            ) {
                Telemetry(stores, overwrites, collisions, hits, misses)
            }
        }

    /** Sets the counts to 0. Entries stay. */
    fun resetTelemetry() = on { table -> checked { dicechess_tt_reset_telemetry(table, it) } }

    companion object {
        /** A table of at most that many bytes, rounded down to a power of two of entries. */
        fun ofBytes(bytes: ULong): TranspositionTable =
            TranspositionTable(handle { out, error -> dicechess_tt_new_with_bytes(bytes, out, error) })
    }
}
