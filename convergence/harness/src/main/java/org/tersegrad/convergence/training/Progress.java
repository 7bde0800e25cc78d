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
     * A run that was stopped cannot go on from its checkpoint and begins again.
     *
     * @param why in half a sentence, with the file
     */
    default void startedOver(String recipe, long seed, String why) {}

    /**
     * A learning rate was tried.
     *
     * @param trainLoss in the last epoch, averaged over some seeds; NaN if one of them diverged
     */
    default void tried(String recipe, float rate, double trainLoss) {}

    /**
     * A learning rate was chosen.
     *
     * @param atAnEnd whether it is the lowest or the highest of those that were tried, so that one beyond it may be better
     */
    default void tuned(String recipe, float rate, boolean atAnEnd) {}
}
