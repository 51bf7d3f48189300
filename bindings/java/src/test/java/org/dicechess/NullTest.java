package org.dicechess;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.function.LongSupplier;
import org.dicechess.internal.Layout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Every reference that a public method takes: null is refused by NullPointerException, or is documented. */
class NullTest {
    /** What may be null, as the documentation says. */
    private static final Set<String> NULLABLE = Set.of(
            "Position.new(GameState,ChunkStore,PositionCache) 0", "Position.new(GameState,ChunkStore,PositionCache) 1",
            "Position.new(GameState,ChunkStore,PositionCache) 2", "Position.attachCache(PositionCache) 0",
            "Turns.fill(short[],byte[],long[]) 0", "Turns.fill(short[],byte[],long[]) 1",
            "Turns.fill(short[],byte[],long[]) 2",
            "Search.chooseTurn(GameState,String,SearchControl) 2",
            "Search.chanceNodeValue(GameState,Color,int,Evaluator,UtilityBounds,SearchControl) 3",
            "Search.chanceNodeValue(GameState,Color,int,Evaluator,UtilityBounds,SearchControl) 5",
            "GameStream.decode(byte[],ChunkStore,StreamOptions) 1", "GameStream.fromText(String,GameState) 1",
            "GameStream.toText(byte[],int,GameState) 2",
            "SearchOptions.withControl(SearchControl) 0", "MonteCarloOptions.withControl(SearchControl) 0",
            "SearchOptions$Builder.evaluator(Evaluator) 0", "SearchOptions$Builder.preRank(Evaluator) 0",
            "SearchOptions$Builder.rescorer(Evaluator,double) 0", "SearchOptions$Builder.table(TranspositionTable) 0",
            "SearchOptions$Builder.control(SearchControl) 0", "SearchOptions$Builder.progress(ProgressListener) 0",
            "MonteCarloOptions.new(int,int,int,double,SearchControl) 4",
            "Snapshot$Builder.mailbox(int,Piece) 1", "Snapshot$Builder.piece(int,Piece) 1");

    /** Only made by the library. */
    private static final Set<Class<?>> RESULTS = Set.of(Candidate.class, SearchReport.class, SearchProgress.class,
            StreamReport.class, StreamEvent.class, DecodedGames.class, Roll.class, Risk.class, Alteration.class);

    private final List<AutoCloseable> open = new ArrayList<>();
    private final Map<Class<?>, Object> values = new HashMap<>();

    NullTest() {
        GameState state = kept(GameState.parse("7k/8/8/8/8/8/4P3/K7 w - - 0 1 P"));
        Evaluator material = kept(Evaluator.material());
        StateEvaluator one = (view, perspective) -> 0;
        BatchEvaluator many = (batch, perspective) -> { };
        for (Object value : List.of(state, material, one, many, kept(new Search(1)), kept(new Turns()),
                kept(new Rolls()), kept(new Position()), kept(new PositionCache(1 << 16)), kept(new SearchControl()),
                kept(ChunkStore.lossless(0, 0)), kept(new TranspositionTable(16)), kept(new EvaluationCache(material)),
                state.snapshot(), state.snapshot().edit(), SearchOptions.DEFAULT, SearchOptions.builder(),
                MonteCarloOptions.DEFAULT, UtilityBounds.DEFAULT, StreamOptions.DEFAULT, TimeManager.DEFAULT,
                new GameClock(Duration.ZERO, Duration.ZERO), new TableEntry(1, Bound.EXACT, 0, 1, false), Turn.PASS,
                new MicroMove(0), new Cell((char) 0), new Piece(Color.WHITE, PieceType.PAWN), Color.WHITE,
                PieceType.PAWN, CastlingRight.WHITE_KING_SIDE, Bound.EXACT, Duration.ZERO, "", new byte[0],
                new int[0], new short[0], new long[0], new PieceType[0], new EvaluatorProperty[0])) {
            values.put(value.getClass(), value);
        }
        values.put(StateEvaluator.class, one);
        values.put(BatchEvaluator.class, many);
        values.put(ChunkStorage.class, new ChunkStorage() {
            @Override
            public long write(long chunkId, byte[] frame) {
                return 0;
            }

            @Override
            public byte[] read(long place) {
                return new byte[0];
            }
        });
        values.put(ProgressListener.class, (ProgressListener) progress -> { });
        values.put(StreamListener.class, (StreamListener) event -> { });
        values.put(CellVisitor.class, (CellVisitor) (address, cell) -> { });
        values.put(LongSupplier.class, (LongSupplier) () -> 0);
        values.put(OutputStream.class, new ByteArrayOutputStream());
        values.put(List.class, List.of());
        values.put(Set.class, Set.of());
        StateView view = new StateView();
        view.memory = ByteBuffer.allocate(Layout.SNAPSHOT_SIZE);
        values.put(StateView.class, view);
        values.put(int.class, 0);
        values.put(long.class, 0L);
        values.put(double.class, 0.0);
        values.put(boolean.class, false);
        values.put(char.class, (char) 0);
    }

    private <T extends AutoCloseable> T kept(T handle) {
        open.add(handle);
        return handle;
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable handle : open) {
            handle.close();
        }
    }

    private static List<Class<?>> publicClasses() throws Exception {
        List<Class<?>> classes = new ArrayList<>();
        try (var files = Files.list(Path.of("src/main/java/org/dicechess"))) {
            for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
                String name = file.getFileName().toString().replace(".java", "");
                if (!name.contains("-")) {
                    Class<?> type = Class.forName("org.dicechess." + name);
                    classes.add(type);
                    classes.addAll(List.of(type.getDeclaredClasses()));
                }
            }
        }
        classes.removeIf(type -> !Modifier.isPublic(type.getModifiers()) || type.isInterface()
                || RESULTS.contains(type) || Throwable.class.isAssignableFrom(type));
        return classes;
    }

    @Test
    void isRefusedOrDocumented() throws Exception {
        TreeSet<String> wrong = new TreeSet<>();
        int refused = 0;
        for (Class<?> type : publicClasses()) {
            List<Executable> executables = new ArrayList<>(List.of(type.getConstructors()));
            executables.addAll(List.of(type.getDeclaredMethods()));
            executables.removeIf(executable -> !Modifier.isPublic(executable.getModifiers())
                    || executable.isSynthetic() || executable.getName().equals("equals")
                    || executable.getName().equals("valueOf"));
            for (Executable executable : executables) {
                for (int place = 0; place < executable.getParameterCount(); place++) {
                    String name = name(executable) + " " + place;
                    if (executable.getParameterTypes()[place].isPrimitive() || NULLABLE.contains(name)
                            || type == SearchOptions.class && executable instanceof Constructor && place != 10) {
                        continue;
                    }
                    Object outcome = call(executable, place);
                    if (outcome instanceof NullPointerException) {
                        refused++;
                    } else {
                        wrong.add(name + ": " + outcome);
                    }
                }
            }
        }
        assertEquals(new TreeSet<>(), wrong);
        assertTrue(refused > 80, "refused " + refused);
    }

    /** As {@code Search.chooseTurn(GameState,String)}. */
    private static String name(Executable executable) {
        List<String> types = new ArrayList<>();
        for (Class<?> type : executable.getParameterTypes()) {
            types.add(type.getSimpleName());
        }
        String name = executable instanceof Constructor ? "new" : executable.getName();
        return executable.getDeclaringClass().getName().replace("org.dicechess.", "") + "." + name + "("
                + String.join(",", types) + ")";
    }

    /** What becomes of a call with null in one place. */
    private Object call(Executable executable, int nullPlace) throws Exception {
        Class<?>[] types = executable.getParameterTypes();
        Object[] arguments = new Object[types.length];
        for (int place = 0; place < types.length; place++) {
            arguments[place] = place == nullPlace ? null : value(types[place]);
        }
        try {
            Object result = executable instanceof Method method
                    ? method.invoke(Modifier.isStatic(method.getModifiers()) ? null : value(method.getDeclaringClass()),
                            arguments)
                    : ((Constructor<?>) executable).newInstance(arguments);
            if (result instanceof AutoCloseable handle && !(result instanceof ExecutorService)) {
                open.add(handle);
            }
            return result;
        } catch (InvocationTargetException exception) {
            return exception.getCause();
        }
    }

    private Object value(Class<?> type) {
        Object value = values.get(type);
        if (value == null && type.isEnum()) {
            value = type.getEnumConstants()[0];
        }
        if (value == null) {
            throw new IllegalStateException("no value of " + type);
        }
        return value;
    }
}
