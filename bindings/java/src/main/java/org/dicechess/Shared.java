package org.dicechess;

import java.util.Arrays;

/** Handles that one call shares with others. */
final class Shared implements AutoCloseable {
    private Handle[] handles = new Handle[8];
    private int count;

    /** Begins to share a handle, or nothing for null. Its address, or 0. */
    long addressOrNull(Handle handle) {
        return handle == null ? 0 : address(handle);
    }

    /** Begins to share a handle, which is not null. Its address. */
    long address(Handle handle) {
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
