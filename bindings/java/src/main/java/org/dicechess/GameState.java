package org.dicechess;

import static org.dicechess.DiceChessException.check;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import org.dicechess.internal.Constants;
import org.dicechess.internal.Layout;
import org.dicechess.internal.Native;
import org.dicechess.internal.Scratch;

/**
 * A position with side to move, castling rights, en-passant targets, dice and clocks. Squares are numbers, rank × 8 +
 * file: a1 is 0, h8 is 63. Bit n of a bitboard is square n.
 *
 * <p>Two states are equal if they agree in every field. Do not use one that still changes as the key of a map.
 */
public final class GameState extends Handle {
    private static final Native NATIVE = Native.instance();
    /** More than three dice can pay for, whatever the board: a queen, rook and bishop on each square have 3456 moves. */
    private static final int MOST_MICRO_MOVES = 4096;

    GameState(long address) {
        super(address, NATIVE::stateFree);
    }

    /**
     * The position in which games begin: White is to move, without dice.
     *
     * @return a new state
     */
    public static GameState initial() {
        try (Scratch scratch = Scratch.enter()) {
            return made(NATIVE.stateNew(scratch.out, scratch.error), scratch);
        }
    }

    /**
     * Reads a DFEN. Clocks and dice may be left out, and the position need not be sensible, see {@link #faults}.
     *
     * @param dfen such as {@code rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 PNB}
     * @return a new state
     * @throws DiceChessException DFEN with field and offset, or TEXT with the offset of a character that is not ASCII
     */
    public static GameState parse(String dfen) {
        try (Scratch scratch = Scratch.enter()) {
            long text = scratch.text(Objects.requireNonNull(dfen, "dfen"));
            return made(NATIVE.stateFromDfen(text, scratch.textLength(), scratch.out, scratch.error), scratch);
        }
    }

    /**
     * Reads a DFEN and refuses a position with faults.
     *
     * @param dfen see {@link #parse}
     * @return a new state
     * @throws DiceChessException as with {@link #parse}; POSITION with the faults in its detail, see {@link Fault#of}
     */
    public static GameState parseStrict(String dfen) {
        try (Scratch scratch = Scratch.enter()) {
            long text = scratch.text(Objects.requireNonNull(dfen, "dfen"));
            return made(NATIVE.stateFromDfenStrict(text, scratch.textLength(), scratch.out, scratch.error), scratch);
        }
    }

    /**
     * The state that a snapshot describes, sensible or not. Its key and material are not read.
     *
     * @param snapshot all fields
     * @return a new state
     * @throws DiceChessException RANGE for a clock or number that does not exist
     */
    public static GameState of(Snapshot snapshot) {
        try (Scratch scratch = Scratch.enter()) {
            snapshot.write(scratch.buffer, Scratch.RECORD);
            return made(NATIVE.stateFromSnapshot(scratch.record, scratch.out, scratch.error), scratch);
        }
    }

    private static GameState made(int status, Scratch scratch) {
        check(status, scratch);
        return new GameState(scratch.outLong());
    }

    /**
     * An equal state of the caller's own.
     *
     * @return a new state
     */
    public GameState copy() {
        return new GameState(getLong(Native::stateClone));
    }

    /**
     * Makes this state equal to another one.
     *
     * @param source the other one
     */
    public void set(GameState source) {
        long address = claim();
        if (source == this) {
            release();
            return;
        }
        try {
            long other = source.share();
            try (Scratch scratch = Scratch.enter()) {
                check(NATIVE.stateAssign(address, other, scratch.error), scratch);
            } finally {
                source.unshare();
            }
        } finally {
            release();
        }
    }

    /**
     * Every field in one call.
     *
     * @return a value that stays as it is when the state changes
     */
    public Snapshot snapshot() {
        long address = share();
        try (Scratch scratch = Scratch.enter()) {
            scratch.clearRecord(Layout.SNAPSHOT_SIZE);
            check(NATIVE.stateToSnapshot(address, scratch.record, scratch.error), scratch);
            return Snapshot.read(scratch.buffer, Scratch.RECORD);
        } finally {
            unshare();
        }
    }

    /**
     * Its text. The dice come as a seventh field if there are any.
     *
     * @return a DFEN
     */
    public String dfen() {
        long address = share();
        try (Scratch scratch = Scratch.enter()) {
            check(NATIVE.stateToDfen(
                    address, scratch.record, Constants.DFEN_MAX, scratch.out, scratch.error), scratch);
            return scratch.recordText();
        } finally {
            unshare();
        }
    }

    /**
     * The text that opening books use as a key: no clocks and no dice, and of the en-passant targets those that a
     * pawn of the side to move can take.
     *
     * @return four fields of a DFEN
     */
    public String normalisedDfen() {
        long address = share();
        try (Scratch scratch = Scratch.enter()) {
            check(NATIVE.stateToNormalisedDfen(
                    address, scratch.record, Constants.DFEN_MAX, scratch.out, scratch.error), scratch);
            return scratch.recordText();
        } finally {
            unshare();
        }
    }

    /**
     * The Zobrist key: men, side to move, castling rights, targets and dice, without clocks.
     *
     * @return 64 bits
     */
    public long key() {
        return getLong(Native::stateKey);
    }

    /**
     * Who is to move.
     *
     * @return a side
     */
    public Color sideToMove() {
        return Color.of(getInt(Native::stateSideToMove));
    }

    /**
     * The man on a square.
     *
     * @param square 0 to 63
     * @return null if it is empty
     * @throws IndexOutOfBoundsException if there is no such square
     */
    public Piece pieceAt(int square) {
        byte index = (byte) Objects.checkIndex(square, 64);
        long address = share();
        try (Scratch scratch = Scratch.enter()) {
            check(NATIVE.statePieceAt(address, index, scratch.out, scratch.error), scratch);
            return Piece.of(scratch.buffer.get(Scratch.OUT));
        } finally {
            unshare();
        }
    }

    /**
     * One side's men of one type.
     *
     * @param color the side
     * @param type the type
     * @return a bitboard
     */
    public long men(Color color, PieceType type) {
        int side = color.ordinal();
        int face = type.face();
        long address = share();
        try (Scratch scratch = Scratch.enter()) {
            check(NATIVE.stateMen(address, side, face, scratch.out, scratch.error), scratch);
            return scratch.outLong();
        } finally {
            unshare();
        }
    }

    /**
     * The rights to castle, whether or not the board still allows it.
     *
     * @return a set of the caller's own
     */
    public EnumSet<CastlingRight> castlingRights() {
        return CastlingRight.of(getInt(Native::stateCastlingRights));
    }

    /**
     * The en-passant targets of both sides: the squares that pawns have skipped.
     *
     * @return a bitboard
     */
    public long enPassant() {
        return getLong(Native::stateEnPassant);
    }

    /**
     * The dice still to be spent.
     *
     * @return their faces, ascending
     */
    public List<PieceType> dice() {
        long address = share();
        try (Scratch scratch = Scratch.enter()) {
            check(NATIVE.stateDice(address, scratch.out, scratch.error), scratch);
            ByteBuffer from = scratch.buffer;
            int at = Scratch.OUT;
            return PieceType.dice(from.get(at), from.get(at + 1), from.get(at + 2));
        } finally {
            unshare();
        }
    }

    /**
     * Micro-moves since the last capture or pawn move.
     *
     * @return 0 to 127, where it stops counting
     */
    public int halfMoveClock() {
        return getInt(Native::stateHalfMoveClock);
    }

    /**
     * The number of the current full move.
     *
     * @return from 1 on
     */
    public int fullMoveNumber() {
        return getInt(Native::stateFullMoveNumber);
    }

    /**
     * One side's men minus the other's: P 100, N and B 300, R 500, Q 900, K 10000.
     *
     * @param color the side
     * @return centipawns
     */
    public int material(Color color) {
        int side = color.ordinal();
        long address = share();
        try (Scratch scratch = Scratch.enter()) {
            check(NATIVE.stateMaterial(address, side, scratch.out, scratch.error), scratch);
            return scratch.outInt();
        } finally {
            unshare();
        }
    }

    /**
     * What no game from the initial position shows, but for {@link Fault#TARGET_OCCUPIED} and a missing king.
     *
     * @return a set of the caller's own, empty for a sensible position
     */
    public EnumSet<Fault> faults() {
        return Fault.of(getInt(Native::stateFaults));
    }

    /**
     * Replaces the dice.
     *
     * @param dice up to three faces in any order; none removes the dice
     * @throws DiceChessException RANGE if there are more
     */
    public void setDice(List<PieceType> dice) {
        long address = claim();
        try (Scratch scratch = Scratch.enter()) {
            for (int index = 0; index < Math.min(dice.size(), 4); index++) {
                scratch.buffer.put(Scratch.RECORD + index, (byte) dice.get(index).face());
            }
            check(NATIVE.stateSetDice(address, scratch.record, dice.size(), scratch.error), scratch);
        } finally {
            release();
        }
    }

    /**
     * Replaces the dice.
     *
     * @param dice see {@link #setDice(List)}
     */
    public void setDice(PieceType... dice) {
        setDice(List.of(dice));
    }

    /**
     * Sets the side to move and leaves all else as it is, dice and targets included.
     *
     * @param color the side
     */
    public void setSideToMove(Color color) {
        int side = color.ordinal();
        long address = claim();
        try (Scratch scratch = Scratch.enter()) {
            check(NATIVE.stateSetSideToMove(address, side, scratch.error), scratch);
        } finally {
            release();
        }
    }

    /**
     * Ends the turn, which is also what a pass does: the other side is to move, dice and its own left-over targets
     * are gone, and the full-move number counts after Black.
     */
    public void endTurn() {
        long address = claim();
        try (Scratch scratch = Scratch.enter()) {
            check(NATIVE.stateEndTurn(address, scratch.error), scratch);
        } finally {
            release();
        }
    }

    /** A function that lists micro-moves. */
    @FunctionalInterface
    private interface MoveLister {
        int list(Native library, long address, long moves, long capacity, long required, long error);
    }

    private List<MicroMove> list(MoveLister lister) {
        long address = share();
        try (Scratch scratch = Scratch.enter()) {
            ByteBuffer room = scratch.bulk(2 * MOST_MICRO_MOVES);
            check(lister.list(
                    NATIVE, address, scratch.bulkAddress(), MOST_MICRO_MOVES, scratch.out, scratch.error), scratch);
            int count = (int) scratch.outLong();
            List<MicroMove> moves = new ArrayList<>(count);
            for (int index = 0; index < count; index++) {
                moves.add(new MicroMove(room.getShort(2 * index) & 0xffff));
            }
            return moves;
        } finally {
            unshare();
        }
    }

    /**
     * All micro-moves that the faces of the dice allow, whether or not a legal turn begins with them; castling also
     * without the rook die that it needs.
     *
     * @return a list of the caller's own, in the specified order
     */
    public List<MicroMove> microMoves() {
        return list(Native::stateMicroMoves);
    }

    /**
     * The micro-moves that begin a legal turn. Asking again after a micro-move starts the rule afresh and may admit
     * more than the whole turn does.
     *
     * @return a list of the caller's own, in the specified order; empty if the turn must be passed
     */
    public List<MicroMove> firstMoves() {
        return list(Native::stateFirstMoves);
    }

    /**
     * All legal turns. {@link Turns} does the same without new objects.
     *
     * @return a list; empty if the turn must be passed
     */
    public List<Turn> legalTurns() {
        try (Turns turns = new Turns()) {
            turns.generate(this);
            return turns.toList();
        }
    }

    /**
     * Plays a micro-move and keeps the dice that it leaves. The board must allow it and the dice pay for it; whether
     * a legal turn begins with it is not asked. The side to move stays, see {@link #endTurn}.
     *
     * @param move the micro-move
     * @throws DiceChessException ILLEGAL if it cannot be played
     */
    public void makeMicroMove(MicroMove move) {
        short packed = (short) move.packed();
        long address = claim();
        try (Scratch scratch = Scratch.enter()) {
            check(NATIVE.stateMakeMicroMove(address, packed, scratch.error), scratch);
        } finally {
            release();
        }
    }

    /**
     * Plays a whole turn. Then the other side is to move, without dice, unless the turn takes the king, which ends
     * the game: then the winner is still to move, with the dice that were left.
     *
     * @param uci the texts of its micro-moves with spaces between them, such as {@code e2e4 g1f3}; an empty text is a
     *     pass
     * @return whether it takes the king
     * @throws DiceChessException ILLEGAL if the turn is not legal: the field is the number of the first micro-move
     *     with which no legal turn goes on, or of all if the turn ends too early, the offset its place in the text; the
     *     message names the dice left there; TEXT for a character that is not ASCII
     */
    public boolean playTurn(String uci) {
        Objects.requireNonNull(uci, "uci");
        long address = claim();
        try (Scratch scratch = Scratch.enter()) {
            long text = scratch.text(uci);
            check(NATIVE.statePlayTurn(address, text, scratch.textLength(), scratch.out, scratch.error), scratch);
            return scratch.outInt() != 0;
        } finally {
            release();
        }
    }

    /**
     * Plays a whole turn.
     *
     * @param turn its micro-moves; a pass has none
     * @return whether it takes the king
     * @throws DiceChessException see {@link #playTurn(String)}
     */
    public boolean playTurn(Turn turn) {
        return playTurn(turn.uci());
    }

    /**
     * Counts what the position offers some plies deep, the usual check of a move generator. Every roll of a ply is
     * followed by every legal turn; a pass goes on to the next ply, a king capture ends the sequence. Two plies take
     * seconds; of a board full of queens one takes minutes and gigabytes.
     *
     * @param plies 0 to 4
     * @param allRolls whether the first ply has all rolls, or the dice of this state alone
     * @return the counts
     * @throws DiceChessException RANGE for another number of plies; MEMORY
     */
    public Perft perft(int plies, boolean allRolls) {
        long address = share();
        try (Scratch scratch = Scratch.enter()) {
            scratch.clearRecord(Layout.PERFT_SIZE);
            int all = allRolls ? 1 : 0;
            check(NATIVE.statePerft(address, plies, all, scratch.record, scratch.error), scratch);
            return Perft.read(scratch);
        } finally {
            unshare();
        }
    }

    @Override
    public boolean equals(Object object) {
        if (object == this) {
            return true;
        }
        if (!(object instanceof GameState other)) {
            return false;
        }
        long address = share();
        try {
            long otherAddress = other.share();
            try (Scratch scratch = Scratch.enter()) {
                check(NATIVE.stateEquals(address, otherAddress, scratch.out, scratch.error), scratch);
                return scratch.outInt() != 0;
            } finally {
                other.unshare();
            }
        } finally {
            unshare();
        }
    }

    @Override
    public int hashCode() {
        return Long.hashCode(key());
    }

    @Override
    public String toString() {
        return dfen();
    }
}
