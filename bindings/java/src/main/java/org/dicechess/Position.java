package org.dicechess;

import static org.dicechess.DiceChessException.check;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.dicechess.internal.Callbacks;
import org.dicechess.internal.Constants;
import org.dicechess.internal.Layout;
import org.dicechess.internal.Native;
import org.dicechess.internal.Scratch;
import org.dicechess.internal.StackRoom;
import org.dicechess.internal.Trampolines;

/**
 * A state to play and take back on, with all that has been played.
 *
 * <p>What is played is recorded as {@link Cell}s. Addresses count cells since the root, where the position started,
 * and never change. The head is the address where the position stands; behind it may lie cells that were taken back,
 * until something else is played there. Micro-moves, rolls, ends of turns and notes are groups of cells, and the head
 * stands between groups only. Whether a micro-move is legal is not asked: the board and the dice must only have what
 * it needs.
 *
 * <p>One thread at a time may use it, for reading too, see {@link ConcurrentUseException}; a function that it calls
 * may not use it. All calls that read the history can fail with TAPE_HORIZON if its store has given that up, all that
 * play with TAPE_FULL if its store has no room left, and both throw what the storage of its store throws; the position
 * is then as it was before.
 */
public final class Position extends Handle {
    /** The largest note. */
    public static final int NOTE_MAX = Constants.NOTE_MAX;
    /** Bytes of a keyframe. */
    public static final int KEYFRAME_SIZE = Constants.KEYFRAME_SIZE;

    private static final Native NATIVE = Native.instance();

    /** A position of C's, taken over. */
    Position(long address) {
        super(address, NATIVE::positionFree);
    }

    /** A position that starts at the initial one, with a store of its own. */
    public Position() {
        this(null, null, null);
    }

    /**
     * A position with a store of its own.
     *
     * @param state where it starts; with dice its turn counts as begun
     * @throws DiceChessException POSITION if the bitboards and the mailbox of the state disagree
     */
    public Position(GameState state) {
        this(Objects.requireNonNull(state, "state"), null, null);
    }

    /**
     * A position with store and cache, both of which may be closed before it.
     *
     * @param state where it starts, or null for the initial position
     * @param store keeps what is played, or null for a store of its own
     * @param cache what it looks things up in, or null for none
     * @throws DiceChessException POSITION if the bitboards and the mailbox of the state disagree
     */
    public Position(GameState state, ChunkStore store, PositionCache cache) {
        this(made(state, store, cache));
    }

    private static long made(GameState state, ChunkStore store, PositionCache cache) {
        try (Shared shared = new Shared(); Scratch scratch = Scratch.enter()) {
            check(NATIVE.positionNew(shared.addressOrNull(state), shared.addressOrNull(store),
                    shared.addressOrNull(cache), scratch.out, scratch.error), scratch);
            return scratch.outLong();
        }
    }

    /**
     * A position with the history that ends with a chunk, head at its end. Linear in the history.
     *
     * @param store the store that knows the chunk
     * @param id its identifier
     * @return a new position
     * @throws DiceChessException RANGE if the store does not know the chunk or one before it
     */
    public static Position ofChunk(ChunkStore store, long id) {
        StackRoom.check();
        long address = store.share();
        try (Scratch scratch = Scratch.enter()) {
            check(NATIVE.positionFromChunk(address, id, scratch.out, scratch.error), scratch);
            return new Position(scratch.outLong());
        } finally {
            store.unshare();
        }
    }

    /** Begins a call, which its store may call back; it must end with {@link #release}. The address. */
    long enter() {
        StackRoom.check();
        return claim();
    }

    /** A call without arguments or results. */
    @FunctionalInterface
    private interface Change {
        int change(Native library, long address, long error);
    }

    private void change(Change change) {
        long address = enter();
        try (Scratch scratch = Scratch.enter()) {
            check(change.change(NATIVE, address, scratch.error), scratch);
        } finally {
            release();
        }
    }

    /** A call with a number that gives a number. */
    @FunctionalInterface
    private interface Move {
        int move(Native library, long address, long argument, long out, long error);
    }

    private long move(Move move, long argument) {
        long address = enter();
        try (Scratch scratch = Scratch.enter()) {
            check(move.move(NATIVE, address, argument, scratch.out, scratch.error), scratch);
            return scratch.outLong();
        } finally {
            release();
        }
    }

    /**
     * A position of its own with the same history, head, store and cache. Linear in the chunks, which are shared.
     *
     * @return a new position
     */
    public Position fork() {
        long address = enter();
        try (Scratch scratch = Scratch.enter()) {
            check(NATIVE.positionFork(address, scratch.out, scratch.error), scratch);
            return new Position(scratch.outLong());
        } finally {
            release();
        }
    }

    /**
     * Uses a cache from now on.
     *
     * @param cache the cache, or null for none
     */
    public void attachCache(PositionCache cache) {
        long address = enter();
        try (Shared shared = new Shared(); Scratch scratch = Scratch.enter()) {
            check(NATIVE.positionAttachCache(address, shared.addressOrNull(cache), scratch.error), scratch);
        } finally {
            release();
        }
    }

    /**
     * Rolls the dice. Begins the turn if it has not begun; dice that are left are dropped.
     *
     * @param dice one to three faces in any order
     * @throws DiceChessException RANGE for another number of dice
     */
    public void roll(List<PieceType> dice) {
        long address = enter();
        try (Scratch scratch = Scratch.enter()) {
            for (int index = 0; index < Math.min(dice.size(), 4); index++) {
                scratch.buffer.put(Scratch.RECORD + index, (byte) dice.get(index).face());
            }
            check(NATIVE.positionRoll(address, scratch.record, dice.size(), scratch.error), scratch);
        } finally {
            release();
        }
    }

    /**
     * Rolls the dice.
     *
     * @param dice see {@link #roll(List)}
     */
    public void roll(PieceType... dice) {
        roll(List.of(dice));
    }

    /**
     * Plays a micro-move, paid with the dice if there are any. Begins the turn if it has not begun.
     *
     * @param move the micro-move
     * @throws DiceChessException ILLEGAL if board or dice do not have what it needs; RANGE for a flag that does not
     *     exist
     */
    public void makeMicroMove(MicroMove move) {
        short packed = (short) move.packed();
        long address = enter();
        try (Scratch scratch = Scratch.enter()) {
            check(NATIVE.positionMakeMicroMove(address, packed, scratch.error), scratch);
        } finally {
            release();
        }
    }

    /** Ends the turn, which may have been a pass: the other side is to move, dice and left-over targets are gone. */
    public void endTurn() {
        change(Native::positionEndTurn);
    }

    /**
     * Records a number of the caller's own, which changes nothing.
     *
     * @param note 0 to {@link #NOTE_MAX}
     * @throws IllegalArgumentException if it is another number
     */
    public void note(int note) {
        if (note < 0 || note > NOTE_MAX) {
            throw new IllegalArgumentException("note is " + note + ", not 0 to " + NOTE_MAX);
        }
        long address = enter();
        try (Scratch scratch = Scratch.enter()) {
            check(NATIVE.positionNote(address, (short) note, scratch.error), scratch);
        } finally {
            release();
        }
    }

    /**
     * Takes back what the last call played: a group, together with the start of the turn if that stands right before it.
     *
     * @throws DiceChessException TAPE_START at the root
     */
    public void undo() {
        change(Native::positionUndo);
    }

    /**
     * Takes the last micro-move back, and whatever came after it.
     *
     * @throws DiceChessException TAPE_START if there is none
     */
    public void unmake() {
        change(Native::positionUnmake);
    }

    /**
     * Takes the last turn back from its begin on.
     *
     * @throws DiceChessException TAPE_START if none has begun since the root
     */
    public void unwindTurn() {
        change(Native::positionUnwindTurn);
    }

    /**
     * Takes back what was played from an address on.
     *
     * @param address not behind the head
     * @return where the head is then: there, or at the border of a group before
     * @throws DiceChessException RANGE for an address behind the head
     */
    public long unwindTo(long address) {
        return move(Native::positionUnwindTo, address);
    }

    /**
     * Moves the head. Linear in the cells between, or in those of one chunk if that is less.
     *
     * @param address not behind the end
     * @return where the head is then: there, or at the border of a group before
     * @throws DiceChessException RANGE for an address behind the end
     */
    public long seek(long address) {
        return move(Native::positionSeek, address);
    }

    /**
     * Moves the head behind the end of a turn.
     *
     * @param turn counted from 1; 0 is the root
     * @return where the head is then
     * @throws DiceChessException RANGE if no such turn has ended
     */
    public long seekTurn(long turn) {
        return move(Native::positionSeekTurn, turn);
    }

    /**
     * Moves the head by some groups, as far as there are any: undoes backwards, redoes forwards. The start of a turn and
     * the group right after it count as one.
     *
     * @param groups how many; backwards if negative
     * @return by how many it has moved, never negative
     */
    public long step(long groups) {
        return move(Native::positionStep, groups);
    }

    /** Drops the cells behind the head. */
    public void truncate() {
        change(Native::positionTruncate);
    }

    /**
     * Gives up the chunks that end at an address or before, but none behind the head.
     *
     * @param address any
     * @return the first address that is left
     */
    public long dropBefore(long address) {
        return move(Native::positionDropBefore, address);
    }

    /**
     * Sizes and addresses.
     *
     * @return all of them
     */
    public PositionExtent extent() {
        long address = enter();
        try (Scratch scratch = Scratch.enter()) {
            scratch.clearRecord(Layout.POSITION_EXTENT_SIZE);
            check(NATIVE.positionInfo(address, scratch.record, scratch.error), scratch);
            ByteBuffer memory = scratch.buffer;
            return new PositionExtent(
                    memory.getInt(Scratch.RECORD + Layout.POSITION_EXTENT_IN_TURN) != 0,
                    memory.getLong(Scratch.RECORD + Layout.POSITION_EXTENT_HEAD),
                    memory.getLong(Scratch.RECORD + Layout.POSITION_EXTENT_END),
                    memory.getLong(Scratch.RECORD + Layout.POSITION_EXTENT_HORIZON),
                    memory.getLong(Scratch.RECORD + Layout.POSITION_EXTENT_TURNS),
                    memory.getLong(Scratch.RECORD + Layout.POSITION_EXTENT_CHUNKS));
        } finally {
            release();
        }
    }

    /**
     * Keys and identifiers of the head's place. Linear in the cells since the chunk began at worst.
     *
     * @return all of them
     */
    public PositionIdentity identity() {
        long address = enter();
        try (Scratch scratch = Scratch.enter()) {
            scratch.clearRecord(Layout.POSITION_IDENTITY_SIZE);
            check(NATIVE.positionHashes(address, scratch.record, scratch.error), scratch);
            ByteBuffer memory = scratch.buffer;
            return new PositionIdentity(
                    memory.getLong(Scratch.RECORD + Layout.POSITION_IDENTITY_KEY),
                    memory.getLong(Scratch.RECORD + Layout.POSITION_IDENTITY_TURN_KEY),
                    memory.getLong(Scratch.RECORD + Layout.POSITION_IDENTITY_CHAIN),
                    memory.getLong(Scratch.RECORD + Layout.POSITION_IDENTITY_PREVIOUS));
        } finally {
            release();
        }
    }

    /**
     * The state at the head.
     *
     * @return a new state
     */
    public GameState state() {
        GameState state = GameState.initial();
        try {
            state(state);
            return state;
        } catch (Throwable thrown) {
            state.close();
            throw thrown;
        }
    }

    /**
     * Makes a state equal to that at the head.
     *
     * @param state the state to change
     */
    public void state(GameState state) {
        long address = enter();
        try {
            long target = state.claim();
            try (Scratch scratch = Scratch.enter()) {
                check(NATIVE.positionState(address, target, scratch.error), scratch);
            } finally {
                state.release();
            }
        } finally {
            release();
        }
    }

    /**
     * The state at the head, and whether its turn has begun, in the form that streams use.
     *
     * @return {@link #KEYFRAME_SIZE} bytes
     */
    public byte[] keyframe() {
        long address = enter();
        try (Scratch scratch = Scratch.enter()) {
            check(NATIVE.positionKeyframe(address, scratch.record, scratch.error), scratch);
            byte[] keyframe = new byte[KEYFRAME_SIZE];
            scratch.buffer.get(Scratch.RECORD, keyframe);
            return keyframe;
        } finally {
            release();
        }
    }

    /**
     * The squares that one side's pieces of one type attack.
     *
     * @param color the side
     * @param type the type
     * @return a bitboard
     */
    public long attacks(Color color, PieceType type) {
        int side = color.ordinal();
        int face = type.face();
        long address = enter();
        try (Scratch scratch = Scratch.enter()) {
            check(NATIVE.positionAttacks(address, side, face, scratch.out, scratch.error), scratch);
            return scratch.outLong();
        } finally {
            release();
        }
    }

    /**
     * Fills a list with all legal turns of the state at the head, see {@link Turns#generate(GameState)}. Lists of up
     * to 32768 turns are remembered for as long as the position may come back here, and in the cache if there is one;
     * filling from there costs a copy.
     *
     * @param turns the list
     * @throws DiceChessException MEMORY; the list is then empty
     */
    public void turns(Turns turns) {
        turns(turns, Constants.NO_LIMIT);
    }

    /**
     * Fills a list with all legal turns of the state at the head, unless there are too many.
     *
     * @param turns the list
     * @param limit the most that are wanted; -1 for any number
     * @throws DiceChessException LIMIT if there are more; MEMORY; the list is then empty
     */
    public void turns(Turns turns, long limit) {
        long address = enter();
        try {
            long list = turns.claim();
            try (Scratch scratch = Scratch.enter()) {
                check(NATIVE.positionTurns(address, list, limit, scratch.error), scratch);
            } finally {
                turns.release();
            }
        } finally {
            release();
        }
    }

    /**
     * The cells between two addresses in the order in which they were played.
     *
     * @param from the first address
     * @param to behind the last one
     * @return a list of the caller's own
     * @throws DiceChessException RANGE for an address behind the end, or one behind the other
     */
    public List<Cell> cells(long from, long to) {
        long address = enter();
        try (Scratch scratch = Scratch.enter()) {
            ByteBuffer room = Bulk.fill(scratch, 2, (array, capacity, required, error) ->
                    NATIVE.positionRead(address, from, to, array, capacity, required, error));
            return readCells(room, 0, (int) scratch.outLong());
        } finally {
            release();
        }
    }

    /** The cells that C has written at {@code at}. */
    static List<Cell> readCells(ByteBuffer memory, int at, int count) {
        List<Cell> cells = new ArrayList<>(count);
        for (int index = 0; index < count; index++) {
            cells.add(new Cell(memory.getChar(at + 2 * index)));
        }
        return cells;
    }

    /**
     * Shows every cell between two addresses, backwards if the first is the greater. The head stays.
     *
     * @param from where to begin
     * @param to where to end
     * @param visitor what it throws stops the run and leaves it as the same object
     * @throws DiceChessException RANGE for an address behind the end
     */
    public void run(long from, long to, CellVisitor visitor) {
        Objects.requireNonNull(visitor, "visitor");
        Callbacks.Cells callback = (address, cell) -> visitor.visit(address, new Cell(cell));
        long address = enter();
        long number = Callbacks.register(callback);
        try (Scratch scratch = Scratch.enter()) {
            check(NATIVE.positionRun(
                    address, from, to, number, Trampolines.INSTANCE.visitCell(), scratch.error), scratch);
        } finally {
            Callbacks.remove(number);
            release();
        }
    }

    /**
     * The men that stand elsewhere at one address than at another, whatever happened between: what an incrementally
     * updated evaluation needs to know. Linear in the cells between.
     *
     * @param from one address
     * @param to the other
     * @return what to change to get from one to the other
     * @throws DiceChessException RANGE for an address behind the end
     */
    public PositionDelta delta(long from, long to) {
        long address = enter();
        try (Scratch scratch = Scratch.enter()) {
            scratch.clearRecord(Layout.DELTA_SIZE);
            check(NATIVE.positionDelta(address, from, to, scratch.record, scratch.error), scratch);
            return new PositionDelta(scratch.buffer, Scratch.RECORD);
        } finally {
            release();
        }
    }

    /**
     * All turns as text, undone ones included: a line for each, with the roll and the micro-moves in UCI, such as
     * {@code PPN e2e4 e4e5 g1f3}. A roll stands in capitals for White; {@code -} stands where a turn has neither a
     * roll nor a micro-move, {@code @123} for a note, {@code ...} at the very end if the last turn is not over.
     *
     * @return lines with their ends
     * @throws DiceChessException ILLEGAL if there are cells that no micro-move makes, which a stream can bring
     */
    public String text() {
        long address = enter();
        try (Scratch scratch = Scratch.enter()) {
            return Bulk.text(scratch, (buffer, capacity, required, error) ->
                    NATIVE.positionToText(address, buffer, capacity, required, error));
        } finally {
            release();
        }
    }

    /**
     * Plays the turns of a text, or none of them.
     *
     * @param text see {@link #text}
     * @throws DiceChessException TEXT for a token that is none, ILLEGAL for a micro-move that does not fit the board
     *     or the dice, both with its place in the text as offset
     */
    public void playText(String text) {
        Objects.requireNonNull(text, "text");
        long address = enter();
        try (Scratch scratch = Scratch.enter()) {
            check(NATIVE.positionPlayText(address, scratch.text(text), scratch.textLength(), scratch.error),
                    scratch);
        } finally {
            release();
        }
    }

    /** The DFEN of the state at the head. */
    @Override
    public String toString() {
        try (GameState state = state()) {
            return state.dfen();
        }
    }
}
