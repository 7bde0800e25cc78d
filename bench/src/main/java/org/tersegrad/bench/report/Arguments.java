package org.tersegrad.bench.report;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What follows {@code --report} or {@code --scaling}.
 *
 * @param from records to report instead of measuring
 * @param peers rows of PyTorch, measured before
 * @param jmh all else, which JMH understands
 */
record Arguments(List<Path> from, Optional<Path> peers, List<String> jmh) {
    Arguments {
        from = List.copyOf(from);
        jmh = List.copyOf(jmh);
    }

    static Arguments parse(List<String> words) {
        List<Path> from = new ArrayList<>();
        Optional<Path> peers = Optional.empty();
        List<String> jmh = new ArrayList<>();
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            switch (word) {
                case "--from", "--peers" -> {
                    if (i + 1 == words.size()) {
                        throw new IllegalArgumentException(word + " needs a file");
                    }
                    Path file = Path.of(words.get(++i));
                    if (word.equals("--from")) {
                        from.add(file);
                    } else {
                        peers = Optional.of(file);
                    }
                }
                case "-rff", "-rf" -> throw new IllegalArgumentException(word + ": this command names its file itself");
                default -> jmh.add(word);
            }
        }
        if (!from.isEmpty() && !jmh.isEmpty()) {
            throw new IllegalArgumentException("with --from nothing is run, so there is no use for " + jmh);
        }
        return new Arguments(from, peers, jmh);
    }

    /**
     * JMH takes an option once only, so a default gives way to what the user wrote.
     *
     * @param defaults options with their values; parameters as {@code -p width}
     */
    List<String> jmhWith(Map<String, String> defaults) {
        List<String> all = new ArrayList<>(jmh);
        defaults.forEach((option, value) -> {
            if (!option.startsWith("-p ")) {
                if (!jmh.contains(option)) {
                    all.addAll(List.of(option, value));
                }
            } else if (jmh.stream().noneMatch(word -> word.startsWith(option.substring(3) + '='))) {
                all.addAll(List.of("-p", option.substring(3) + '=' + value));
            }
        });
        return all;
    }
}
