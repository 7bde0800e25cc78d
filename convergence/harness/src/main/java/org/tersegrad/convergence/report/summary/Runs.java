package org.tersegrad.convergence.report.summary;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.tersegrad.convergence.training.Evaluation;

/** Evaluations sorted into runs: one for each seed of each recipe, in the order in which they first occur. */
public final class Runs {
    private Runs() {}

    /** The runs of each recipe, each with its evaluations from the first to the last. */
    public static Map<String, List<List<Evaluation>>> byRecipe(List<Evaluation> evaluations) {
        Map<String, Map<Long, List<Evaluation>>> all = evaluations.stream()
                .collect(Collectors.groupingBy(
                        Evaluation::recipe,
                        LinkedHashMap::new,
                        Collectors.groupingBy(Evaluation::seed, LinkedHashMap::new, Collectors.toList())));
        Map<String, List<List<Evaluation>>> runs = new LinkedHashMap<>();
        all.forEach((recipe, seeds) -> runs.put(recipe, List.copyOf(seeds.values())));
        return runs;
    }

    /** The last evaluation of each run. */
    static List<Evaluation> last(List<List<Evaluation>> runs) {
        return runs.stream().map(run -> run.get(run.size() - 1)).toList();
    }
}
