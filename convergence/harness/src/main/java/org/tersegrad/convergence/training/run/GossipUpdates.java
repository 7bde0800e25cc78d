package org.tersegrad.convergence.training.run;

import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.sync.Gossip;

/** Every worker takes a local step and then one towards its neighbours, as {@link Gossip} says. */
final class GossipUpdates extends OwnModels {
    private final float[] mean;

    GossipUpdates(Gossip how, Run run, WorkerModel model, Collective group) {
        super(model, how.start(run.contestant.policy(), run.problem.namedTensors(), run.seed.fork(Run.GOSSIP), group));
        mean = model.parameters.clone();
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
}
