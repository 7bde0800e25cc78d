package org.tersegrad.convergence.training.run;

import java.nio.ByteBuffer;
import java.util.stream.IntStream;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.convergence.training.sync.LocalSteps;

/** Every worker makes steps of its own; after some of them, {@link LocalSteps} says how they agree. */
final class LocalUpdates implements ModelUpdate {
    private static final float[] NOTHING = {};

    private final LocalSteps how;
    private final WorkerModel model;
    private final int stepsPerEpoch;
    /** By which this worker's difference counts. */
    private final float weight;

    private final float[] agreed;
    private final float[][] memory;
    private float[] given = NOTHING;
    private float[] reduced = NOTHING;

    /** @param share of this worker in all examples, where 1 is the share of one among equals */
    LocalUpdates(LocalSteps how, WorkerModel model, int stepsPerEpoch, float share) {
        this.how = how;
        this.model = model;
        this.stepsPerEpoch = stepsPerEpoch;
        weight = how.outer().byExamples() ? share : 1;
        agreed = model.parameters.clone();
        memory = new float[how.outer().arrays()][agreed.length];
    }

    @Override
    public void step(int step, float rate) {
        model.optimize(step, rate);
        int[] due = IntStream.range(0, model.tensors())
                .filter(tensor -> how.isDue(step + 1, tensor % how.fragments(), stepsPerEpoch))
                .toArray();
        if (due.length == 0) {
            return;
        }
        for (int tensor : due) {
            difference(model.place(tensor));
        }
        given = model.gradient.clone();
        if (due.length == model.tensors()) {
            model.average();
        } else {
            for (int tensor : due) {
                model.average(tensor);
            }
        }
        reduced = model.gradient.clone();
        for (int tensor : due) {
            agree(model.place(tensor));
        }
    }

    /** How far this worker has come, in the place of the gradient. */
    private void difference(FloatSlice place) {
        for (int i = place.offset(); i < place.offset() + place.length(); i++) {
            model.gradient[i] = weight * (agreed[i] - model.parameters[i]);
        }
    }

    private void agree(FloatSlice place) {
        for (int i = place.offset(); i < place.offset() + place.length(); i++) {
            agreed[i] -= how.outer().step(model.gradient[i], how.rate(), how.momentum(), memory, i);
            model.parameters[i] = agreed[i];
        }
    }

    @Override
    public float[] agreed() {
        return agreed;
    }

    @Override
    public float[] given() {
        return given;
    }

    @Override
    public float[] reduced() {
        return reduced;
    }

    @Override
    public int commonBytes() {
        return (1 + memory.length) * Float.BYTES * agreed.length;
    }

    @Override
    public void saveCommon(ByteBuffer out) {
        WorkerModel.put(agreed, out);
        for (float[] each : memory) {
            WorkerModel.put(each, out);
        }
    }

    @Override
    public void restoreCommon(ByteBuffer in) {
        WorkerModel.get(agreed, in);
        for (float[] each : memory) {
            WorkerModel.get(each, in);
        }
    }

    @Override
    public int ownBytes() {
        return model.bytes();
    }

    @Override
    public void saveOwn(ByteBuffer out) {
        model.save(out);
    }

    @Override
    public void restoreOwn(ByteBuffer in) {
        model.restore(in);
    }
}
