package org.dicechess;

import java.util.Arrays;

/** Handles that one call shares with others. */
final class Shared implements AutoCloseable {
    private Handle[] handles = new Handle[8];
    private int count;

    /** Begins to share a handle. Its address; 0 for null. */
    long address(Handle handle) {
        if (handle == null) {
            return 0;
        }
        if (count == handles.length) {
            handles = Arrays.copyOf(handles, 2 * count);
        }
        long address = handle.share();
        handles[count++] = handle;
        return address;
    }

    /** The call has ended. */
    @Override
    public void close() {
        while (count > 0) {
            handles[--count].unshare();
        }
    }
}
