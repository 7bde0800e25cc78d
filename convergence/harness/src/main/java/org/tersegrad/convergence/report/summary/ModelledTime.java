package org.tersegrad.convergence.report.summary;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How long the steps of a comparison would take on a network.
 *
 * @param network as somebody has written it
 * @param steps by recipe, as it prints in the evaluations
 */
public record ModelledTime(String network, Map<String, StepTime> steps) {
    public ModelledTime {
        steps = Collections.unmodifiableMap(new LinkedHashMap<>(steps));
    }

    /** After so many steps of a recipe; not a number if nobody has modelled it. */
    public double seconds(String recipe, double count) {
        StepTime step = steps.get(recipe);
        return step == null ? Double.NaN : count * step.seconds();
    }
}
