package org.tersegrad.convergence.training.run;

import java.nio.ByteBuffer;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.sync.Gossip;
import org.tersegrad.reducers.sync.LocalSteps;
import org.tersegrad.reducers.sync.Synchronization;

/** How a worker's gradients change its model, and what the others get of that. */
interface ModelUpdate {
    /** The one that a way to synchronize asks for. */
    static ModelUpdate of(Run run, WorkerModel model, Collective group) {
        Synchronization synchronization = run.settings.synchronization();
        if (synchronization instanceof Gossip gossip) {
            return new GossipUpdates(gossip, run, model, group);
        }
        return synchronization instanceof LocalSteps local && !synchronization.isEveryStep()
                ? new LocalUpdates(local, model, run.stepsPerEpoch, run.share(group.rank()))
                : new AveragedGradients(model, run.stepsPerEpoch);
    }

    /** Ends a step, counted from 0, whose gradient stands in the model. */
    void step(int step, float rate);

    /** Called by all workers before an evaluation. */
    default void meet(Meeting meeting) {}

    /** How far this worker's model is from the one to be evaluated, as a Euclidean norm, after {@link #meet}. */
    default double distance() {
        return 0;
    }

    /** The model that all workers agree on: the one to be evaluated. */
    float[] agreed();

    /** What this worker gave to the last reduction that is worth a look; empty if there was none. */
    float[] given();

    /** What that reduction made of it. */
    float[] reduced();

    /** How many bytes {@link #saveCommon} writes. */
    default int commonBytes() {
        return 0;
    }

    /** Writes what is the same on all workers. */
    default void saveCommon(ByteBuffer out) {}

    /** Reads that. */
    default void restoreCommon(ByteBuffer in) {}

    /** How many bytes {@link #saveOwn} writes. */
    int ownBytes();

    /** Writes what is this worker's alone, the state of its reductions included. */
    void saveOwn(ByteBuffer out);

    /** Reads that. */
    void restoreOwn(ByteBuffer in);
}
