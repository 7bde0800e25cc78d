package org.tersegrad.convergence.time.schedules;

/** Wait-free back-propagation: every gradient is sent by itself as soon as it is there (H. Zhang et al., Poseidon, 2017). */
public record WaitFree() implements Grouped {
    @Override
    public Grouping grouping(Step step) {
        return Grouping.single(step.profile().tensors().size());
    }

    @Override
    public String toString() {
        return "wfbp";
    }
}
