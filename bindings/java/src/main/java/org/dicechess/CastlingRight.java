package org.dicechess;

import java.util.EnumSet;
import java.util.Set;

/** A right to castle; the board may have taken the chance away all the same. */
public enum CastlingRight {
    /** {@code K}. */
    WHITE_KING_SIDE,
    /** {@code Q}. */
    WHITE_QUEEN_SIDE,
    /** {@code k}. */
    BLACK_KING_SIDE,
    /** {@code q}. */
    BLACK_QUEEN_SIDE;

    /** The rights that C writes as these bits. */
    static EnumSet<CastlingRight> of(int bits) {
        EnumSet<CastlingRight> rights = EnumSet.noneOf(CastlingRight.class);
        for (CastlingRight right : values()) {
            if ((bits & 1 << right.ordinal()) != 0) {
                rights.add(right);
            }
        }
        return rights;
    }

    /** The bits of rights in C. */
    static int bits(Set<CastlingRight> rights) {
        return rights.stream().mapToInt(right -> 1 << right.ordinal()).sum();
    }
}
