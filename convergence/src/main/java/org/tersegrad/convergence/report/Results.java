package org.tersegrad.convergence.report;

import java.util.List;
import java.util.Map;

/**
 * Everything that a comparison found out.
 *
 * @param about what was compared and where, in the order to be shown: command, data, model, workers, JDK, CPU, commit
 * @param evaluations recipe by recipe, seed by seed, step by step
 */
public record Results(Map<String, String> about, List<Evaluation> evaluations) {
    public Results {
        about = java.util.Collections.unmodifiableMap(new java.util.LinkedHashMap<>(about));
        evaluations = List.copyOf(evaluations);
    }
}
