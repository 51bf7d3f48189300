package org.dicechess;

/**
 * How to read a stream.
 *
 * @param trusted whether only checksums, the order of cells and that no two men meet on a square are checked; for
 *     streams that this library has written: on any other stream the states may then be wrong, but nothing worse
 * @param salvage whether reading goes on behind damage, at the next sound frame that has a keyframe, and takes from a
 *     last frame that is cut off what fits
 */
public record StreamOptions(boolean trusted, boolean salvage) {
    /** Everything is checked, and reading stops at the first damage. */
    public static final StreamOptions DEFAULT = new StreamOptions(false, false);
}
