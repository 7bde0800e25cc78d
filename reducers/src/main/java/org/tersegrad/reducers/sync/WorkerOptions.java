package org.tersegrad.reducers.sync;

import java.util.concurrent.Executor;

/**
 * The options of local steps that differ from worker to worker.
 *
 * @param share of this worker in all examples, where 1 is the share of one among equals: n times its examples, divided by those of
 *     all n workers. It counts for outer steps {@linkplain OuterStep.Kind#byExamples by examples}
 * @param stepsPerEpoch after which a period doubles, the same on all workers; 0 if there are no epochs
 * @param executor runs exchanges that overlap with local steps, one at a time
 */
public record WorkerOptions(float share, int stepsPerEpoch, Executor executor) {
    public WorkerOptions {
        if (!(share >= 0 && share < Float.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("a share is 0 or more, this is " + share);
        }
        if (stepsPerEpoch < 0) {
            throw new IllegalArgumentException("an epoch has 1 step or more, not " + stepsPerEpoch);
        }
    }

    /** One among equals, without epochs; exchanges run in the thread that calls. */
    public static WorkerOptions usual() {
        return new WorkerOptions(1, 0, Runnable::run);
    }

    /** The same with this share in all examples. */
    public WorkerOptions withShare(float other) {
        return new WorkerOptions(other, stepsPerEpoch, executor);
    }

    /** The same with epochs of this length. */
    public WorkerOptions withStepsPerEpoch(int other) {
        return new WorkerOptions(share, other, executor);
    }

    /**
     * The same with exchanges in threads of this executor. The bits are those of exchanges in the thread that calls. Until an
     * exchange has ended, the group must not be used for anything else.
     */
    public WorkerOptions withExecutor(Executor other) {
        return new WorkerOptions(share, stepsPerEpoch, other);
    }
}
