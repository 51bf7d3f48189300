package org.dicechess;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.dicechess.internal.Scratch;

/** Positions that one call has for itself. Each may be named more than once. */
final class Claimed implements AutoCloseable {
    private final Map<Position, Long> addresses = new IdentityHashMap<>();
    private final List<Position> positions;

    Claimed(List<Position> positions) {
        this.positions = new ArrayList<>(positions);
        try {
            for (Position position : this.positions) {
                if (!addresses.containsKey(position)) {
                    addresses.put(position, position.enter());
                }
            }
        } catch (Throwable thrown) {
            close();
            throw thrown;
        }
    }

    /** Writes the addresses as an array for C into the scratch's bulk. Its address. */
    long array(Scratch scratch) {
        ByteBuffer array = scratch.bulk(8L * positions.size());
        for (int index = 0; index < positions.size(); index++) {
            array.putLong(8 * index, addresses.get(positions.get(index)));
        }
        return scratch.bulkAddress();
    }

    int size() {
        return positions.size();
    }

    /** The call has ended. */
    @Override
    public void close() {
        addresses.keySet().forEach(Position::release);
    }
}
