package org.dicechess.internal;

import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What Java calls the parameters and options that messages of C name. */
public final class JavaNames {
    /** A text in quotation marks, which stays, or a name as C writes it. */
    private static final Pattern NAME = Pattern.compile(
            "\"[^\"]*\"|\\bDICECHESS_\\w+|\\brescore\\.weight\\b|\\b[a-z]+(?:_[a-z]+)+\\b|^(?:count|faces|tt|options has)\\b");

    /** Names that Java does not merely spell in its own way. */
    private static final Map<String, String> OTHERS = Map.of(
            "count", "dice",
            "faces", "dice",
            "tt", "table",
            "micro_move", "move",
            "options has", "the store has",
            "rescore.weight", "rescorerWeight",
            "DICECHESS_EVALUATOR_THREAD_SAFE", "EvaluatorProperty.THREAD_SAFE");

    private JavaNames() {
    }

    /** The message with Java's names in it. */
    public static String in(String message) {
        return NAME.matcher(message).replaceAll(name -> Matcher.quoteReplacement(translated(name)));
    }

    private static String translated(MatchResult match) {
        String name = match.group();
        if (name.startsWith("\"")) {
            return name;
        }
        return OTHERS.getOrDefault(name, camelCase(name));
    }

    /** {@code halfMoveClock} for {@code half_move_clock}. */
    private static String camelCase(String name) {
        StringBuilder java = new StringBuilder();
        for (String word : name.split("_")) {
            java.append(java.isEmpty() ? word : Character.toUpperCase(word.charAt(0)) + word.substring(1));
        }
        return java.toString();
    }
}
