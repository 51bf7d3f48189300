package org.dicechess;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** The files of tests/data: right answers that were computed elsewhere. */
final class Data {
    /** The initial position without dice. */
    static final String INITIAL = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    /** A usual position of the middle game: 4654 turns with 2319 end states, key 0x981bec43fc1dc120. */
    static final String MIDDLE_GAME = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 2 3 NBP";

    private Data() {
    }

    /** The objects of a file, one a line. */
    static List<JsonObject> lines(String name) {
        try (var lines = Files.lines(Path.of("../../tests/data", name))) {
            List<JsonObject> objects =
                    lines.map(line -> JsonParser.parseString(line).getAsJsonObject()).toList();
            if (objects.isEmpty()) {
                throw new IllegalStateException(name + " is empty");
            }
            return objects;
        } catch (IOException exception) {
            throw new UncheckedIOException(exception);
        }
    }

    static String text(JsonObject object, String member) {
        return object.get(member).getAsString();
    }

    static List<String> texts(JsonObject object, String member) {
        List<String> texts = new ArrayList<>();
        for (JsonElement element : object.getAsJsonArray(member)) {
            texts.add(element.getAsString());
        }
        return texts;
    }

    /** A key, written as {@code 0x} and 16 digits. */
    static long key(JsonObject object, String member) {
        return Long.parseUnsignedLong(text(object, member).substring(2), 16);
    }

    /** SHA-256 of lines joined by one line feed. */
    static String sha256(List<String> lines) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            byte[] text = String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
            return HexFormat.of().formatHex(digest.digest(text));
        } catch (NoSuchAlgorithmException exception) {
            throw new IllegalStateException(exception);
        }
    }
}
