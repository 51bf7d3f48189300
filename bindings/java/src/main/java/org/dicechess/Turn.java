package org.dicechess;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What a side does in one turn.
 *
 * @param moves up to three micro-moves; none is a pass
 */
public record Turn(List<MicroMove> moves) {
    /** Nothing is moved. */
    public static final Turn PASS = new Turn(List.of());

    /**
     * Of micro-moves, legal or not.
     *
     * @param moves up to three
     * @throws IllegalArgumentException if there are more
     */
    public Turn {
        moves = List.copyOf(moves);
        if (moves.size() > 3) {
            throw new IllegalArgumentException("a turn has at most 3 micro-moves, not " + moves.size());
        }
    }

    /** The turn whose micro-moves C has written at {@code offset}. */
    static Turn read(ByteBuffer from, int offset, int length) {
        return of(length, from.getShort(offset), from.getShort(offset + 2), from.getShort(offset + 4));
    }

    /** The turn of the first {@code length} of these micro-moves. */
    static Turn of(int length, short first, short second, short third) {
        return switch (length) {
            case 0 -> PASS;
            case 1 -> new Turn(List.of(move(first)));
            case 2 -> new Turn(List.of(move(first), move(second)));
            default -> new Turn(List.of(move(first), move(second), move(third)));
        };
    }

    private static MicroMove move(short packed) {
        return new MicroMove(packed & 0xffff);
    }

    /**
     * Its text.
     *
     * @return the texts of the micro-moves with spaces between them, such as {@code e2e4 g1f3}; empty for a pass
     */
    public String uci() {
        return moves.stream().map(MicroMove::uci).collect(Collectors.joining(" "));
    }

    /** Its text, or {@code pass}. */
    @Override
    public String toString() {
        return moves.isEmpty()
                ? "pass"
                : moves.stream().map(MicroMove::toString).collect(Collectors.joining(" "));
    }
}
