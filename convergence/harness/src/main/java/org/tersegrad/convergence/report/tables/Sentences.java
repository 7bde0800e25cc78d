package org.tersegrad.convergence.report.tables;

/** Sentences for a terminal. */
public final class Sentences {
    /** The most characters of a line. */
    public static final int WIDTH = 110;

    private Sentences() {}

    /**
     * Appends a sentence in lines, broken at spaces; what follows the first one is indented.
     *
     * @param text modified: ends with a new line
     */
    public static void wrap(String sentence, StringBuilder text) {
        int length = 0;
        for (String word : sentence.split(" ", -1)) {
            if (length > 0 && length + 1 + word.length() > WIDTH) {
                text.append("\n ");
                length = 1;
            }
            text.append(length == 0 ? "" : " ").append(word);
            length += word.length() + (length == 0 ? 0 : 1);
        }
        text.append('\n');
    }
}
