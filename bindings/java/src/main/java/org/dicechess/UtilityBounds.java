package org.dicechess;

/**
 * The scale of search values in centipawns: {@code terminalLoss < leafMin <= leafMax < terminalWin}, all finite.
 *
 * <p>Searches cut on the strength of these numbers: with an evaluator whose scores leave {@code leafMin} to {@code
 * leafMax} they may cut what they should not. A {@code leafMax} of 100000 covers every built-in evaluator in every
 * position, at the price of fewer cuts.
 *
 * @param terminalLoss the value of a lost king
 * @param leafMin the least score of an evaluator
 * @param leafMax the greatest score of an evaluator
 * @param terminalWin the value of a captured enemy king
 */
public record UtilityBounds(double terminalLoss, double leafMin, double leafMax, double terminalWin) {
    /** What a search uses unless told otherwise. */
    public static final UtilityBounds DEFAULT = new UtilityBounds(-1e9, -10_000, 10_000, 10_001);
}
