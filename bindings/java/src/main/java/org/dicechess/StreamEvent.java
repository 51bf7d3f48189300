package org.dicechess;

import java.nio.ByteBuffer;
import java.util.List;
import org.dicechess.internal.Constants;
import org.dicechess.internal.Layout;
import org.dicechess.internal.Window;

/**
 * What a stream says next. Components that its kind does not mention are 0, empty or null.
 *
 * @param kind what it is
 * @param game the number of the game, from 0
 * @param inTurn whether the turn of the side to move has begun
 * @param address the address of the first of {@code cells}, or behind the last one
 * @param skipped bytes of a gap
 * @param cells the cells of a group
 * @param state the state
 */
public record StreamEvent(
        Kind kind, int game, boolean inTurn, long address, long skipped, List<Cell> cells, Snapshot state) {

    /**
     * Of all components.
     *
     * @param kind what it is
     * @param game the number of the game
     * @param inTurn whether a turn has begun
     * @param address an address
     * @param skipped bytes of a gap
     * @param cells the cells of a group
     * @param state a state, or null
     */
    public StreamEvent {
        cells = List.copyOf(cells);
    }

    /** What a stream can say. */
    public enum Kind {
        /** A game begins with {@code state}. Behind a gap it may be the middle of one. */
        GAME(Constants.EVENT_GAME),
        /** A group of {@code cells} leads to {@code state}. */
        GROUP(Constants.EVENT_GROUP),
        /** The frame with the groups since the last such event is whole. */
        FRAME_END(Constants.EVENT_FRAME_END),
        /** {@code skipped} bytes were damaged. */
        GAP(Constants.EVENT_GAP),
        /** The groups that follow come from a frame whose end is missing. */
        UNVERIFIED(Constants.EVENT_UNVERIFIED);

        private static final Kind[] BY_NUMBER = new Kind[values().length + 1];

        static {
            for (Kind kind : values()) {
                BY_NUMBER[kind.number] = kind;
            }
        }

        private final int number;

        Kind(int number) {
            this.number = number;
        }
    }

    /** The looks at C's memory that reading an event takes: the event, its cells and its state lie apart. */
    static final class Reader {
        private final Window events = new Window();
        private final Window cells = new Window();
        private final Window states = new Window();

        StreamEvent read(long event) {
            int at = events.index(event);
            ByteBuffer memory = events.buffer();
            long cellsAddress = memory.getLong(at + Layout.STREAM_EVENT_CELLS);
            int count = (int) memory.getLong(at + Layout.STREAM_EVENT_CELL_COUNT);
            long stateAddress = memory.getLong(at + Layout.STREAM_EVENT_STATE);
            List<Cell> group = List.of();
            if (count > 0) {
                int first = cells.index(cellsAddress);
                group = Position.readCells(cells.buffer(), first, count);
            }
            Snapshot state = null;
            if (stateAddress != 0) {
                int place = states.index(stateAddress);
                state = Snapshot.read(states.buffer(), place);
            }
            return new StreamEvent(
                    Kind.BY_NUMBER[memory.getInt(at + Layout.STREAM_EVENT_KIND)],
                    memory.getInt(at + Layout.STREAM_EVENT_GAME),
                    memory.getInt(at + Layout.STREAM_EVENT_IN_TURN) != 0,
                    memory.getLong(at + Layout.STREAM_EVENT_ADDRESS),
                    memory.getLong(at + Layout.STREAM_EVENT_SKIPPED),
                    group,
                    state);
        }
    }
}
