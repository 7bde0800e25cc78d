package org.tersegrad.convergence.training.run;

import java.nio.ByteBuffer;
import java.util.List;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.reducers.sync.LocalAgreement;
import org.tersegrad.reducers.sync.LocalSteps;
import org.tersegrad.reducers.sync.WorkerOptions;

/** Every worker takes local steps; after some of them all agree, as {@link LocalSteps} says. */
final class LocalUpdates implements ModelUpdate, LocalAgreement.Observer {
    private static final float[] NOTHING = {};

    private final WorkerModel model;
    private final LocalAgreement agreement;
    private final float[] agreed;
    private final List<FloatSlice> agreedTensors;
    private final float[] sent;
    private float[] given = NOTHING;
    private float[] reduced = NOTHING;

    /** @param share of this worker in all examples, where 1 is the share of one among equals */
    LocalUpdates(LocalSteps how, WorkerModel model, int stepsPerEpoch, float share) {
        this.model = model;
        WorkerOptions options = WorkerOptions.usual().withShare(share).withStepsPerEpoch(stepsPerEpoch);
        agreement = how.start(model.reductions, model.places(), options);
        agreement.observe(this);
        agreed = model.parameters.clone();
        agreedTensors = model.places(agreed);
        sent = new float[agreed.length];
    }

    @Override
    public void step(int step, float rate) {
        model.optimize(step, rate);
        try {
            agreement.afterStep(model.places());
        } catch (IllegalArgumentException e) { // a sum over the workers may overflow
            throw new DivergedException(e);
        }
    }

    @Override
    public void gives(int tensor, FloatSlice difference) {
        copy(difference, sent, tensor);
    }

    @Override
    public void gets(int tensor, FloatSlice mean) {
        if (given.length == 0) {
            given = new float[sent.length];
            reduced = new float[sent.length];
        }
        FloatSlice place = model.place(tensor);
        copy(new FloatSlice(sent, place.offset(), place.length()), given, tensor);
        copy(mean, reduced, tensor);
    }

    private void copy(FloatSlice from, float[] to, int tensor) {
        System.arraycopy(from.array(), from.offset(), to, model.place(tensor).offset(), from.length());
    }

    @Override
    public float[] agreed() {
        agreement.agreed(agreedTensors);
        return agreed;
    }

    /** Those of each tensor's last exchange that is over. */
    @Override
    public float[] given() {
        return given;
    }

    @Override
    public float[] reduced() {
        return reduced;
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
