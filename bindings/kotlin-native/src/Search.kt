package org.dicechess

import cnames.structs.dicechess_search
import kotlinx.cinterop.*
import org.dicechess.c.*

/**
 * Finds turns, with random numbers of its own so that one seed gives one game, and remembers the candidates of the
 * last search. Single-owner: another call meanwhile, from a callback too, gets `BUSY`.
 */
class Search internal constructor(address: CPointer<dicechess_search>) :
    Handle<dicechess_search>(address, ::dicechess_search_free) {

    /** The random numbers are those of the JVM's `java.util.Random`. */
    constructor(seed: Long) : this(handle { out, error -> dicechess_search_new(seed, out, error) })

    /**
     * The turn to play in [state] with its dice. A search that its control stops still gives a turn.
     *
     * Fails with `RANGE` for an option that is none, `UNSUPPORTED` for a table of another configuration or threads
     * that the evaluator does not allow. What an evaluator, listener or clock throws comes out as it is.
     */
    fun bestTurn(state: GameState, options: SearchOptions = SearchOptions()): SearchReport = on { search ->
        state.on { address ->
            options.use { raw ->
                filled<dicechess_search_report, SearchReport>({ report, error ->
                    dicechess_search_best_turn(search, address, raw, report, error)
                }) { read() }
            }
        }
    }

    /** The candidates of the last search in the order in which they were searched; none after one that failed. */
    fun candidates(): List<Candidate> = on { search ->
        elements<dicechess_candidate, List<Candidate>>({ candidates, capacity, required, error ->
            candidates?.pointed?.struct_size = sizeOf<dicechess_candidate>().convert()
            dicechess_search_candidates(search, candidates, capacity, required, error)
        }) { candidates, count -> List(count) { candidates[it].read() } }
    }

    /** Estimates each side's chance to win before the side to move has rolled, by random play-outs. */
    fun estimateWin(
        state: GameState, options: MonteCarloOptions = MonteCarloOptions(),
    ): WinEstimate = on { search ->
        state.on { address ->
            options.use { raw ->
                filled<dicechess_win_estimate, WinEstimate>({ estimate, error ->
                    dicechess_search_estimate_win(search, address, raw, estimate, error)
                }) {
                    WinEstimate(
                        rollouts.toInt(), white_win, black_win, undecided, standard_error, variance_reduction,
                    )
                }
            }
        }
    }

    /**
     * The turn that a built-in player plays: `random`, `greedy`, `cautious`, `aggressive`, `monte-carlo` or
     * `expectimax`. Fails with `RANGE` for another name.
     */
    fun chooseTurn(state: GameState, player: String, control: SearchControl? = null): Turn = on { search ->
        state.on { address ->
            control.ifAny { limits ->
                memScoped {
                    val moves = allocArray<UShortVar>(3)
                    val count = player.asBytes { name, length ->
                        ulong { out, error ->
                            dicechess_search_choose_turn(
                                search, address, name, length, limits, moves, out, error,
                            )
                        }
                    }
                    control?.rethrow()
                    Turn.of(moves, count.toInt())
                }
            }
        }
    }
}
