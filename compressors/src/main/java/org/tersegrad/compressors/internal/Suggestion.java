package org.tersegrad.compressors.internal;

import java.util.List;
import java.util.Locale;

/** Finds the word that was probably meant by a mistyped one, for recipes and other names. */
public final class Suggestion {
    private Suggestion() {}

    /**
     * {@code "; did you mean topk?"}, or nothing if no word is near.
     *
     * @param words in lower case
     */
    public static String question(String mistyped, List<String> words) {
        String best = "";
        String typed = mistyped.toLowerCase(Locale.ROOT);
        int least = (typed.length() + 1) / 2 + 1; // half of the letters wrong is no typing error
        for (String word : words) {
            // The distance is at least the difference in length: a word that is far too long is not compared letter by
            // letter.
            if (Math.abs(typed.length() - word.length()) < least) {
                int distance = distance(typed, word);
                if (distance < least) {
                    least = distance;
                    best = word;
                }
            }
        }
        return best.isEmpty() ? "" : "; did you mean " + best + "?";
    }

    /**
     * The number of letters to insert, delete or replace to turn one word into the other (V. Levenshtein, 1965). Row by row: {@code
     * row[j]} is the distance between the first i letters of a and the first j of b.
     */
    static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[b.length()];
    }
}
