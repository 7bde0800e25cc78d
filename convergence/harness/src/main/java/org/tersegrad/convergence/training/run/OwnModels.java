package org.tersegrad.convergence.training.run;

import java.nio.ByteBuffer;
import org.tersegrad.reducers.sync.Agreement;

/** Every worker takes steps of its own, and an {@link Agreement} brings the models together. */
abstract class OwnModels implements ModelUpdate {
    final WorkerModel model;
    private final Agreement agreement;
    /** The one that is being ended. */
    private int step;

    OwnModels(WorkerModel model, Agreement agreement) {
        this.model = model;
        this.agreement = agreement;
    }

    @Override
    public final void step(int number, float rate) {
        step = number;
        model.optimize(step, rate);
        try {
            agreement.afterStep(model.places());
        } catch (IllegalArgumentException e) { // a sum over the workers may overflow
            throw new DivergedException(e);
        }
    }

    final int step() {
        return step;
    }

    @Override
    public final int ownBytes() {
        return model.bytes() + agreement.stateBytes();
    }

    @Override
    public final void saveOwn(ByteBuffer out) {
        model.save(out);
        agreement.save(out);
    }

    @Override
    public final void restoreOwn(ByteBuffer in) {
        model.restore(in);
        agreement.restore(in);
    }
}
