package org.tersegrad.convergence.training.run;

import java.util.List;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.reducers.sync.LocalAgreement;
import org.tersegrad.reducers.sync.LocalSteps;
import org.tersegrad.reducers.sync.WorkerOptions;

/** Every worker takes local steps; after some of them all agree, as {@link LocalSteps} says. */
final class LocalUpdates extends OwnModels implements LocalAgreement.Observer {
    private final Run run;
    private final LocalAgreement agreement;
    private final float[] agreed;
    private final List<FloatSlice> agreedTensors;
    private final float[] sent;
    private float[] given = NOTHING;
    private float[] reduced = NOTHING;

    LocalUpdates(LocalSteps how, Run run, WorkerModel model) {
        this(
                run,
                model,
                how.start(
                        model.reductions,
                        model.places(),
                        WorkerOptions.usual().withShare(run.share(model.rank)).withStepsPerEpoch(run.stepsPerEpoch)));
    }

    private LocalUpdates(Run run, WorkerModel model, LocalAgreement agreement) {
        super(model, agreement);
        this.run = run;
        this.agreement = agreement;
        agreement.observe(this);
        agreed = model.parameters.clone();
        agreedTensors = model.places(agreed);
        sent = new float[agreed.length];
    }

    @Override
    public void gives(int tensor, FloatSlice difference) {
        copy(difference, sent, tensor);
        run.listener.gives(step(), model.rank, tensor, difference);
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
}
