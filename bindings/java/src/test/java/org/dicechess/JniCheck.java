package org.dicechess;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** Calls every kind of function in C a few times, for {@code -Xcheck:jni} to look on. */
final class JniCheck {
    private JniCheck() {
    }

    public static void main(String[] arguments) {
        for (int round = 0; round < 100; round++) {
            try (GameState state = GameState.parse(Data.MIDDLE_GAME);
                    GameState end = GameState.of(state.snapshot());
                    Turns turns = new Turns();
                    Rolls rolls = new Rolls()) {
                turns.generate(state);
                turns.fill(new short[3 * turns.size()], new byte[turns.size()], new long[turns.size()]);
                turns.finalState(0, end);
                end.firstMoves();
                end.equals(state);
                end.pieceAt(0);
                rolls.expand(state);
                rolls.outcomes();
                Risk.of(state, Color.WHITE);
                try {
                    GameState.parse("no position");
                } catch (DiceChessException expected) {
                    expected.statusName();
                }
            }
        }
        searches();
        tape();
        System.out.println("checked");
    }

    /** Callbacks of every kind, on threads of Java and of the library, with and without exceptions. */
    private static void searches() {
        StateEvaluator material = (state, perspective) -> state.material(perspective);
        StateEvaluator failing = (state, perspective) -> {
            throw new ArithmeticException();
        };
        try (GameState state = GameState.parse("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 PK");
                Search search = new Search(1);
                Evaluator evaluator = Evaluator.of(material, EvaluatorProperty.THREAD_SAFE);
                Evaluator broken = Evaluator.of(failing, EvaluatorProperty.THREAD_SAFE)) {
            for (int threads = 1; threads <= 2; threads++) {
                try (SearchControl control =
                        SearchControl.withClock(System::nanoTime, SearchControl.NO_BUDGET,
                                SearchControl.NO_DEADLINE)) {
                    SearchOptions options = SearchOptions.builder()
                            .evaluator(evaluator).threads(threads).control(control).progress(progress -> { }).build();
                    search.bestTurn(state, options);
                    search.candidates();
                    try {
                        search.bestTurn(state,
                                SearchOptions.builder().evaluator(broken).threads(threads).build());
                        throw new AssertionError("nothing was thrown");
                    } catch (ArithmeticException expected) {
                        // It came back through C.
                    }
                }
            }
        }
    }
    /** A storage that is written and read, a visitor, a sink and a listener, with and without exceptions. */
    private static void tape() {
        List<byte[]> frames = new ArrayList<>();
        ChunkStorage storage = new ChunkStorage() {
            @Override
            public long write(long chunkId, byte[] frame) {
                frames.add(frame);
                return frames.size() - 1;
            }

            @Override
            public byte[] read(long place) {
                return frames.get((int) place);
            }
        };
        try (ChunkStore store = ChunkStore.spilling(storage, 256, 7000);
                Position position = new Position(null, store, null)) {
            Tape.shuffle(position, 200);
            position.seek(0);
            long end = position.extent().end();
            long[] cells = {0};
            position.run(0, end, (address, cell) -> cells[0]++);
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            GameStream.encodeTo(List.of(position), true, out);
            GameStream.replay(out.toByteArray(), event -> cells[0] -= event.cells().size());
            if (frames.isEmpty() || cells[0] != 0) {
                throw new AssertionError(frames.size() + " frames, " + cells[0] + " cells");
            }
            frames.clear();
            GameStream.encode(List.of(position));
            throw new AssertionError("nothing was thrown");
        } catch (IndexOutOfBoundsException expected) {
            // It came back through C.
        } catch (IOException unexpected) {
            throw new UncheckedIOException(unexpected);
        }
    }
}
