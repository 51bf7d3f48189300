/*
 * BestTurn through the Java Native Interface, whatever the version of Java; from 17 to 21 that is the way anyway. The
 * same can be had without a line of code, by -Ddicechess.backend=jni.
 *
 *   JAR=bindings/java/target/dicechess-0.1.0.jar
 *   javac -cp $JAR -d target/examples examples/java/BestTurn.java examples/java/BestTurnJni.java
 *   java -cp $JAR:target/examples BestTurnJni examples/data/positions.dfen
 */
import java.io.IOException;

public final class BestTurnJni {
    private BestTurnJni() {
    }

    public static void main(String[] arguments) throws IOException {
        // Read when the library is loaded, which is when something of it is first used.
        System.setProperty("dicechess.backend", "jni");
        BestTurn.main(arguments);
    }
}
