package org.tersegrad.convergence.time.schedules;

/** One exchange of all gradients after the backward pass: bulk-synchronous training (BSP) as it is written in textbooks. */
public record NoOverlap() implements Grouped {
    @Override
    public Grouping grouping(Step step) {
        return Grouping.whole(step.profile().tensors().size());
    }

    @Override
    public String toString() {
        return "none";
    }
}
