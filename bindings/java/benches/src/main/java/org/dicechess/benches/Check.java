package org.dicechess.benches;

import java.lang.reflect.Method;
import java.util.Arrays;
import org.dicechess.Library;
import org.openjdk.jmh.annotations.Benchmark;

/** Does each kind of work once, on one back end and in C: both must give the same. Measures nothing. */
final class Check {
    private Check() {
    }

    /** Takes the path of the program in C. */
    public static void main(String[] arguments) throws Exception {
        Twin twin = new Twin(arguments[0]);
        Work work = new Work();
        Method[] methods = Arrays.stream(Work.class.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(Benchmark.class))
                .toArray(Method[]::new);
        for (Method method : methods) {
            long result = (long) method.invoke(work);
            long expected = twin.run(method.getName(), 1).result();
            if (result != expected) {
                throw new AssertionError(method.getName() + ": " + result + ", in C " + expected);
            }
        }
        System.out.printf("benchmarks: %d kinds of work give the same as in C through %s, Java %d%n",
                methods.length, Library.backend(), Runtime.version().feature());
    }
}
