package bot;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** As much of JSON as requests and answers need. Objects become maps, arrays lists, numbers doubles. */
final class Json {
    private static final int DEEPEST = 16;

    private final String text;
    private int at;
    private int depth;

    private Json(String text) {
        this.text = text;
    }

    /** The object that a text consists of. */
    static Map<String, Object> object(String text) {
        Json json = new Json(text);
        json.skipSpace();
        Map<String, Object> object = json.readObject();
        json.skipSpace();
        if (json.at < text.length()) {
            throw json.wrong("nothing more");
        }
        return object;
    }

    /** An object of names and values, which are strings, numbers or truths. */
    static String write(Object... members) {
        StringBuilder json = new StringBuilder("{");
        for (int index = 0; index < members.length; index += 2) {
            json.append(index > 0 ? "," : "");
            quote(json, members[index].toString());
            json.append(':');
            if (members[index + 1] instanceof String value) {
                quote(json, value);
            } else {
                json.append(members[index + 1]);
            }
        }
        return json.append('}').toString();
    }

    private static void quote(StringBuilder json, String text) {
        json.append('"');
        for (char character : text.toCharArray()) {
            if (character == '"' || character == '\\') {
                json.append('\\').append(character);
            } else if (character < ' ') {
                json.append(String.format("\\u%04x", (int) character));
            } else {
                json.append(character);
            }
        }
        json.append('"');
    }

    private Refusal wrong(String expected) {
        return new Refusal(400, "JSON", "body", "expected " + expected, at);
    }

    private void skipSpace() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    /** Whether a text comes next, which is then skipped. */
    private boolean skip(String expected) {
        boolean isNext = text.startsWith(expected, at);
        if (isNext) {
            at += expected.length();
        }
        return isNext;
    }

    private void require(String expected) {
        if (!skip(expected)) {
            throw wrong(expected);
        }
    }

    private Object readValue() {
        if (at == text.length()) {
            throw wrong("a value");
        }
        switch (text.charAt(at)) {
            case '{':
                return readObject();
            case '[':
                return readArray();
            case '"':
                return readString();
            default:
                return readPlain();
        }
    }

    /** What stands between two brackets, with commas between its parts. */
    private void readParts(String opening, String closing, Runnable readPart) {
        if (depth == DEEPEST) {
            throw wrong("at most " + DEEPEST + " levels");
        }
        require(opening);
        depth++;
        skipSpace();
        if (!skip(closing)) {
            do {
                skipSpace();
                readPart.run();
                skipSpace();
            } while (skip(","));
            require(closing);
        }
        depth--;
    }

    private Map<String, Object> readObject() {
        Map<String, Object> object = new LinkedHashMap<>();
        readParts("{", "}", () -> {
            String name = readString();
            skipSpace();
            require(":");
            skipSpace();
            object.put(name, readValue());
        });
        return object;
    }

    private List<Object> readArray() {
        List<Object> array = new ArrayList<>();
        readParts("[", "]", () -> array.add(readValue()));
        return array;
    }

    private String readString() {
        require("\"");
        StringBuilder string = new StringBuilder();
        while (true) {
            if (at == text.length() || text.charAt(at) < ' ') {
                throw wrong("the end of a string");
            }
            char character = text.charAt(at++);
            if (character == '"') {
                return string.toString();
            }
            string.append(character == '\\' ? readEscape() : character);
        }
    }

    private char readEscape() {
        char kind = at < text.length() ? text.charAt(at) : ' ';
        int plain = "\"\\/bfnrt".indexOf(kind);
        if (plain >= 0) {
            at++;
            return "\"\\/\b\f\n\r\t".charAt(plain);
        }
        if (!text.substring(at, Math.min(at + 5, text.length())).matches("u[0-9a-fA-F]{4}")) {
            throw wrong("an escape");
        }
        at += 5;
        return (char) Integer.parseInt(text.substring(at - 4, at), 16);
    }

    /** A number, true, false or null. */
    private Object readPlain() {
        int start = at;
        while (at < text.length()
                && (Character.isLetterOrDigit(text.charAt(at)) || "+-.".indexOf(text.charAt(at)) >= 0)) {
            at++;
        }
        String word = text.substring(start, at);
        switch (word) {
            case "true":
                return true;
            case "false":
                return false;
            case "null":
                return null;
            default:
                if (!word.matches("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?")) {
                    at = start;
                    throw wrong("a value");
                }
                return Double.valueOf(word);
        }
    }
}
