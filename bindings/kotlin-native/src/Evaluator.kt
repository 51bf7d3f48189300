package org.dicechess

import cnames.structs.dicechess_evaluator
import cnames.structs.dicechess_state
import kotlinx.cinterop.*
import org.dicechess.c.*

/**
 * Scores one state for one side, in centipawns; equal arguments give equal scores. The snapshot is valid during the
 * call only.
 */
fun interface StateEvaluator {
    fun evaluate(state: Snapshot, perspective: Color): Int
}

/** Scores many states in one call: writes one score for each into `scores`. Both are valid during the call only. */
fun interface BatchEvaluator {
    fun evaluate(states: Snapshots, perspective: Color, scores: CPointer<IntVar>)
}

/**
 * What a state is worth to one side, in centipawns. Built-in ones are thread-safe, others if made so.
 *
 * One of one's own is kept alive by a [StableRef] that the library gives back when the evaluator is closed and all
 * that uses it is gone. What it throws comes out of the call that asked for the score, and nothing of that evaluation
 * is kept. It may call the library; a call that might call back from more than 256 functions inside each other fails
 * with `LIMIT`.
 */
class Evaluator internal constructor(address: CPointer<dicechess_evaluator>) :
    Handle<dicechess_evaluator>(address, ::dicechess_evaluator_free) {

    /** The score of [state], whoever is to move. */
    fun evaluate(state: GameState, perspective: Color): Int = on { evaluator ->
        state.on { address ->
            int { out, error ->
                dicechess_evaluator_evaluate(evaluator, address, perspective.number, out, error)
            }
        }
    }

    /** The scores of many states, in one call of a batch evaluator. */
    fun evaluate(states: List<GameState>, perspective: Color): IntArray = on { evaluator ->
        scores(states) { addresses, count, scores, error ->
            dicechess_evaluator_evaluate_batch(evaluator, addresses, count, perspective.number, scores, error)
        }
    }

    /**
     * The score of a turn for the side that plays it: plays up to three micro-moves, ends the turn, evaluates. A king
     * that falls is worth `DICECHESS_TERMINAL_WIN_SCORE`. Fails with `ILLEGAL` and the number of the micro-move in
     * `field`.
     */
    fun scorePath(state: GameState, moves: List<MicroMove>): Int = on { evaluator ->
        state.on { address ->
            int { out, error ->
                dicechess_score_path(
                    address, bits(moves).toCValues(), moves.size.convert(), evaluator, out, error,
                )
            }
        }
    }

    /** The scores of all turns of a list, in its order. */
    fun scoreTurns(turns: Turns): IntArray = on { evaluator ->
        turns.on { address ->
            memScoped {
                val count = turns.size
                val scores = allocArray<IntVar>(maxOf(count, 1))
                checked { dicechess_score_turns(address, evaluator, scores, count.convert(), null, it) }
                IntArray(count) { scores[it] }
            }
        }
    }

    companion object {
        /** Own men minus enemy men: P 100, N and B 300, R 500, Q 900, K 10000. */
        fun material(): Evaluator = builtIn(DICECHESS_EVALUATOR_MATERIAL)

        /** Material less 2000 if an own king stands on an attacked square. */
        fun standard(): Evaluator = builtIn(DICECHESS_EVALUATOR_STANDARD)

        /** Standard plus advanced pawns, men near the enemy king and attacks around it. */
        fun aggressive(): Evaluator = builtIn(DICECHESS_EVALUATOR_AGGRESSIVE)

        /** A built-in evaluator by its number, `DICECHESS_EVALUATOR_MATERIAL` to `_AGGRESSIVE`. */
        fun builtIn(kind: Int): Evaluator =
            Evaluator(handle { out, error -> dicechess_evaluator_new(kind, out, error) })

        /**
         * An evaluator of one's own. With [ignoresClocks] the clocks never change a score; with [threadSafe] it may
         * be asked from several threads at once, which a search on several threads needs.
         */
        fun of(
            evaluator: StateEvaluator, ignoresClocks: Boolean = false, threadSafe: Boolean = false,
        ): Evaluator =
            Evaluator(
                owned(evaluator) { userData ->
                    handle { out, error ->
                        val properties = properties(ignoresClocks, threadSafe)
                        dicechess_evaluator_from_callback(
                            userData, evaluateState, dropUserData, properties, out, error,
                        )
                    }
                },
            )

        /** The same for many states in one call. */
        fun ofBatch(
            evaluator: BatchEvaluator, ignoresClocks: Boolean = false, threadSafe: Boolean = false,
        ): Evaluator =
            Evaluator(
                owned(evaluator) { userData ->
                    handle { out, error ->
                        val properties = properties(ignoresClocks, threadSafe)
                        dicechess_evaluator_from_batch_callback(
                            userData, evaluateStates, dropUserData, properties, out, error,
                        )
                    }
                },
            )
    }
}

/** Hands states to a function that scores all of them. */
internal inline fun scores(
    states: List<GameState>,
    function: (
        CPointer<CPointerVar<dicechess_state>>, ULong, CPointer<IntVar>, CPointer<dicechess_error>,
    ) -> Int,
): IntArray = memScoped {
    val scores = allocArray<IntVar>(maxOf(states.size, 1))
    states.onAll { addresses -> checked { function(addresses, states.size.convert(), scores, it) } }
    IntArray(states.size) { scores[it] }
}

private fun properties(ignoresClocks: Boolean, threadSafe: Boolean): Int =
    (if (ignoresClocks) DICECHESS_EVALUATOR_IGNORES_CLOCKS else 0) or
        (if (threadSafe) DICECHESS_EVALUATOR_THREAD_SAFE else 0)

private val evaluateState: dicechess_evaluate_callback =
    staticCFunction { userData, state, perspective, score ->
        guarded {
            val evaluator = userData!!.asStableRef<StateEvaluator>().get()
            score!!.pointed.value = evaluator.evaluate(Snapshot(state!!), Color.of(perspective))
        }
    }

private val evaluateStates: dicechess_evaluate_batch_callback =
    staticCFunction { userData, states, count, perspective, scores ->
        guarded {
            val evaluator = userData!!.asStableRef<BatchEvaluator>().get()
            evaluator.evaluate(Snapshots(states!!, count.toInt()), Color.of(perspective), scores!!)
        }
    }
