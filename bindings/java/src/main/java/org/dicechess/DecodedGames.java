package org.dicechess;

import java.util.List;

/**
 * The games of a stream.
 *
 * @param positions a position for each game, head at its end
 * @param report how far reading got; what was whole before a fault is among the positions all the same
 */
public record DecodedGames(List<Position> positions, StreamReport report) implements AutoCloseable {
    /**
     * Of both.
     *
     * @param positions the games
     * @param report how far reading got
     */
    public DecodedGames {
        positions = List.copyOf(positions);
    }

    /** Closes all positions. */
    @Override
    public void close() {
        positions.forEach(Position::close);
    }
}
