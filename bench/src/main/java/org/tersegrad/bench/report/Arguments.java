package org.tersegrad.bench.report;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The words after {@code --report} or {@code --scaling}.
 *
 * @param from records to report instead of measuring
 * @param peers rows of PyTorch, measured before
 * @param busy whether to measure on a machine that does other things
 * @param rounds how often all is measured, if that was given
 * @param jmh all else, which JMH understands
 */
record Arguments(List<Path> from, Optional<Path> peers, boolean busy, OptionalInt rounds, List<String> jmh) {
    /** Of a report; odd, so that a median is in the middle. */
    static final int ROUNDS = 3;

    Arguments {
        from = List.copyOf(from);
        jmh = List.copyOf(jmh);
    }

    static Arguments parse(List<String> words) {
        List<Path> from = new ArrayList<>();
        List<Path> peers = new ArrayList<>();
        boolean busy = false;
        OptionalInt rounds = OptionalInt.empty();
        List<String> jmh = new ArrayList<>();
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            switch (word) {
                case "--from", "--peers" -> {
                    if (i + 1 == words.size()) {
                        throw new IllegalArgumentException(word + " needs a file");
                    }
                    (word.equals("--from") ? from : peers).add(Path.of(words.get(++i)));
                }
                case "--rounds" -> {
                    if (i + 1 == words.size() || !words.get(i + 1).matches("[1-9]\\d?")) {
                        throw new IllegalArgumentException(word + " needs a number from 1 to 99");
                    }
                    rounds = OptionalInt.of(Integer.parseInt(words.get(++i)));
                }
                case "--busy" -> busy = true;
                case "-rff", "-rf" -> throw new IllegalArgumentException(word + ": this command names its file itself");
                default -> jmh.add(word);
            }
        }
        List<String> unused = new ArrayList<>(jmh);
        if (rounds.isPresent()) {
            unused.addAll(List.of("--rounds", String.valueOf(rounds.getAsInt())));
        }
        if (busy) {
            unused.add("--busy");
        }
        if (!from.isEmpty() && !unused.isEmpty()) {
            throw new IllegalArgumentException(
                    "with --from nothing is run, so there is no use for " + String.join(" ", unused));
        }
        return new Arguments(from, peers.stream().reduce((first, last) -> last), busy, rounds, jmh);
    }

    /**
     * JMH takes an option once only, so a default gives way to what the user wrote.
     *
     * @param defaults each an option with its value, as {@code -f 1} or {@code -p width=1,4}
     */
    List<String> jmhWith(List<String> defaults) {
        List<String> all = new ArrayList<>(jmh);
        for (String each : defaults) {
            List<String> option = List.of(each.split(" ", 2));
            String parameter = option.get(1).replaceFirst("=.*", "=");
            boolean given = option.get(0).equals("-p")
                    ? jmh.stream().anyMatch(word -> word.startsWith(parameter))
                    : jmh.contains(option.get(0));
            if (!given) {
                all.addAll(option);
            }
        }
        return all;
    }
}
