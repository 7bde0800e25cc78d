package org.tersegrad.convergence.training.run;

import java.nio.ByteBuffer;
import java.util.List;
import org.tersegrad.compressors.FloatSlice;

/** Gradients are averaged in every step, and all workers make the same step along the mean. */
final class AveragedGradients implements ModelUpdate {
    private final Run run;
    private final WorkerModel model;
    private float[] given = NOTHING;

    AveragedGradients(Run run, WorkerModel model) {
        this.run = run;
        this.model = model;
    }

    @Override
    public void step(int step, float rate) {
        List<FloatSlice> gradients = model.gradients();
        for (int tensor = 0; tensor < gradients.size(); tensor++) {
            run.listener.gives(step, model.rank, tensor, gradients.get(tensor));
        }
        given = (step + 1) % run.stepsPerEpoch == 0 ? model.gradient.clone() : NOTHING; // an evaluation follows
        model.average();
        model.optimize(step, rate);
    }

    @Override
    public float[] agreed() {
        return model.parameters;
    }

    @Override
    public float[] given() {
        return given;
    }

    @Override
    public float[] reduced() {
        return model.gradient;
    }

    @Override
    public int commonBytes() {
        return model.bytes();
    }

    @Override
    public void saveCommon(ByteBuffer out) {
        model.save(out);
    }

    @Override
    public void restoreCommon(ByteBuffer in) {
        model.restore(in);
    }

    @Override
    public int ownBytes() {
        return model.reductions.stateBytes();
    }

    @Override
    public void saveOwn(ByteBuffer out) {
        model.reductions.save(out);
    }

    @Override
    public void restoreOwn(ByteBuffer in) {
        model.reductions.restore(in);
    }
}
