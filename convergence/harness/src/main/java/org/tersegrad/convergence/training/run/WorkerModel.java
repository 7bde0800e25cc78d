package org.tersegrad.convergence.training.run;

import java.nio.ByteBuffer;
import java.util.List;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Traits;
import org.tersegrad.convergence.model.layers.ModelTensor;
import org.tersegrad.convergence.training.Optimizer;
import org.tersegrad.convergence.training.Settings;
import org.tersegrad.convergence.training.checkpoints.DamagedCheckpointException;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.model.ModelReduction;

/** One worker's parameters and gradient, tensor by tensor, with what averages and what optimizes them. */
final class WorkerModel {
    final float[] parameters;
    final float[] gradient;
    final ModelReduction reductions;
    final int rank;

    private final List<ModelTensor> tensors;
    private final Optimizer.State optimizer;
    private final float[] momentum;
    private final List<FloatSlice> parameterSlices;
    private final List<FloatSlice> gradientSlices;

    WorkerModel(Run run, Collective group) {
        Settings settings = run.settings;
        tensors = run.problem.tensors();
        parameters = new float[run.problem.parameters()];
        gradient = new float[parameters.length];
        run.problem.initialize(run.seed.fork(Run.START), parameters);
        reductions = new ModelReduction(
                run.contestant.policy(), run.problem.namedTensors(), run.seed.fork(Run.REDUCTIONS), group);
        rank = group.rank();
        optimizer = settings.descent().state(tensors);
        momentum = new float[tensors.size()];
        parameterSlices = tensors.stream().map(tensor -> tensor.of(parameters)).toList();
        gradientSlices = tensors.stream().map(tensor -> tensor.of(gradient)).toList();
        for (int i = 0; i < tensors.size(); i++) {
            momentum[i] = reductions.reducer(i).traits(Traits.ANY_SHAPE).keepsMomentum()
                    ? 0f
                    : settings.descent().momentum();
        }
    }

    /** The slice of a tensor among all parameters. */
    FloatSlice place(int tensor) {
        return parameterSlices.get(tensor);
    }

    /** All tensors, in the gradient of this model. */
    List<FloatSlice> gradients() {
        return gradientSlices;
    }

    /** All tensors, in the parameters of this model. */
    List<FloatSlice> places() {
        return parameterSlices;
    }

    /** All tensors in another array as long as the parameters. */
    List<FloatSlice> places(float[] other) {
        return parameterSlices.stream()
                .map(place -> new FloatSlice(other, place.offset(), place.length()))
                .toList();
    }

    /** Puts the mean over all workers in the place of the gradient. */
    void average() {
        try {
            for (int i = gradientSlices.size() - 1; i >= 0; i--) {
                reductions.begin(i, gradientSlices.get(i));
            }
            reductions.finish();
        } catch (IllegalArgumentException e) { // a sum over the workers may overflow
            throw new DivergedException(e);
        }
    }

    /** A step, counted from 0, along the gradient. */
    void optimize(int step, float rate) {
        for (int i = 0; i < gradientSlices.size(); i++) {
            optimizer.step(tensors.get(i), parameters, gradient, rate, momentum[i], step + 1);
        }
    }

    /**
     * Begins again from another model, with an optimizer that remembers nothing.
     *
     * @param others not modified
     */
    void startFrom(float[] others) {
        System.arraycopy(others, 0, parameters, 0, parameters.length);
        optimizer.forget();
    }

    int bytes() {
        return Float.BYTES * parameters.length + optimizer.bytes();
    }

    void save(ByteBuffer out) {
        put(parameters, out);
        optimizer.save(out);
    }

    void restore(ByteBuffer in) {
        get(parameters, in);
        optimizer.restore(in);
    }

    static void put(float[] values, ByteBuffer out) {
        out.asFloatBuffer().put(values);
        out.position(out.position() + Float.BYTES * values.length);
    }

    static void get(float[] values, ByteBuffer in) {
        in.asFloatBuffer().get(values);
        in.position(in.position() + Float.BYTES * values.length);
        if (!isFinite(values)) {
            throw new DamagedCheckpointException("its model has a parameter that is NaN or infinite");
        }
    }

    /** The Euclidean norm of the difference between two models. */
    static double distance(float[] one, float[] other) {
        double squares = 0;
        for (int i = 0; i < one.length; i++) {
            double difference = one[i] - other[i];
            squares += difference * difference;
        }
        return Math.sqrt(squares);
    }

    static boolean isFinite(float[] values) {
        return Float.isFinite(FloatSlice.of(values).largestMagnitude());
    }
}
