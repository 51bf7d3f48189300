package org.dicechess

import cnames.structs.dicechess_chunk_store
import kotlinx.cinterop.*
import org.dicechess.c.*

/**
 * Where a spilling chunk store puts chunks that have not been used for long. Called on whichever thread uses a
 * position.
 */
interface ChunkStorage {
    /** Stores a chunk; a number to find it by. */
    fun write(chunkId: ULong, frame: ByteArray): ULong

    /** What was stored at [place]. */
    fun read(place: ULong): ByteArray
}

/** Counts of a chunk store. */
data class ChunkStoreCounts(
    /** Cells in a chunk. */
    val capacity: Int,
    /** Chunks that can be found by their identifiers. */
    val chunks: ULong,
    /** Bytes of memory that chunks take up. */
    val bytes: ULong,
    /** How often a chunk was sealed that existed already. */
    val shared: ULong,
    /** How often two different chunks had one identifier. */
    val collisions: ULong,
    /** How many chunks went to the storage. */
    val spilled: ULong,
)

/**
 * Where positions keep what has been played, shared by any number of them. Thread-safe; one that spills, as far as
 * its storage is. Positions keep alive what they need of it.
 */
class ChunkStore internal constructor(address: CPointer<dicechess_chunk_store>) :
    Handle<dicechess_chunk_store>(address, ::dicechess_chunk_store_release) {

    /** A handle of its own on the same store. */
    fun share(): ChunkStore = on { store ->
        checked { dicechess_chunk_store_retain(store, it) }
        ChunkStore(store)
    }

    val counts: ChunkStoreCounts
        get() = on { store ->
            filled<dicechess_chunk_store_counts, ChunkStoreCounts>({ out, error ->
                dicechess_chunk_store_stats(store, out, error)
            }) { ChunkStoreCounts(capacity.toInt(), chunks, bytes, shared, collisions, spilled) }
        }

    /** The identifiers of chunks that are known to continue a history, that of a chunk or of a root. */
    fun successors(id: ULong): ULongArray = on { store ->
        elements<ULongVar, ULongArray>({ ids, capacity, required, error ->
            dicechess_chunk_store_successors(store, id, ids, capacity, required, error)
        }) { ids, count -> ULongArray(count) { ids[it] } }
    }

    /** Forgets where chunks are. Positions keep theirs; only sharing is lost. */
    fun clearIndex() = on { store -> checked { dicechess_chunk_store_clear_index(store, it) } }

    companion object {
        /**
         * A store that refuses to grow beyond its budget: playing on then fails with `TAPE_FULL`. 0 stands for a
         * default.
         */
        fun lossless(capacity: ULong = 0u, budget: ULong = 0u): ChunkStore =
            of(DICECHESS_CHUNK_STORE_LOSSLESS, capacity, budget, null)

        /** A store whose positions give up their oldest chunks when the budget is used up. */
        fun ring(capacity: ULong = 0u, budget: ULong = 0u): ChunkStore =
            of(DICECHESS_CHUNK_STORE_RING, capacity, budget, null)

        /**
         * A store that puts chunks into [storage] when the budget is used up. What the storage throws comes out of
         * the position's call.
         */
        fun spilling(storage: ChunkStorage, capacity: ULong = 0u, budget: ULong = 0u): ChunkStore =
            owned(storage) { userData -> of(DICECHESS_CHUNK_STORE_SPILL, capacity, budget, userData) }

        private fun of(
            policy: Int, capacity: ULong, budget: ULong, storage: COpaquePointer?,
        ): ChunkStore = memScoped {
            val options = struct<dicechess_chunk_store_options>()
            options.policy = policy
            options.capacity = capacity
            options.budget = budget
            if (storage != null) {
                options.user_data = storage
                options.write = writeChunk
                options.read = readChunk
                options.drop_user_data = dropUserData
            }
            ChunkStore(handle { out, error -> dicechess_chunk_store_new(options.ptr, out, error) })
        }
    }
}

private val writeChunk: dicechess_spill_write_callback = staticCFunction { data, id, frame, length, place ->
    guarded {
        val storage = data!!.asStableRef<ChunkStorage>().get()
        place!!.pointed.value = storage.write(id, frame!!.readBytes(length.toInt()))
    }
}

private val readChunk: dicechess_spill_read_callback = staticCFunction { userData, place, frame, length ->
    guarded {
        val stored = userData!!.asStableRef<ChunkStorage>().get().read(place)
        check(stored.size == length.toInt()) { "a chunk of $length bytes came back with ${stored.size}" }
        stored.forEachIndexed { i, byte -> frame!![i] = byte.toUByte() }
    }
}
