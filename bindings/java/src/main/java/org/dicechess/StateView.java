package org.dicechess;

import java.nio.ByteBuffer;
import java.util.Objects;
import org.dicechess.internal.Layout;

/**
 * A state that an evaluator is asked to score, read where the search has it: nothing is copied and no object is made.
 *
 * <p>It can be read until the evaluator returns, on its thread; later reads throw {@link IllegalStateException}. A
 * view of a batch shows another state after the next {@link StateBatch#get}. Squares and bitboards are numbered as
 * everywhere: a1 is 0, h8 is 63, and bit n of a bitboard is square n.
 */
public final class StateView {
    /** The snapshots of the batch, or null when the evaluator has returned. */
    ByteBuffer memory;

    /** Where in it this state's is. */
    int place;

    StateView() {
    }

    private ByteBuffer memory() {
        if (memory == null) {
            throw new IllegalStateException("the evaluator that was given this state has returned");
        }
        return memory;
    }

    /**
     * Who is to move.
     *
     * @return the side
     */
    public Color sideToMove() {
        return Color.of(memory().getInt(place + Layout.SNAPSHOT_SIDE_TO_MOVE));
    }

    /**
     * The men of one side.
     *
     * @param color the side
     * @return a bitboard
     */
    public long men(Color color) {
        return memory().getLong(place + Layout.SNAPSHOT_BY_COLOR + 8 * color.ordinal());
    }

    /**
     * The men of one type, of both sides.
     *
     * @param type the type
     * @return a bitboard
     */
    public long men(PieceType type) {
        return memory().getLong(place + Layout.SNAPSHOT_BY_TYPE + 8 * type.ordinal());
    }

    /**
     * The men of one side and type.
     *
     * @param color the side
     * @param type the type
     * @return a bitboard
     */
    public long men(Color color, PieceType type) {
        return men(color) & men(type);
    }

    /**
     * The man on a square.
     *
     * @param square 0 to 63
     * @return null if it is empty
     * @throws IndexOutOfBoundsException if there is no such square
     */
    public Piece pieceAt(int square) {
        return Piece.of(memory().get(place + Layout.SNAPSHOT_MAILBOX + Objects.checkIndex(square, 64)));
    }

    /**
     * The squares that pawns have skipped and where they can be taken, of both sides.
     *
     * @return a bitboard
     */
    public long enPassant() {
        return memory().getLong(place + Layout.SNAPSHOT_EN_PASSANT);
    }

    /**
     * Whether a side still has a right to castle, whether or not the board allows it.
     *
     * @param right the right
     * @return true if it does
     */
    public boolean has(CastlingRight right) {
        return (memory().get(place + Layout.SNAPSHOT_CASTLING_RIGHTS) & 1 << right.ordinal()) != 0;
    }

    /**
     * One of the dice still to be spent. They come in ascending order. A search scores states after a turn, which
     * have none.
     *
     * @param index 0 to 2
     * @return the face, 1 (pawn) to 6 (king), or 0 if there are not so many dice
     */
    public int die(int index) {
        return memory().get(place + Layout.SNAPSHOT_DICE + Objects.checkIndex(index, 3));
    }

    /**
     * Micro-moves since the last capture or pawn move.
     *
     * @return 0 to 127, where it stops counting
     */
    public int halfMoveClock() {
        return memory().getInt(place + Layout.SNAPSHOT_HALF_MOVE_CLOCK);
    }

    /**
     * The number of the current full move.
     *
     * @return at least 1
     */
    public int fullMoveNumber() {
        return memory().getInt(place + Layout.SNAPSHOT_FULL_MOVE_NUMBER);
    }

    /**
     * The material balance.
     *
     * @param perspective whose men count as positive
     * @return centipawns; P 100, N and B 300, R 500, Q 900, K 10000
     */
    public int material(Color perspective) {
        int white = memory().getInt(place + Layout.SNAPSHOT_MATERIAL);
        return Objects.requireNonNull(perspective, "perspective") == Color.WHITE ? white : -white;
    }

    /**
     * The Zobrist key; see {@link GameState#key}.
     *
     * @return the key
     */
    public long key() {
        return memory().getLong(place + Layout.SNAPSHOT_KEY);
    }

    /**
     * All of it, as a value that can be kept.
     *
     * @return a snapshot, of which {@link GameState#of} makes a state
     */
    public Snapshot snapshot() {
        return Snapshot.read(memory(), place);
    }
}
