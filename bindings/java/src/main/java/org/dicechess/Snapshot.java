package org.dicechess;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.dicechess.internal.Layout;

/**
 * Every field of a state, as an unchangeable value. Bit n of a bitboard is square n; a1 is 0, h8 is 63. Bitboards and
 * squares are independent of each other: a snapshot in which they disagree makes a state with {@link
 * Fault#BOARDS_DISAGREE}.
 */
public final class Snapshot {
    /** A struct of C's. Never changed once the snapshot is there. */
    private final ByteBuffer struct;

    private Snapshot(ByteBuffer struct) {
        this.struct = struct;
    }

    /** A copy of the struct that C has written at {@code offset}. */
    static Snapshot read(ByteBuffer from, int offset) {
        return new Snapshot(copy(from, offset));
    }

    /** Copies the struct to where C reads it. */
    void write(ByteBuffer to, int offset) {
        to.put(offset, struct, 0, Layout.SNAPSHOT_SIZE);
    }

    private static ByteBuffer copy(ByteBuffer from, int offset) {
        ByteBuffer copy = ByteBuffer.allocate(Layout.SNAPSHOT_SIZE).order(ByteOrder.nativeOrder());
        return copy.put(0, from, offset, Layout.SNAPSHOT_SIZE);
    }

    /**
     * Who is to move.
     *
     * @return a side
     */
    public Color sideToMove() {
        return Color.of(struct.getInt(Layout.SNAPSHOT_SIDE_TO_MOVE));
    }

    /**
     * The men of one side.
     *
     * @param color the side
     * @return a bitboard
     */
    public long men(Color color) {
        return struct.getLong(Layout.SNAPSHOT_BY_COLOR + 8 * color.ordinal());
    }

    /**
     * Both sides' men of one type.
     *
     * @param type the type
     * @return a bitboard
     */
    public long men(PieceType type) {
        return struct.getLong(Layout.SNAPSHOT_BY_TYPE + 8 * type.ordinal());
    }

    /**
     * The man on a square.
     *
     * @param square 0 to 63
     * @return null if it is empty
     * @throws IndexOutOfBoundsException if there is no such square
     */
    public Piece pieceAt(int square) {
        return Piece.of(struct.get(Layout.SNAPSHOT_MAILBOX + Objects.checkIndex(square, 64)));
    }

    /**
     * The squares that pawns have skipped.
     *
     * @return a bitboard
     */
    public long enPassant() {
        return struct.getLong(Layout.SNAPSHOT_EN_PASSANT);
    }

    /**
     * The Zobrist key; 0 until a state has written it.
     *
     * @return 64 bits
     */
    public long key() {
        return struct.getLong(Layout.SNAPSHOT_KEY);
    }

    /**
     * The dice still to be spent.
     *
     * @return their faces
     */
    public List<PieceType> dice() {
        int at = Layout.SNAPSHOT_DICE;
        return PieceType.dice(struct.get(at), struct.get(at + 1), struct.get(at + 2));
    }

    /**
     * The rights to castle.
     *
     * @return a set of the caller's own
     */
    public EnumSet<CastlingRight> castlingRights() {
        return CastlingRight.of(struct.get(Layout.SNAPSHOT_CASTLING_RIGHTS));
    }

    /**
     * Micro-moves since the last capture or pawn move.
     *
     * @return 0 to 127, where it stops counting
     */
    public int halfMoveClock() {
        return struct.getInt(Layout.SNAPSHOT_HALF_MOVE_CLOCK);
    }

    /**
     * The number of the current full move.
     *
     * @return from 1 on
     */
    public int fullMoveNumber() {
        return struct.getInt(Layout.SNAPSHOT_FULL_MOVE_NUMBER);
    }

    /**
     * White's men minus Black's; 0 until a state has written it.
     *
     * @return centipawns
     */
    public int material() {
        return struct.getInt(Layout.SNAPSHOT_MATERIAL);
    }

    /**
     * A copy to be changed.
     *
     * @return a builder with all fields of this snapshot
     */
    public Builder edit() {
        return new Builder(copy(struct, 0));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Snapshot snapshot && struct.equals(snapshot.struct);
    }

    @Override
    public int hashCode() {
        return struct.hashCode();
    }

    /** The DFEN of the state that it describes, of which the mailbox says where the men stand. */
    @Override
    public String toString() {
        try (GameState state = GameState.of(this)) {
            return state.dfen();
        }
    }

    /** A snapshot in the making. Whether its board is sensible is not asked, see {@link GameState#faults}. */
    public static final class Builder {
        private final ByteBuffer struct;

        private Builder(ByteBuffer struct) {
            this.struct = struct;
        }

        /**
         * Sets who is to move.
         *
         * @param color the side
         * @return this builder
         */
        public Builder sideToMove(Color color) {
            struct.putInt(Layout.SNAPSHOT_SIDE_TO_MOVE, color.ordinal());
            return this;
        }

        /**
         * Sets one side's bitboard.
         *
         * @param color the side
         * @param squares a bitboard
         * @return this builder
         */
        public Builder men(Color color, long squares) {
            struct.putLong(Layout.SNAPSHOT_BY_COLOR + 8 * color.ordinal(), squares);
            return this;
        }

        /**
         * Sets the bitboard of one type of men.
         *
         * @param type the type
         * @param squares a bitboard
         * @return this builder
         */
        public Builder men(PieceType type, long squares) {
            struct.putLong(Layout.SNAPSHOT_BY_TYPE + 8 * type.ordinal(), squares);
            return this;
        }

        /**
         * Sets what stands on a square, in the mailbox alone.
         *
         * @param square 0 to 63
         * @param piece null for nothing
         * @return this builder
         * @throws IndexOutOfBoundsException if there is no such square
         */
        public Builder mailbox(int square, Piece piece) {
            struct.put(Layout.SNAPSHOT_MAILBOX + Objects.checkIndex(square, 64), (byte) Piece.number(piece));
            return this;
        }

        /**
         * Puts a man on a square, or takes away what is there, in mailbox and bitboards.
         *
         * @param square 0 to 63
         * @param piece null for nothing
         * @return this builder
         * @throws IndexOutOfBoundsException if there is no such square
         */
        public Builder piece(int square, Piece piece) {
            mailbox(square, piece);
            for (int bitboard = Layout.SNAPSHOT_BY_COLOR; bitboard < Layout.SNAPSHOT_EN_PASSANT; bitboard += 8) {
                mark(bitboard, square, false);
            }
            if (piece != null) {
                mark(Layout.SNAPSHOT_BY_COLOR + 8 * piece.color().ordinal(), square, true);
                mark(Layout.SNAPSHOT_BY_TYPE + 8 * piece.type().ordinal(), square, true);
            }
            return this;
        }

        private void mark(int bitboard, int square, boolean there) {
            long others = struct.getLong(bitboard) & ~(1L << square);
            struct.putLong(bitboard, there ? others | 1L << square : others);
        }

        /**
         * Sets the en-passant targets.
         *
         * @param squares a bitboard
         * @return this builder
         */
        public Builder enPassant(long squares) {
            struct.putLong(Layout.SNAPSHOT_EN_PASSANT, squares);
            return this;
        }

        /**
         * Sets the dice.
         *
         * @param dice up to three faces
         * @return this builder
         * @throws IllegalArgumentException if there are more
         */
        public Builder dice(List<PieceType> dice) {
            if (dice.size() > 3) {
                throw new IllegalArgumentException("there are at most 3 dice, not " + dice.size());
            }
            for (int index = 0; index < 3; index++) {
                int face = index < dice.size() ? dice.get(index).face() : 0;
                struct.put(Layout.SNAPSHOT_DICE + index, (byte) face);
            }
            return this;
        }

        /**
         * Sets the rights to castle.
         *
         * @param rights all of them
         * @return this builder
         */
        public Builder castlingRights(Set<CastlingRight> rights) {
            struct.put(Layout.SNAPSHOT_CASTLING_RIGHTS, (byte) CastlingRight.bits(rights));
            return this;
        }

        /**
         * Sets the half-move clock.
         *
         * @param clock 0 to 127
         * @return this builder
         * @throws IllegalArgumentException if it is another number
         */
        public Builder halfMoveClock(int clock) {
            if (clock < 0 || clock > 127) {
                throw new IllegalArgumentException("the half-move clock is " + clock + ", not 0 to 127");
            }
            struct.putInt(Layout.SNAPSHOT_HALF_MOVE_CLOCK, clock);
            return this;
        }

        /**
         * Sets the full-move number.
         *
         * @param number from 1 on
         * @return this builder
         * @throws IllegalArgumentException if it is another number
         */
        public Builder fullMoveNumber(int number) {
            if (number < 1) {
                throw new IllegalArgumentException("the full-move number is " + number + ", not 1 or more");
            }
            struct.putInt(Layout.SNAPSHOT_FULL_MOVE_NUMBER, number);
            return this;
        }

        /**
         * The snapshot as it is now. The builder can be used further.
         *
         * @return a snapshot
         */
        public Snapshot build() {
            return new Snapshot(copy(struct, 0));
        }
    }
}
