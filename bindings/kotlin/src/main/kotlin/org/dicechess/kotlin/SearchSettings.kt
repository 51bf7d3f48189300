package org.dicechess.kotlin

import org.dicechess.Evaluator
import org.dicechess.ProgressListener
import org.dicechess.SearchControl
import org.dicechess.SearchOptions
import org.dicechess.SearchProgress
import org.dicechess.TranspositionTable
import org.dicechess.UtilityBounds

@DslMarker
internal annotation class SearchOptionsDsl

/** [SearchOptions] that are being written, see [searchOptions]. Numbers out of range throw [IllegalArgumentException]. */
@SearchOptionsDsl
public class SearchOptionsBuilder internal constructor(from: SearchOptions) {
    /** Turns to look ahead, the one to be chosen included: 2 to 8. */
    public var depth: Int = from.depth

    /** How many turns are searched, those that [preRank] likes best; null for all. */
    public var candidateLimit: Long? = from.candidateLimit.takeIf { it != ALL }

    /** Threads to use, 1 to 256; more than one need an evaluator that is thread-safe. */
    public var threads: Int = from.threads

    /** Whether to search depths 2, 3 and so on one after the other, up to [depth] or until [control] ends it. */
    public var iterative: Boolean = from.iterative

    /** Whether only exact values are read from [table] and stored in it. */
    public var exactOnly: Boolean = from.exactOnly

    /** Whether scores of [evaluator] are remembered during the search. */
    public var cache: Boolean = from.cache

    /** Scores the positions at the end of the look-ahead; null: material. */
    public var evaluator: Evaluator? = from.evaluator

    /** Ranks the legal turns before the search; null: material. */
    public var preRank: Evaluator? = from.preRank

    /** The scale of values. */
    public var bounds: UtilityBounds = from.bounds

    /** A table to read and fill; null: none. */
    public var table: TranspositionTable? = from.table

    /** Limits of the search, and a way to cancel it; null: none. It serves one search. */
    public var control: SearchControl? = from.control

    private var rescorer: Evaluator? = from.rescorer
    private var rescorerWeight: Double = from.rescorerWeight
    private var progress: ProgressListener? = from.progress

    /** Mixes a second opinion into values, which become (1 − [weight]) · value + [weight] · score. */
    public fun rescorer(evaluator: Evaluator, weight: Double) {
        rescorer = evaluator
        rescorerWeight = weight
    }

    /** Has [listener] told after each candidate how far the search has come, by any of its threads, one at a time. */
    public fun progress(listener: (SearchProgress) -> Unit) {
        progress = ProgressListener(listener)
    }

    internal fun build(): SearchOptions = SearchOptions(
        depth, candidateLimit ?: ALL, threads, iterative, exactOnly, cache, evaluator, preRank,
        rescorer, rescorerWeight, bounds, table, control, progress,
    )

    private companion object {
        const val ALL = -1L
    }
}

/** Options that differ from the defaults in what [change] sets: `searchOptions { depth = 3 }`. */
public fun searchOptions(change: SearchOptionsBuilder.() -> Unit): SearchOptions =
    SearchOptions.DEFAULT.with(change)

/** These options, but for what [change] sets. */
public fun SearchOptions.with(change: SearchOptionsBuilder.() -> Unit): SearchOptions =
    SearchOptionsBuilder(this).apply(change).build()
