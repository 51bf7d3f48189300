package org.dicechess;

import java.nio.ByteBuffer;
import org.dicechess.internal.Layout;

/**
 * What rollouts say about a game. The three chances add up to 1.
 *
 * @param rollouts rollouts that count
 * @param whiteWin the chance that White wins
 * @param blackWin the chance that Black wins
 * @param undecided the chance that neither has won when the rollouts end
 * @param standardError the standard error of {@code whiteWin}; infinite for one rollout
 * @param varianceReduction how many times more rollouts it would take if each merely ended with a win or without;
 *     infinite if all rollouts agree
 */
public record WinEstimate(
        int rollouts,
        double whiteWin,
        double blackWin,
        double undecided,
        double standardError,
        double varianceReduction) {
    static WinEstimate read(ByteBuffer memory, int place) {
        return new WinEstimate(
                memory.getInt(place + Layout.WIN_ESTIMATE_ROLLOUTS),
                memory.getDouble(place + Layout.WIN_ESTIMATE_WHITE_WIN),
                memory.getDouble(place + Layout.WIN_ESTIMATE_BLACK_WIN),
                memory.getDouble(place + Layout.WIN_ESTIMATE_UNDECIDED),
                memory.getDouble(place + Layout.WIN_ESTIMATE_STANDARD_ERROR),
                memory.getDouble(place + Layout.WIN_ESTIMATE_VARIANCE_REDUCTION));
    }
}
