package org.dicechess

import kotlinx.cinterop.*
import org.dicechess.c.*

/** The scale of search values: terminalLoss < leafMin <= leafMax < terminalWin, all finite. All 0: the default. */
data class UtilityBounds(
    val terminalLoss: Double, val leafMin: Double, val leafMax: Double, val terminalWin: Double,
)

/** How far a search has come. */
data class SearchProgress(
    /** Turns that the search looks ahead at the moment. */
    val depth: Int,
    /** Candidates that have their value or are cut off. */
    val candidatesDone: Int,
    val candidates: Int,
    /** The best turn so far; empty before any candidate has a value. */
    val best: Turn,
    val value: Double,
    /** Units of work done so far. */
    val work: ULong,
)

/** Is told after each candidate how far the search has come. What it throws stops the search and comes out of it. */
fun interface ProgressListener {
    fun progressed(progress: SearchProgress)
}

/**
 * What a search searches with, and how far. 0 and null stand for the defaults of the C interface; handles stay the
 * caller's.
 */
data class SearchOptions(
    /** Turns to look ahead, 2 (default) to 8. */
    val depth: Int = 0,
    /** Scores the positions at the end of the look-ahead. Default: material. */
    val evaluator: Evaluator? = null,
    /** Ranks the legal turns before the search. Default: material. */
    val preRank: Evaluator? = null,
    /** A second opinion on the candidates, mixed into their values with [rescorerWeight], 0 to 1. */
    val rescorer: Evaluator? = null,
    val rescorerWeight: Double = 0.0,
    val table: TranspositionTable? = null,
    val control: SearchControl? = null,
    val progress: ProgressListener? = null,
    val bounds: UtilityBounds? = null,
    /** How many turns are searched. Default: 8. */
    val candidateLimit: Int = 0,
    /** 1 (default) to 256. More than one needs a thread-safe evaluator. */
    val threads: Int = 0,
    /** One depth after the other, up to [depth] or until the control ends it. */
    val iterative: Boolean = false,
    /** Only exact values are read from the table and stored in it. */
    val exactOnly: Boolean = false,
    /** Scores of the evaluator are remembered during the call. */
    val cache: Boolean = false,
) {
    /** Runs a call with these options. All handles among them stay alive until it ends. */
    internal inline fun <Result> use(
        call: (CPointer<dicechess_search_options>) -> Result,
    ): Result = memScoped {
        val raw = struct<dicechess_search_options>()
        raw.depth = depth.toUInt()
        raw.rescorer_weight = rescorerWeight
        bounds?.let { raw.bounds.set(it) }
        raw.candidate_limit = candidateLimit.convert()
        raw.threads = threads.toUInt()
        raw.iterative = iterative.toInt()
        raw.exact_only = exactOnly.toInt()
        raw.cache = cache.toInt()
        val listener = progress?.let { StableRef.create(it) }
        val entered = mutableListOf<Handle<*>>()
        try {
            raw.evaluator = evaluator?.enter()?.also { entered += evaluator }
            raw.pre_rank = preRank?.enter()?.also { entered += preRank }
            raw.rescorer = rescorer?.enter()?.also { entered += rescorer }
            raw.tt = table?.enter()?.also { entered += table }
            raw.control = control?.enter()?.also { entered += control }
            if (listener != null) {
                raw.user_data = listener.asCPointer()
                raw.progress = tellProgress
            }
            call(raw.ptr).also { control?.rethrow() }
        } finally {
            entered.forEach { it.leave() }
            listener?.dispose()
        }
    }
}

internal fun dicechess_utility_bounds.set(bounds: UtilityBounds) {
    terminal_loss = bounds.terminalLoss
    leaf_min = bounds.leafMin
    leaf_max = bounds.leafMax
    terminal_win = bounds.terminalWin
}

private val tellProgress: dicechess_progress_callback = staticCFunction { userData, progress ->
    guarded {
        val told = progress!!.pointed
        val best = Turn.of(told.moves, told.length.toInt())
        userData!!.asStableRef<ProgressListener>().get().progressed(
            SearchProgress(
                told.depth.toInt(), told.candidates_done.toInt(), told.candidates.toInt(),
                best, told.value, told.work,
            ),
        )
    }
}
