package org.dicechess;

/** Is told what a stream says, see {@link GameStream#replay}. */
@FunctionalInterface
public interface StreamListener {
    /**
     * Hears one event.
     *
     * @param event a value that stays as it is
     */
    void heard(StreamEvent event);
}
