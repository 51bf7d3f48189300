package org.dicechess

import kotlinx.cinterop.*
import org.dicechess.c.*

/** Takes the next bytes of a stream. */
fun interface ByteSink {
    fun write(bytes: ByteArray)
}

/** Gets what a stream says, in order. The event is valid during the call only. */
fun interface StreamListener {
    fun heard(event: StreamEvent)
}

/** What a stream says next. Members that an event does not mention are 0, null or empty. */
class StreamEvent internal constructor(private val event: dicechess_stream_event) {
    /** One of `DICECHESS_EVENT_`. */
    val kind: Int get() = event.kind

    /** The number of the game, from 0. */
    val game: Int get() = event.game.toInt()

    /** Whether the turn of the side to move has begun. */
    val inTurn: Boolean get() = event.in_turn == 1

    /** Address of the first of [cells], or behind the last one. */
    val address: ULong get() = event.address

    /** Bytes of a gap. */
    val skipped: ULong get() = event.skipped

    val cells: List<Cell>
        get() = event.cells.let { cells -> List(event.cell_count.toInt()) { Cell(cells!![it]) } }

    val state: Snapshot? get() = event.state?.let { Snapshot(it) }
}

/** How to read a stream. */
data class StreamOptions(
    /** Checks checksums and the order of cells only; for streams that this library has written. */
    val trusted: Boolean = false,
    /** Goes on behind damage, at the next sound frame that has a keyframe. */
    val salvage: Boolean = false,
)

/** How far reading a stream got. */
data class StreamReport(
    /** Why it stopped: one of `DICECHESS_ERR_TAPE_`, or `DICECHESS_OK` at a clean end. */
    val code: Int,
    val byteOffset: ULong,
    val cellAddress: ULong,
    val games: Int,
    val gaps: Int,
    val frames: ULong,
    val cells: ULong,
    /** Cells taken from a frame whose end is missing. */
    val unverified: ULong,
    /** Whether the frame that closes a stream was there; if not, frames or games are missing at the end. */
    val closed: Boolean,
)

/** The games of a stream, heads at their ends, for the caller to close; and how far reading got. */
class DecodedGames internal constructor(val positions: List<Position>, val report: StreamReport)

/** Games as bytes, to be stored and sent. Thread-safe as far as the positions allow. */
object GameStream {
    /** The games of all positions, undone cells included. Without keyframes nothing can be salvaged behind damage. */
    fun encode(
        positions: List<Position>, keyframes: Boolean = true,
    ): ByteArray = positions.onAll { addresses ->
        elements<UByteVar, ByteArray>({ buffer, capacity, required, error ->
            val omit = (!keyframes).toInt()
            dicechess_stream_encode(
                addresses, positions.size.convert(), omit, buffer, capacity, required, error,
            )
        }) { bytes, length -> bytes.readBytes(length) }
    }

    /** Hands the same bytes to [sink] piece by piece. What it throws stops that and comes out. */
    fun encodeTo(
        positions: List<Position>, sink: ByteSink, keyframes: Boolean = true,
    ) = positions.onAll { addresses ->
        lent(sink) { userData ->
            val omit = (!keyframes).toInt()
            checked {
                dicechess_stream_encode_to(
                    addresses, positions.size.convert(), omit, userData, writeBytes, it,
                )
            }
        }
    }

    /**
     * Reads the games of a stream. What was whole before a fault in the bytes is there all the same, see
     * [StreamReport.code].
     */
    fun decode(
        bytes: ByteArray, store: ChunkStore? = null, options: StreamOptions = StreamOptions(),
    ): DecodedGames =
        store.ifAny { chunks ->
            memScoped {
                // A game has at least one frame, which is longer than this.
                val capacity = bytes.size / 24 + 1
                val positions = allocArray<CPointerVar<cnames.structs.dicechess_position>>(capacity)
                val count = alloc<ULongVar>()
                val report = struct<dicechess_stream_report>()
                val error = struct<dicechess_error>()
                requireAbi()
                val status = dicechess_stream_decode(
                    bytes.asUByteArray().toCValues(), bytes.size.convert(), chunks, raw(options).ptr,
                    positions, capacity.convert(), count.ptr, report.ptr, error.ptr,
                )
                if (status != report.code) throw error.toThrowable()
                DecodedGames(List(count.value.toInt()) { Position(positions[it]!!) }, report.read())
            }
        }

    /**
     * Reads a stream and tells [listener] all that it says. A fault in the bytes ends it, see [StreamReport.code].
     */
    fun replay(
        bytes: ByteArray, options: StreamOptions = StreamOptions(), listener: StreamListener,
    ): StreamReport =
        lent(listener) { userData ->
            memScoped {
                val report = struct<dicechess_stream_report>()
                val error = struct<dicechess_error>()
                val status = dicechess_stream_replay(
                    bytes.asUByteArray().toCValues(), bytes.size.convert(), raw(options).ptr,
                    userData, hearEvent, report.ptr, error.ptr,
                )
                if (status != report.code) throw error.toThrowable()
                report.read()
            }
        }

    /** The stream of one game, given as text, that starts at [state] or at the initial position. */
    fun fromText(text: String, state: GameState? = null): ByteArray = state.ifAny { root ->
        text.asBytes { bytes, length ->
            elements<UByteVar, ByteArray>({ buffer, capacity, required, error ->
                dicechess_stream_from_text(root, bytes, length, buffer, capacity, required, error)
            }) { stream, size -> stream.readBytes(size) }
        }
    }

    /**
     * One game of a stream, counted from 0, as text; [root] becomes the state that it starts from. Any fault in the
     * bytes fails.
     */
    fun toText(bytes: ByteArray, game: Int, root: GameState? = null): String = root.ifAny { start ->
        val stream = bytes.asUByteArray().toCValues()
        longText { buffer, capacity, required, error ->
            dicechess_stream_to_text(
                stream, bytes.size.convert(), game.convert(), start, buffer, capacity, required, error,
            )
        }
    }
}

private fun MemScope.raw(options: StreamOptions): dicechess_stream_options =
    struct<dicechess_stream_options>().apply {
        trusted = options.trusted.toInt()
        salvage = options.salvage.toInt()
    }

private fun dicechess_stream_report.read() =
    StreamReport(
        code, byte_offset, cell_address, games.toInt(), gaps.toInt(), frames, cells, unverified, closed != 0,
    )

private val writeBytes: dicechess_write_callback = staticCFunction { userData, bytes, length ->
    guarded { userData!!.asStableRef<ByteSink>().get().write(bytes!!.readBytes(length.toInt())) }
}

private val hearEvent: dicechess_event_callback = staticCFunction { userData, event ->
    guarded { userData!!.asStableRef<StreamListener>().get().heard(StreamEvent(event!!.pointed)) }
}
