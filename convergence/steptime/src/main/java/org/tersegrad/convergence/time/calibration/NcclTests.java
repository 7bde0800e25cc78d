package org.tersegrad.convergence.time.calibration;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;

/**
 * The output of nccl-tests, as of {@code all_reduce_perf}.
 *
 * <pre>
 *   #       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
 *        1048576        262144     float     sum      -1    27.76   37.78   66.11      0    27.49   38.15   66.76      0
 * </pre>
 *
 * <p>Old versions have no root. Of the two times, out of place and in place, the mean counts. The number of workers is that of the lines
 * {@code # Rank}; without any it follows from busbw/algbw, which is the share of the bytes that a worker sends.
 */
final class NcclTests {
    private static final java.util.regex.Pattern RANK = java.util.regex.Pattern.compile("#\\s+Rank\\s+\\d+\\b.*");
    private static final java.util.regex.Pattern TEST =
            java.util.regex.Pattern.compile(".*\\b(all_reduce|all_gather|reduce_scatter|alltoall|broadcast)_perf\\b.*");

    private static final int MOST_FIELDS = 13;
    private static final double MICROSECOND = 1e-6;

    private NcclTests() {}

    static boolean isLike(String text) {
        return text.contains("busbw");
    }

    static List<Observation> read(MeasuredFile file, String text) {
        int ranks = 0;
        Optional<Pattern> named = file.collective();
        List<Row> rows = new ArrayList<>();
        for (String line : text.lines().toList()) {
            Matcher test = TEST.matcher(line);
            if (test.matches() && named.isEmpty()) {
                named = Pattern.named(test.group(1).replace("allto", "all_to_"));
            }
            if (RANK.matcher(line).matches()) {
                ranks++;
            } else if (!line.isBlank() && !line.strip().startsWith("#")) {
                Row.of(file, line).filter(row -> row.size > 0).ifPresent(rows::add);
            }
        }
        if (rows.isEmpty()) {
            throw file.wrong("has no row of nccl-tests with a size above 0");
        }
        Pattern pattern = named.orElseGet(() -> rows.get(0).pattern());
        int workers = file.workers().orElse(ranks > 1 ? ranks : workers(file, pattern, rows));
        double own = pattern == Pattern.ALL_GATHER || pattern == Pattern.ALL_TO_ALL ? 1.0 / workers : 1;
        double bytes = pattern == Pattern.ALL_TO_ALL ? 1 : own; // its size is that of one worker
        return rows.stream()
                .map(row -> new Observation(pattern, workers, row.size * bytes, row.microseconds * MICROSECOND))
                .toList();
    }

    /** The number of workers that the two bandwidths of the longest message tell. */
    private static int workers(MeasuredFile file, Pattern pattern, List<Row> rows) {
        Row longest = rows.get(rows.size() - 1);
        double share = longest.busOverAlgorithm;
        double workers = pattern == Pattern.ALL_REDUCE ? 2 / (2 - share) : 1 / (1 - share);
        if (!(workers > 1.5 && workers < 1e5) || pattern == Pattern.BROADCAST) {
            return file.workersOrFail();
        }
        return (int) Math.round(workers);
    }

    private record Row(double size, boolean sums, boolean whole, double microseconds, double busOverAlgorithm) {
        /** A row of numbers; empty if the line is none, as a message of a library among them. */
        static Optional<Row> of(MeasuredFile file, String line) {
            String[] fields = line.strip().split("\\s+");
            boolean old = fields.length == MOST_FIELDS - 1;
            if (!old && fields.length != MOST_FIELDS || !fields[0].chars().allMatch(Character::isDigit)) {
                return Optional.empty();
            }
            int time = old ? 4 : 5;
            try {
                double size = Double.parseDouble(fields[0]);
                double bytes = size == 0 ? 0 : size / Double.parseDouble(fields[1]);
                double first = Double.parseDouble(fields[time]);
                double second = Double.parseDouble(fields[time + 4]);
                return Optional.of(new Row(
                        size,
                        !fields[3].toLowerCase(Locale.ROOT).equals("none"),
                        bytes == bytesOf(fields[2]),
                        (first + second) / 2,
                        Double.parseDouble(fields[time + 2]) / Double.parseDouble(fields[time + 1])));
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException(
                        file.name() + ": a row of nccl-tests has numbers, not " + line.strip(), e);
            }
        }

        /** In sums the count is of all elements, in other collectives of one rank's. */
        Pattern pattern() {
            return sums
                    ? whole ? Pattern.ALL_REDUCE : Pattern.REDUCE_SCATTER
                    : whole ? Pattern.BROADCAST : Pattern.ALL_GATHER;
        }

        private static double bytesOf(String type) {
            return Arrays.stream(new String[][] {
                        {"8", "double", "int64", "uint64"},
                        {"4", "float", "int32", "uint32"},
                        {"2", "half", "bfloat16"},
                        {"1", "int8", "uint8", "f8e4m3", "f8e5m2"}
                    })
                    .filter(row -> Arrays.asList(row).contains(type))
                    .mapToDouble(row -> Double.parseDouble(row[0]))
                    .findFirst()
                    .orElse(0);
        }
    }
}
