package org.dicechess.internal;

/**
 * The C functions that lead to the static methods of {@link Callbacks}, by their addresses.
 *
 * @param evaluateBatch a {@code dicechess_evaluate_batch_callback}
 * @param clock a {@code dicechess_clock_callback}
 * @param progress a {@code dicechess_progress_callback}
 * @param spillWrite a {@code dicechess_spill_write_callback}
 * @param spillRead a {@code dicechess_spill_read_callback}
 * @param visitCell a {@code dicechess_cell_callback}
 * @param writeBytes a {@code dicechess_write_callback}
 * @param hearEvent a {@code dicechess_event_callback}
 * @param drop a {@code dicechess_drop_callback}
 */
public record Trampolines(long evaluateBatch, long clock, long progress, long spillWrite, long spillRead,
        long visitCell, long writeBytes, long hearEvent, long drop) {
    /** Those of the back end that is in use. */
    public static final Trampolines INSTANCE =
            Native.instance().backend().equals("jni") ? JniTrampolines.make() : panama();

    private static Trampolines panama() {
        try {
            Class<?> trampolines = Class.forName("org.dicechess.internal.PanamaTrampolines");
            return (Trampolines) trampolines.getDeclaredMethod("make").invoke(null);
        } catch (ReflectiveOperationException exception) {
            throw new LinkageError("the Panama back end", exception);
        }
    }
}
