package org.tersegrad.convergence.training;

import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Everything that a comparison found out.
 *
 * @param about what was compared and where, in the order to be shown: command, data, model, workers, JDK, CPU, commit.
 *     Titles are made of {@code data}, {@code model}, {@code partition} and {@code workers}, where they are given
 * @param parameters of the model; 0 if not known
 * @param evaluations recipe by recipe, seed by seed, step by step
 */
public record Results(Map<String, String> about, int parameters, List<Evaluation> evaluations) {
    /** The key of a sentence on rates that were not tuned for these settings. */
    public static final String UNTUNED = "rates";

    private static final String IID = Partition.iid().toString();

    /**
     * Copies all of it.
     *
     * @throws IllegalArgumentException if a run does not go forward from step to step
     */
    public Results {
        if (parameters < 0) {
            throw new IllegalArgumentException("a model has 0 or more parameters, not " + parameters);
        }
        about = Collections.unmodifiableMap(new LinkedHashMap<>(about));
        evaluations = List.copyOf(evaluations);
        checkOrder(evaluations);
    }

    /** Results of a model of unknown size. */
    public Results(Map<String, String> about, List<Evaluation> evaluations) {
        this(about, 0, evaluations);
    }

    private static void checkOrder(List<Evaluation> evaluations) {
        Map<List<Object>, Evaluation> last = new HashMap<>();
        for (Evaluation each : evaluations) {
            Evaluation before = last.put(List.of(each.recipe(), each.seed()), each);
            if (before != null && each.step() <= before.step()) {
                throw new IllegalArgumentException(each.recipe() + " with seed " + each.seed() + " has step "
                        + each.step() + " after step " + before.step());
            }
        }
    }

    /** The title, as in {@code mlp(128) on digits, dirichlet(0.1), 8 workers, 3 seeds}; an iid partition is left out. */
    public String title() {
        String model = about.getOrDefault("model", "");
        String data = about.getOrDefault("data", "");
        String partition = about.getOrDefault("partition", IID);
        String workers = about.getOrDefault("workers", "");
        long seeds = evaluations.stream().mapToLong(Evaluation::seed).distinct().count();
        return (model.isEmpty() || data.isEmpty() ? model + data : model + " on " + data)
                + (model.isEmpty() && data.isEmpty() ? "" : ", ")
                + (partition.equals(IID) ? "" : partition + ", ")
                + (workers.isEmpty() ? "" : counted(workers, "worker") + ", ")
                + counted(Long.toString(seeds), "seed");
    }

    private static String counted(String count, String what) {
        return count + " " + what + (count.equals("1") ? "" : "s");
    }
}
