package org.tersegrad.compressors.recipes;

import org.tersegrad.compressors.internal.Excerpt;

/** The text of a recipe and how far it has been read. */
final class RecipeText {
    private final String text;
    private int at;

    RecipeText(String text) {
        Excerpt.requireLength("a recipe", text, Recipe.MAX_LENGTH);
        this.text = text;
    }

    /** The index of the next character that is no space. */
    int next() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return at;
    }

    boolean atEnd() {
        return next() == text.length();
    }

    /** Reads {@code wanted} if it comes next. */
    boolean accept(char wanted) {
        boolean there = !atEnd() && text.charAt(at) == wanted;
        at += there ? 1 : 0;
        return there;
    }

    /** Reads letters and digits, perhaps none. */
    String name() {
        int start = next();
        while (at < text.length() && Character.isLetterOrDigit(text.charAt(at))) {
            at++;
        }
        return text.substring(start, at);
    }

    /** The letters and digits that come next, which are not read. */
    String peekName() {
        int start = next();
        String name = name();
        at = start;
        return name;
    }

    /** Reads up to the next sign of the grammar; a + is none here, as in 1e+3. */
    String value() {
        int start = next();
        while (at < text.length() && ",()=".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        return text.substring(start, at).strip();
    }

    /** What has been read since {@code start}. */
    String since(int start) {
        return text.substring(start, at).strip();
    }

    /** What to throw if the next character should be something else. */
    IllegalArgumentException expected(String what) {
        return mistake(next(), what + " is expected here, not " + (atEnd() ? "the end" : text.charAt(at)));
    }

    /** What to throw if {@code problem} is at {@code index}. */
    IllegalArgumentException mistake(int index, String problem) {
        return new IllegalArgumentException(
                "recipe \"" + Excerpt.around(text, index) + "\", character " + (index + 1) + ": " + problem);
    }
}
