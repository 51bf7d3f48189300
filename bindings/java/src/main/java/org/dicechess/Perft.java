package org.dicechess;

import java.nio.ByteBuffer;
import org.dicechess.internal.Layout;
import org.dicechess.internal.Scratch;

/**
 * What a position offers some plies deep. In the weighted counts every roll counts as often as it shows in 216 throws
 * of three dice; weights of successive plies multiply. Counts are unsigned and stop at 2^64 - 1.
 *
 * @param plies the plies that were counted
 * @param turns legal turns of the last ply, over all sequences of turns before it
 * @param kingCaptures those of {@code turns} that take a king
 * @param finals distinct end states of the last ply, over the distinct end states of each roll before it
 * @param passes rolls of the last ply with which nothing can be played
 * @param weightedTurns {@code turns}, weighted
 * @param weightedKingCaptures {@code kingCaptures}, weighted
 * @param weightedFinals {@code finals}, weighted
 * @param weightedPasses {@code passes}, weighted
 */
public record Perft(
        int plies,
        long turns,
        long kingCaptures,
        long finals,
        long passes,
        long weightedTurns,
        long weightedKingCaptures,
        long weightedFinals,
        long weightedPasses) {
    /** What C has written into the record of {@code scratch}. */
    static Perft read(Scratch scratch) {
        ByteBuffer from = scratch.buffer;
        return new Perft(
                from.getInt(Scratch.RECORD + Layout.PERFT_PLIES),
                from.getLong(Scratch.RECORD + Layout.PERFT_TURNS),
                from.getLong(Scratch.RECORD + Layout.PERFT_KING_CAPTURES),
                from.getLong(Scratch.RECORD + Layout.PERFT_FINALS),
                from.getLong(Scratch.RECORD + Layout.PERFT_PASSES),
                from.getLong(Scratch.RECORD + Layout.PERFT_WEIGHTED_TURNS),
                from.getLong(Scratch.RECORD + Layout.PERFT_WEIGHTED_KING_CAPTURES),
                from.getLong(Scratch.RECORD + Layout.PERFT_WEIGHTED_FINALS),
                from.getLong(Scratch.RECORD + Layout.PERFT_WEIGHTED_PASSES));
    }
}
