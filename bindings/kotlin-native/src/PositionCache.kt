package org.dicechess

import cnames.structs.dicechess_position_cache
import kotlinx.cinterop.*
import org.dicechess.c.*

/** Counts of a position cache. */
data class PositionCacheCounts(
    /** Number of positions that fit. */
    val capacity: ULong,
    val hits: ULong,
    val misses: ULong,
)

/**
 * Positions that were met, and what was derived from them, shared by any number of [Position]s. Results are the same
 * as without. Thread-safe.
 */
class PositionCache internal constructor(address: CPointer<dicechess_position_cache>) :
    Handle<dicechess_position_cache>(address, ::dicechess_position_cache_release) {

    /** Takes up at most [bytes], though never less than 32 positions. */
    constructor(bytes: ULong) : this(handle { out, error -> dicechess_position_cache_new(bytes, out, error) })

    /** A handle of its own on the same cache. */
    fun share(): PositionCache = on { cache ->
        checked { dicechess_position_cache_retain(cache, it) }
        PositionCache(cache)
    }

    val counts: PositionCacheCounts
        get() = on { cache ->
            filled<dicechess_position_cache_counts, PositionCacheCounts>({ out, error ->
                dicechess_position_cache_stats(cache, out, error)
            }) { PositionCacheCounts(capacity, hits, misses) }
        }

    /** Forgets all positions. */
    fun clear() = on { cache -> checked { dicechess_position_cache_clear(cache, it) } }
}
