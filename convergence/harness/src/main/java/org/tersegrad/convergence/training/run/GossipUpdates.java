package org.tersegrad.convergence.training.run;

import java.nio.ByteBuffer;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.sync.Agreement;
import org.tersegrad.reducers.sync.Gossip;

/** Every worker takes a local step and then one towards its neighbours, as {@link Gossip} says. */
final class GossipUpdates implements ModelUpdate {
    private static final float[] NOTHING = {};

    private final WorkerModel model;
    private final Agreement agreement;
    private final float[] mean;

    GossipUpdates(Gossip how, Run run, WorkerModel model, Collective group) {
        this.model = model;
        mean = model.parameters.clone();
        agreement = how.start(run.contestant.policy(), run.problem.namedTensors(), run.seed.fork(Run.GOSSIP), group);
    }

    @Override
    public void step(int step, float rate) {
        model.optimize(step, rate);
        try {
            agreement.afterStep(model.places());
        } catch (IllegalArgumentException e) {
            throw new DivergedException(e);
        }
    }

    /** The mean of all models, which no worker has: it is made for the evaluation. */
    @Override
    public void meet(Meeting meeting) {
        for (int i = 0; i < mean.length; i++) {
            mean[i] = Float.isFinite(model.parameters[i]) ? model.parameters[i] : 0; // the run ends here anyway
        }
        meeting.average(mean);
    }

    @Override
    public double distance() {
        return WorkerModel.distance(model.parameters, mean);
    }

    @Override
    public float[] agreed() {
        return mean;
    }

    @Override
    public float[] given() {
        return NOTHING;
    }

    @Override
    public float[] reduced() {
        return NOTHING;
    }

    @Override
    public int ownBytes() {
        return model.bytes() + agreement.stateBytes();
    }

    @Override
    public void saveOwn(ByteBuffer out) {
        model.save(out);
        agreement.save(out);
    }

    @Override
    public void restoreOwn(ByteBuffer in) {
        model.restore(in);
        agreement.restore(in);
    }
}
