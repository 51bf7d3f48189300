package org.dicechess;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Near the end of a stack every call gives its result or overflows before it begins, whichever way C is called, in
 * interpreted and in compiled code. Each runs on a virtual machine of its own, which a mistake would end.
 */
class StackEndTest {
    @Test
    void noCallIsLostThere() throws Exception {
        List<String> backEnds = new ArrayList<>(List.of("jni"));
        if (Runtime.version().feature() >= 22) {
            backEnds.add("panama");
        }
        for (String backEnd : backEnds) {
            for (String code : List.of("-Xint", "-Xmixed")) {
                assertEquals(new Machine.Result(0, "done\n"),
                        Machine.run(StackEnd.class, "-Ddicechess.backend=" + backEnd, code), backEnd + " " + code);
            }
        }
    }
}
