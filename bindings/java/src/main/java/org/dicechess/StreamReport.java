package org.dicechess;

import java.nio.ByteBuffer;
import org.dicechess.internal.Constants;
import org.dicechess.internal.Layout;
import org.dicechess.internal.Native;
import org.dicechess.internal.Scratch;

/**
 * How far reading a stream got.
 *
 * @param status why it stopped: the number of a fault in the bytes, or 0 at a clean end
 * @param byteOffset where in the bytes: the start of the frame that is at fault, or of the cell; at a clean end, how
 *     much was read
 * @param cellAddress the address of the cell at fault in the last game, or behind its last cell
 * @param games games that have begun
 * @param gaps damaged stretches that were skipped
 * @param frames whole frames that were read
 * @param cells cells of those frames
 * @param unverified cells taken from a frame whose end is missing: likely right, not certain
 * @param closed whether the frame that closes a stream was there. If not, its writer has not finished, or the bytes
 *     were cut off between two frames, and frames or games are missing
 */
public record StreamReport(
        int status,
        long byteOffset,
        long cellAddress,
        int games,
        int gaps,
        long frames,
        long cells,
        long unverified,
        boolean closed) {

    static StreamReport read(ByteBuffer memory, int at) {
        return new StreamReport(
                memory.getInt(at + Layout.STREAM_REPORT_CODE),
                memory.getLong(at + Layout.STREAM_REPORT_BYTE_OFFSET),
                memory.getLong(at + Layout.STREAM_REPORT_CELL_ADDRESS),
                memory.getInt(at + Layout.STREAM_REPORT_GAMES),
                memory.getInt(at + Layout.STREAM_REPORT_GAPS),
                memory.getLong(at + Layout.STREAM_REPORT_FRAMES),
                memory.getLong(at + Layout.STREAM_REPORT_CELLS),
                memory.getLong(at + Layout.STREAM_REPORT_UNVERIFIED),
                memory.getInt(at + Layout.STREAM_REPORT_CLOSED) != 0);
    }

    /**
     * Whether the bytes were read to a clean end. See {@link #closed} for what may be missing there.
     *
     * @return false if there is a fault that reading did not get past
     */
    public boolean isComplete() {
        return status == Constants.OK;
    }

    /**
     * Why it stopped, as a word.
     *
     * @return such as {@code TAPE_CORRUPT}; {@code OK} at a clean end
     */
    public String statusName() {
        return Scratch.constant(Native.instance().statusName(status));
    }
}
