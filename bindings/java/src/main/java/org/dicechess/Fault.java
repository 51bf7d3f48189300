package org.dicechess;

import static org.dicechess.DiceChessException.check;

import java.util.EnumSet;
import java.util.Set;
import org.dicechess.internal.Constants;
import org.dicechess.internal.Native;
import org.dicechess.internal.Scratch;

/**
 * What no game from the initial position shows, but for {@link #TARGET_OCCUPIED} and, at its end, a missing king.
 * Every operation works on states with faults, too.
 */
public enum Fault {
    /** White has no king, as after its capture. */
    NO_WHITE_KING,
    /** Black has no king, as after its capture. */
    NO_BLACK_KING,
    /** White has several kings. */
    SEVERAL_WHITE_KINGS,
    /** Black has several kings. */
    SEVERAL_BLACK_KINGS,
    /** A castling right whose king is not on its home square. */
    RIGHT_WITHOUT_KING,
    /** A castling right whose rook is not in its corner. */
    RIGHT_WITHOUT_ROOK,
    /** An en-passant target on a rank other than 3 and 6, or without the pawn that skipped it. */
    TARGET_WITHOUT_PAWN,
    /** An en-passant target with a man on it, which went there in the turn in which the pawn skipped the square. */
    TARGET_OCCUPIED,
    /** A pawn on rank 1 or 8. */
    PAWN_ON_BACK_RANK,
    /** More than 16 men of one side. */
    TOO_MANY_MEN,
    /** Bitboards and mailbox disagree. */
    BOARDS_DISAGREE;

    private static final Native NATIVE = Native.instance();

    /**
     * The faults that these bits stand for, such as those in {@link DiceChessException#detail()} when a position was
     * refused.
     *
     * @param bits bit n for the fault with the ordinal n
     * @return a set of the caller's own
     */
    public static EnumSet<Fault> of(int bits) {
        EnumSet<Fault> faults = EnumSet.noneOf(Fault.class);
        for (Fault fault : values()) {
            if ((bits & 1 << fault.ordinal()) != 0) {
                faults.add(fault);
            }
        }
        return faults;
    }

    /**
     * Names faults in words.
     *
     * @param faults any of them
     * @return such as {@code no white king, pawn on back rank}
     */
    public static String describe(Set<Fault> faults) {
        int bits = faults.stream().mapToInt(fault -> 1 << fault.ordinal()).sum();
        try (Scratch scratch = Scratch.enter()) {
            check(NATIVE.faultsToText(
                    bits, scratch.record, Constants.FAULTS_MAX, scratch.out, scratch.error), scratch);
            return scratch.recordText();
        }
    }
}
