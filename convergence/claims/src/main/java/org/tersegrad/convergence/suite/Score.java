package org.tersegrad.convergence.suite;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.tersegrad.convergence.time.Median;
import org.tersegrad.convergence.training.Contestant;

/**
 * The results of a recipe.
 *
 * @param recipe as it prints
 * @param parts one for each workload that it was run on, in the order of the suite
 * @param whole whether these are all workloads
 */
public record Score(String recipe, List<Part> parts, boolean whole) {
    /** Seeds that may miss the target. */
    private static final int MAY_MISS = 1;

    public Score {
        parts = List.copyOf(parts);
    }

    /**
     * A recipe on a workload.
     *
     * @param rows its runs, in order
     */
    public record Part(Workload workload, List<SuiteRow> rows) {
        public Part {
            rows = List.copyOf(rows);
        }

        /** Bits until the target, the median of the judged seeds; infinite if two of them miss it. */
        public double bits() {
            return median(SuiteRow::bits);
        }

        /** Modelled seconds until the target, likewise. */
        public double seconds() {
            return median(SuiteRow::seconds);
        }

        private double median(ToDoubleFunction<SuiteRow> cost) {
            return isMissed()
                    ? Double.POSITIVE_INFINITY
                    : Median.of(judged().stream().mapToDouble(cost));
        }

        /** Whether more seeds miss the target than may. */
        public boolean isMissed() {
            return judged().size() < Suite.SEEDS.size()
                    || judged().stream().filter(each -> !each.reached()).count() > MAY_MISS;
        }

        /** Bits of dense over those of the recipe; 0 if it misses the target. */
        public double bitsRatio() {
            return workload.goal().denseBits() / bits();
        }

        /** Modelled seconds, likewise. */
        public double secondsRatio() {
            return workload.goal().denseSeconds() / seconds();
        }

        /** The chosen rate; NaN if all trials diverged. */
        public float rate() {
            return judged().isEmpty() ? Float.NaN : judged().get(0).rate();
        }

        private List<SuiteRow> judged() {
            return rows.stream().filter(each -> !each.trial()).toList();
        }

        /** Rejects runs that are not the three trials and, at the best of their rates, the judged seeds. */
        private void check() {
            Contestant recipe = Contestant.parse(rows.get(0).recipe());
            List<Run> wanted = new ArrayList<>();
            Trials.rates(recipe, workload).forEach(rate -> wanted.add(new Run(true, rate, Suite.TRIAL_SEED)));
            List<SuiteRow> trials = rows.stream().filter(SuiteRow::trial).toList();
            Trials.chosen(recipe, workload, trials)
                    .ifPresent(rate -> Suite.SEEDS.forEach(seed -> wanted.add(new Run(false, rate, seed))));
            List<Run> found = rows.stream()
                    .map(each -> new Run(each.trial(), each.rate(), each.seed()))
                    .toList();
            if (!found.equals(wanted)) {
                throw new IllegalArgumentException(rows.get(0).recipe() + " on " + workload.name() + " has the runs "
                        + text(found) + ", not " + text(wanted));
            }
        }

        private record Run(boolean trial, float rate, long seed) {}

        private static String text(List<Run> runs) {
            return runs.stream()
                    .map(each -> (each.trial ? "trial" : "judged") + "@" + each.rate + " seed " + each.seed)
                    .collect(joining(", "));
        }
    }

    /**
     * The score of one recipe.
     *
     * @param rows of that recipe
     * @throws IllegalArgumentException if they are not its six runs on each of some workloads
     */
    static Score of(Suite suite, String recipe, List<SuiteRow> rows) {
        rows.forEach(each -> suite.workload(each.workload()));
        List<Part> parts = suite.workloads().stream()
                .map(workload -> new Part(
                        workload,
                        rows.stream()
                                .filter(each -> each.workload().equals(workload.name()))
                                .toList()))
                .filter(part -> !part.rows.isEmpty())
                .toList();
        parts.forEach(Part::check);
        return new Score(recipe, parts, parts.size() == suite.workloads().size());
    }

    /** The workloads whose targets are missed. */
    public List<String> missed() {
        return parts.stream()
                .filter(Part::isMissed)
                .map(part -> part.workload.name())
                .toList();
    }

    /** The score in bits; NaN if a target is missed. */
    public double bits() {
        return mean(Part::bitsRatio);
    }

    /** The score in modelled seconds; NaN if a target is missed. */
    public double seconds() {
        return mean(Part::secondsRatio);
    }

    private double mean(ToDoubleFunction<Part> ratio) {
        return missed().isEmpty()
                ? Math.pow(parts.stream().mapToDouble(ratio).reduce(1, (a, b) -> a * b), 1.0 / parts.size())
                : Double.NaN;
    }

    /** Number of runs. */
    public int runs() {
        return rows().mapToInt(row -> 1).sum();
    }

    /** Commits of the runs, usually one. */
    String commits() {
        return rows().map(SuiteRow::commit).distinct().collect(joining("; "));
    }

    /** Whether all runs name a commit. */
    boolean isCommitted() {
        return rows().map(SuiteRow::commit).allMatch(FinishedRun::isCommit);
    }

    /** JDKs of the runs, usually one. */
    String jdks() {
        return rows().map(SuiteRow::jdk).distinct().collect(joining("; "));
    }

    private Stream<SuiteRow> rows() {
        return parts.stream().flatMap(part -> part.rows.stream());
    }
}
