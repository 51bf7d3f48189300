package org.dicechess;

/**
 * How far a search has come.
 *
 * @param depth turns that it looks ahead at the moment
 * @param candidatesDone candidates that have their value or are cut off
 * @param candidates candidates in all
 * @param turn the best turn so far; empty: no candidate has a value yet
 * @param value the value of that turn
 * @param work units of work done so far
 */
public record SearchProgress(
        int depth,
        long candidatesDone,
        long candidates,
        Turn turn,
        double value,
        long work) {
}
