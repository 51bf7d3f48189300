package org.dicechess;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.dicechess.internal.Native;
import org.junit.jupiter.api.Test;

/** No function of the C header is out of Java's reach, and none follows a pointer to nothing. */
class CoverageTest {
    @Test
    void everyFunctionIsCalled() throws IOException {
        StringBuilder sources = new StringBuilder();
        try (Stream<Path> paths = Files.list(Path.of("src/main/java/org/dicechess"))) {
            for (Path path : paths.filter(path -> path.toString().endsWith(".java")).toList()) {
                sources.append(Files.readString(path));
            }
        }
        TreeSet<String> uncalled = new TreeSet<>();
        for (Method method : Native.class.getDeclaredMethods()) {
            String name = method.getName();
            boolean isFunction = Modifier.isAbstract(method.getModifiers());
            boolean isCalled = sources.indexOf("." + name + "(") >= 0 || sources.indexOf("::" + name) >= 0;
            if (isFunction && !isCalled) {
                uncalled.add(name);
            }
        }
        // Two are no functions of C, and evaluators of single states are called in batches, too.
        uncalled.removeAll(List.of("address", "view", "evaluatorFromCallback"));
        assertEquals(new TreeSet<>(), uncalled);
    }

    @Test
    void noFunctionFollowsNull() throws ReflectiveOperationException {
        int refused = 0;
        for (Method method : Native.class.getDeclaredMethods()) {
            Class<?>[] types = method.getParameterTypes();
            boolean isFunction = Modifier.isAbstract(method.getModifiers())
                    && !method.getName().equals("view");
            boolean takesPointers = Stream.of(types).anyMatch(long.class::equals);
            if (!isFunction || !takesPointers) {
                continue;
            }
            Object[] nothing = Stream.of(types).map(CoverageTest::zero).toArray();
            Object status = method.invoke(Native.instance(), nothing);
            if (method.getReturnType() == int.class) {
                assertTrue((int) status < 0, method.getName() + ": " + status);
                refused++;
            }
        }
        assertTrue(refused > 100, "refused " + refused);
    }

    private static Object zero(Class<?> type) {
        return type == long.class ? (Object) 0L
                : type == int.class ? (Object) 0
                : type == short.class ? (Object) (short) 0
                : type == byte.class ? (Object) (byte) 0
                : 0.0;
    }
}
