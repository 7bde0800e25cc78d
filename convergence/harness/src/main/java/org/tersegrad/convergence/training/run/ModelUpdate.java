package org.tersegrad.convergence.training.run;

import java.nio.ByteBuffer;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.sync.Gossip;
import org.tersegrad.reducers.sync.LocalSteps;
import org.tersegrad.reducers.sync.Synchronization;

/** The update of a worker's model by its gradients, and what the other workers get of it. */
interface ModelUpdate {
    float[] NOTHING = {};

    /** The one that a way to synchronize asks for. */
    static ModelUpdate of(Run run, WorkerModel model, Collective group) {
        Synchronization synchronization = run.settings.synchronization();
        if (synchronization instanceof Gossip gossip) {
            return new GossipUpdates(gossip, run, model, group);
        }
        return synchronization instanceof LocalSteps local
                ? new LocalUpdates(local, run, model)
                : new AveragedGradients(run, model);
    }

    /** Ends a step, counted from 0, whose gradient is in the model. */
    void step(int step, float rate);

    /** Called by all workers before an evaluation. */
    default void meet(Meeting meeting) {}

    /** The distance of this worker's model from the one to be evaluated, as a Euclidean norm, after {@link #meet}. */
    default double distance() {
        return 0;
    }

    /** The model that all workers agree on: the one to be evaluated. */
    float[] agreed();

    /** The input of this worker to the last reduction worth a look; empty if there was none. */
    default float[] given() {
        return NOTHING;
    }

    /** The result of that reduction. */
    default float[] reduced() {
        return NOTHING;
    }

    /** Bytes that {@link #saveCommon} writes. */
    default int commonBytes() {
        return 0;
    }

    /** Writes what is the same on all workers. */
    default void saveCommon(ByteBuffer out) {}

    /** Reads that. */
    default void restoreCommon(ByteBuffer in) {}

    /** Bytes that {@link #saveOwn} writes. */
    int ownBytes();

    /** Writes what is this worker's alone, the state of its reductions included. */
    void saveOwn(ByteBuffer out);

    /** Reads that. */
    void restoreOwn(ByteBuffer in);
}
