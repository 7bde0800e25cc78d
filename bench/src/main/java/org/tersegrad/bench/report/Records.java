package org.tersegrad.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The records of one CPU: {@code 2026-11-15.csv}, a second one of that day {@code 2026-11-15-2.csv}. */
record Records(Path folder) {
    private static final String DATE = "\\d{4}-\\d\\d-\\d\\d";

    /** A file that is not there yet. */
    Path unused(String date, String topic) {
        Path file = folder.resolve(date + topic + ".csv");
        for (int n = 2; Files.exists(file); n++) {
            file = folder.resolve(date + topic + '-' + n + ".csv");
        }
        return file;
    }

    /** All of {@code --report} that are older than all of {@code files}, the oldest first. */
    List<Path> before(List<Path> files) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        Comparator<Path> age = Comparator.comparing(Records::date)
                .thenComparing(Records::number)
                .thenComparing(Records::stem);
        Path first = files.stream().min(age).orElseThrow();
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(file -> file.getFileName().toString().matches(DATE + ".*\\.csv"))
                    .filter(file -> !stem(file).contains("-scaling"))
                    .filter(file -> age.compare(file, first) < 0)
                    .sorted(age)
                    .toList();
        }
    }

    static String stem(Path file) {
        return file.getFileName().toString().replaceAll("\\.csv$", "");
    }

    static String date(Path file) {
        return stem(file).replaceAll("^(" + DATE + ").*", "$1");
    }

    /** Records on one topic, written by hand, come before those of a whole day. */
    private static int number(Path file) {
        String rest = stem(file).replaceAll("^" + DATE, "");
        if (rest.isEmpty()) {
            return 1;
        }
        return rest.matches("-\\d{1,6}") ? Integer.parseInt(rest.substring(1)) : 0;
    }
}
