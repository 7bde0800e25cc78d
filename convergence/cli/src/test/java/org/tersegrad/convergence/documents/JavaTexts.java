package org.tersegrad.convergence.documents;

import java.util.ArrayList;
import java.util.List;

/** The texts of a Java source that people read: Javadoc comments and string literals. */
final class JavaTexts {
    private final String source;
    private int at;

    private JavaTexts(String source) {
        this.source = source;
    }

    /**
     * One text.
     *
     * @param line the first one, counted from 1
     * @param isNote whether it is a Javadoc comment; else it is a string literal
     * @param prose without delimiters, and without the asterisks of a comment
     */
    record Text(int line, boolean isNote, String prose) {}

    /** All texts, in their order. */
    static List<Text> of(String source) {
        return new JavaTexts(source).all();
    }

    private List<Text> all() {
        List<Text> texts = new ArrayList<>();
        int line = 1;
        while (at < source.length()) {
            int from = at;
            if (source.startsWith("//", at)) {
                passed("\n", 2);
            } else if (source.startsWith("/**", at) && !source.startsWith("/**/", at)) {
                texts.add(new Text(line, true, passed("*/", 3).replaceAll("(?m)^[ \\t]*\\*", "")));
            } else if (source.startsWith("/*", at)) {
                passed("*/", 2);
            } else if (source.startsWith("\"\"\"", at)) {
                texts.add(new Text(line, false, literal("\"\"\"")));
            } else if (source.charAt(at) == '"') {
                texts.add(new Text(line, false, literal("\"")));
            } else if (source.charAt(at) == '\'') {
                literal("'");
            } else {
                at++;
            }
            line += (int)
                    source.substring(from, at).chars().filter(c -> c == '\n').count();
        }
        return texts;
    }

    /** Moves behind the next {@code end}; returns the text before it. */
    private String passed(String end, int opening) {
        int from = at + opening;
        int found = source.indexOf(end, from);
        int to = found < 0 ? source.length() : found;
        at = Math.min(source.length(), to + end.length());
        return source.substring(from, to);
    }

    private String literal(String quote) {
        int from = at + quote.length();
        int to = from;
        while (to < source.length() && !source.startsWith(quote, to)) {
            to += source.charAt(to) == '\\' ? 2 : 1;
        }
        at = Math.min(source.length(), to + quote.length());
        return source.substring(from, Math.min(source.length(), to));
    }
}
