package org.dicechess;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.dicechess.internal.TemporaryFolder;

/** Has a file unpacked, says so, and waits to be killed. */
final class Unpacking {
    private Unpacking() {
    }

    public static void main(String[] arguments) throws IOException {
        TemporaryFolder folder = TemporaryFolder.create(Path.of(System.getProperty("java.io.tmpdir")));
        Files.writeString(folder.path().resolve("libdicechess.so"), "half a lib");
        System.out.println("unpacked");
        System.in.read();
    }
}
