package org.tersegrad.convergence.time.calibration;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;

/**
 * The output of the OSU benchmarks for MPI, as of {@code osu_allreduce}: bytes and mean microseconds, perhaps with more columns behind
 * them. The number of workers is not in it. Sizes of gathers are those of one worker, sizes of all-to-alls those of one message.
 */
final class OsuOutput {
    private static final java.util.regex.Pattern TITLE = java.util.regex.Pattern.compile(
            ".*OSU MPI (?:Non-blocking )?(\\w+)(?: Personalized Exchange)?.* Latency Test.*");

    private static final double MICROSECOND = 1e-6;

    private OsuOutput() {}

    static boolean isLike(String text) {
        return text.contains("OSU MPI");
    }

    static List<Observation> read(MeasuredFile file, String text) {
        Optional<Pattern> pattern = file.collective();
        List<Observation> observations = new ArrayList<>();
        for (String line : text.lines().toList()) {
            Matcher title = TITLE.matcher(line);
            if (title.matches() && pattern.isEmpty()) {
                pattern = pattern(title.group(1));
            }
            String[] fields = line.strip().split("\\s+");
            if (fields.length < 2 || fields[0].startsWith("#")) {
                continue;
            }
            Pattern found = pattern.orElseThrow(
                    () -> file.wrong("has no title of a collective; write " + file.path() + ",collective=all-reduce"));
            int workers = found == Pattern.SEND ? 2 : file.workersOrFail();
            try {
                double bytes = Double.parseDouble(fields[0]) * (found == Pattern.ALL_TO_ALL ? workers : 1);
                if (bytes > 0) {
                    observations.add(
                            new Observation(found, workers, bytes, Double.parseDouble(fields[1]) * MICROSECOND));
                }
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException(
                        file.name() + ": a row of OSU has bytes and microseconds, not " + line.strip(), e);
            }
        }
        return observations;
    }

    private static Optional<Pattern> pattern(String title) {
        return switch (title.toLowerCase(Locale.ROOT)) {
            case "alltoall" -> Optional.of(Pattern.ALL_TO_ALL);
            case "latency" -> Optional.of(Pattern.SEND);
            default -> Pattern.named(title);
        };
    }
}
