package org.tersegrad.compressors;

import java.util.ArrayList;
import java.util.List;
import org.tersegrad.compressors.internal.Excerpt;

/** The text of a recipe, or of something else in the same grammar, and how far it has been read. */
final class RecipeText {
    private final String noun;
    private final String text;
    private int at;

    /**
     * A text at its beginning.
     *
     * @param noun what it is, for messages
     */
    RecipeText(String noun, String text) {
        Excerpt.requireLength("a " + noun, text, Recipe.MAX_LENGTH);
        this.noun = noun;
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

    /** Reads letters, digits and hyphens, perhaps none. */
    String name() {
        int start = next();
        while (at < text.length() && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '-')) {
            at++;
        }
        return text.substring(start, at);
    }

    /** The name that comes next, which is not read. */
    String peekName() {
        int start = next();
        String name = name();
        at = start;
        return name;
    }

    /**
     * Reads up to the next sign of the grammar; a + is none here, as in 1e+3. Parentheses after a name belong to the value, which
     * may be a recipe.
     */
    String value() {
        int start = next();
        int open = 0;
        for (; at < text.length(); at++) {
            char sign = text.charAt(at);
            if (sign == '(' && at > start) {
                open++;
            } else if (sign == ')' && open > 0) {
                open--;
            } else if (open == 0 && ",()=".indexOf(sign) >= 0) {
                break;
            }
        }
        return text.substring(start, at).strip();
    }

    /** The letters and digits after each + from here on that is not in parentheses; nothing is read. */
    List<String> peekWrappers() {
        int start = at;
        List<String> names = new ArrayList<>();
        for (int open = 0; at < text.length(); at++) {
            char sign = text.charAt(at);
            open += sign == '(' ? 1 : sign == ')' ? -1 : 0;
            if (sign == '+' && open == 0) {
                int plus = at++;
                names.add(name());
                at = plus;
            }
        }
        at = start;
        return names;
    }

    /** The text read since {@code start}. */
    String since(int start) {
        return text.substring(start, at).strip();
    }

    /** The exception for a next character that should be {@code what}. */
    IllegalArgumentException expected(String what) {
        return mistake(next(), what + " is expected here, not " + (atEnd() ? "the end" : text.charAt(at)));
    }

    /** The exception for {@code problem} at {@code index}. */
    IllegalArgumentException mistake(int index, String problem) {
        return new IllegalArgumentException(
                noun + " \"" + Excerpt.around(text, index) + "\", character " + (index + 1) + ": " + problem);
    }
}
