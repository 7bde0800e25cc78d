package org.tersegrad.convergence.training;

import java.nio.ByteBuffer;
import java.util.stream.IntStream;
import org.tersegrad.compressors.FloatSlice;

/** Every worker makes steps of its own; after some of them, {@link LocalSteps} says how they agree. */
final class LocalUpdates implements ModelUpdate {
    private static final float[] NOTHING = {};

    private final LocalSteps how;
    private final WorkerModel model;
    private final int stepsPerEpoch;
    private final float[] agreed;
    private final float[] outerMomentum;
    private float[] given = NOTHING;
    private float[] reduced = NOTHING;

    LocalUpdates(LocalSteps how, WorkerModel model, int stepsPerEpoch) {
        this.how = how;
        this.model = model;
        this.stepsPerEpoch = stepsPerEpoch;
        agreed = model.parameters.clone();
        outerMomentum = new float[agreed.length];
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
            model.gradient[i] = agreed[i] - model.parameters[i];
        }
    }

    private void agree(FloatSlice place) {
        for (int i = place.offset(); i < place.offset() + place.length(); i++) {
            float mean = model.gradient[i];
            outerMomentum[i] = how.momentum() * outerMomentum[i] + mean;
            agreed[i] -= how.rate() * (how.momentum() == 0 ? mean : mean + how.momentum() * outerMomentum[i]);
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
        return 2 * Float.BYTES * agreed.length;
    }

    @Override
    public void saveCommon(ByteBuffer out) {
        WorkerModel.put(agreed, out);
        WorkerModel.put(outerMomentum, out);
    }

    @Override
    public void restoreCommon(ByteBuffer in) {
        WorkerModel.get(agreed, in);
        WorkerModel.get(outerMomentum, in);
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
