package org.dicechess;

/**
 * An object was used while another call was using it, and at least one of the two had to be alone. Nothing has
 * happened to it.
 */
public final class ConcurrentUseException extends IllegalStateException {
    private static final long serialVersionUID = 1;

    ConcurrentUseException(String message) {
        super(message);
    }
}
