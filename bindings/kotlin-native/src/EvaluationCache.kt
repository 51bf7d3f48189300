package org.dicechess

import cnames.structs.dicechess_eval_cache
import kotlinx.cinterop.*
import org.dicechess.c.*

/**
 * The exact scores of one evaluator, remembered for the length of one search or rescoring: it never forgets on its
 * own. Single-owner, but the evaluator may use the cache that asks it.
 */
class EvaluationCache internal constructor(address: CPointer<dicechess_eval_cache>) :
    Handle<dicechess_eval_cache>(address, ::dicechess_eval_cache_free) {

    constructor(evaluator: Evaluator) : this(
        evaluator.on { address -> handle { out, error -> dicechess_eval_cache_new(address, out, error) } },
    )

    /** The score of [state], from the cache or else from the evaluator. */
    fun evaluate(state: GameState, perspective: Color): Int = on { cache ->
        state.on { address ->
            int { out, error ->
                dicechess_eval_cache_evaluate(cache, address, perspective.number, out, error)
            }
        }
    }

    /** The scores of many states. Those that are not there go to the evaluator in batches of at most 64. */
    fun evaluate(states: List<GameState>, perspective: Color): IntArray = on { cache ->
        scores(states) { addresses, count, scores, error ->
            dicechess_eval_cache_evaluate_batch(cache, addresses, count, perspective.number, scores, error)
        }
    }

    /** As [Evaluator.scorePath]. */
    fun scorePath(state: GameState, moves: List<MicroMove>): Int = on { cache ->
        state.on { address ->
            int { out, error ->
                dicechess_eval_cache_score_path(
                    cache, address, bits(moves).toCValues(), moves.size.convert(), out, error,
                )
            }
        }
    }

    /** As [Evaluator.scoreTurns]. */
    fun scoreTurns(turns: Turns): IntArray = on { cache ->
        turns.on { address ->
            memScoped {
                val count = turns.size
                val scores = allocArray<IntVar>(maxOf(count, 1))
                checked {
                    dicechess_eval_cache_score_turns(cache, address, scores, count.convert(), null, it)
                }
                IntArray(count) { scores[it] }
            }
        }
    }

    /** How many states were handed to the evaluator, failed attempts included. */
    val evaluatorCalls: ULong
        get() = on { cache ->
            ulong { out, error -> dicechess_eval_cache_evaluator_calls(cache, out, error) }
        }

    /** How many scores came from the cache. */
    val hits: ULong
        get() = on { cache -> ulong { out, error -> dicechess_eval_cache_hits(cache, out, error) } }

    /** How many pairs of a state and a perspective are remembered. */
    val entryCount: ULong
        get() = on { cache -> ulong { out, error -> dicechess_eval_cache_entry_count(cache, out, error) } }

    val bytesUsed: ULong
        get() = on { cache -> ulong { out, error -> dicechess_eval_cache_bytes_used(cache, out, error) } }
}
