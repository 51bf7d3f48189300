package org.dicechess;

import java.util.Objects;

/**
 * A man.
 *
 * @param color whose it is
 * @param type what it is
 */
public record Piece(Color color, PieceType type) {
    private static final Piece[] ALL = new Piece[16];

    static {
        for (Color color : Color.values()) {
            for (PieceType type : PieceType.values()) {
                ALL[color.ordinal() * 8 + type.face()] = new Piece(color, type);
            }
        }
    }

    /**
     * Of both.
     *
     * @param color whose it is
     * @param type what it is
     */
    public Piece {
        Objects.requireNonNull(color, "color");
        Objects.requireNonNull(type, "type");
    }

    /** The man with this number in C, color × 8 + type; null for none. */
    static Piece of(int number) {
        return ALL[number];
    }

    /** The number of a man or of none in C. */
    static int number(Piece piece) {
        return piece == null ? 0 : piece.color.ordinal() * 8 + piece.type.face();
    }
}
