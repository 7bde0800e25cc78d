package org.tersegrad.convergence.time.published;

/**
 * A published cell beside what the model makes of it.
 *
 * @param cell what was published
 * @param samples samples a second by the model
 * @param fitted whether constants were fitted to this cell; else it is predicted
 */
public record Prediction(Cell cell, double samples, boolean fitted) {
    /** The relative error of the model against the published figure; positive if it is above. */
    public double error() {
        return samples / cell.samples() - 1;
    }

    /** Whether it belongs to the claim: the largest groups, on the two networks where all techniques were surely measured. */
    public boolean isClaimed() {
        return cell.workers() == 32 && !cell.network().equals("100GbE");
    }
}
