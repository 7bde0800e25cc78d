package org.tersegrad.convergence.report.summary;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The parts of the modelled time of a comparison on a network. When each evaluation happens is among the evaluations.
 *
 * @param network as the user wrote it
 * @param steps by recipe, as it prints in the evaluations
 */
public record ModelledTime(String network, Map<String, StepTime> steps) {
    public ModelledTime {
        steps = Collections.unmodifiableMap(new LinkedHashMap<>(steps));
    }

    /** Why the time of a recipe cannot be trusted; empty if it can. */
    public String doubt(String recipe) {
        StepTime step = steps.get(recipe);
        return step == null ? "" : step.doubt();
    }
}
