package org.tersegrad.convergence.training;

/** Hears how a comparison goes on. */
public interface Progress {
    /** Hears nothing. */
    Progress SILENT = new Progress() {};

    /**
     * A run has come to the end of an epoch.
     *
     * @param run which one, counted from 0
     * @param runs how many there are
     * @param epoch how many are over
     */
    default void evaluated(int run, int runs, int epoch, Evaluation evaluation) {}

    /**
     * A run cannot go on, because its numbers have grown beyond what a float can hold.
     *
     * @param why in a sentence
     */
    default void diverged(String recipe, long seed, String why) {}

    /**
     * A run that was stopped cannot go on from its checkpoint and begins anew.
     *
     * @param why in half a sentence, with the file
     */
    default void startedOver(String recipe, long seed, String why) {}

    /**
     * A learning rate was tried.
     *
     * @param trainLoss in the last epoch; not a number if it diverged
     */
    default void tried(String recipe, float rate, double trainLoss) {}
}
