package org.tersegrad.reducers.sync;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.SavedState;
import org.tersegrad.compressors.Shape;
import org.tersegrad.reducers.model.ModelReduction;

/**
 * Local steps at work: made by {@link LocalSteps#start}. After an exchange without overlap all workers have the same parameters, bit
 * for bit. Saved are the common model, the memory of the outer step, the state of the reductions, and an exchange that is under way.
 */
public final class LocalAgreement extends SavedState implements Agreement {
    /** No exchange is under way. */
    private static final long NONE = 0;

    private final LocalSteps how;
    private final ModelReduction reductions;
    private final WorkerOptions options;
    private final float weight;
    private final TensorPlaces places;
    private final OuterModel agreed;
    /** Those of this worker until an exchange, their means afterwards. */
    private final float[] differences;

    private final FloatSlice[] differenceOf;
    /** This worker's parameters when the exchange that is under way began; empty without overlap. */
    private final float[] begun;

    private final Background background;
    private Optional<Observer> observer = Optional.empty();
    private long step;
    /** The step after which the exchange that is under way began. */
    private long since = NONE;

    private long bits;

    /** A look at what is exchanged, for measurements. Called in the thread that calls the agreement. */
    public interface Observer {
        /**
         * Looks at the difference of this worker that is about to be sent.
         *
         * @param difference contents are undefined after the call
         */
        void gives(int tensor, FloatSlice difference);

        /**
         * Looks at the mean difference.
         *
         * @param mean contents are undefined after the call
         */
        void gets(int tensor, FloatSlice mean);
    }

    LocalAgreement(LocalSteps how, ModelReduction reductions, List<FloatSlice> parameters, WorkerOptions options) {
        super(how, Shape.vector(new TensorPlaces(reductions.tensors()).length()));
        this.how = how;
        this.reductions = part(reductions);
        this.options = options;
        weight = how.outer().kind().byExamples() ? options.share() : 1;
        places = new TensorPlaces(reductions.tensors());
        agreed = saved(new OuterModel(how.outer(), places.vector(parameters)));
        differences = new float[places.length()];
        differenceOf = IntStream.range(0, places.tensors())
                .mapToObj(tensor -> places.in(differences, tensor))
                .toArray(FloatSlice[]::new);
        begun = saved(new float[how.overlap() == 0 ? 0 : places.length()]);
        if (how.overlap() > 0) {
            saved(differences);
        }
        background = new Background(options.executor());
    }

    /** Shows all later exchanges to an observer. */
    public void observe(Observer other) {
        observer = Optional.of(other);
    }

    /**
     * The model that all workers have agreed on last, the same bits on all of them.
     *
     * @param target modified: all tensors
     */
    public void agreed(List<FloatSlice> target) {
        places.copy(agreed.parameters, target);
    }

    @Override
    public long afterStep(List<FloatSlice> parameters) {
        places.require(parameters);
        step++;
        boolean due = due(step) > 0;
        long sent = 0;
        if (since != NONE && (due || step - since >= how.overlap())) {
            sent += finish(parameters); // before the next: a period that doubles may bring them closer
        }
        if (due) {
            begin(parameters);
            if (how.overlap() == 0) {
                sent += finish(parameters);
            }
        }
        return sent;
    }

    /** Whether a tensor is exchanged after a step. */
    private boolean isDue(long after, int tensor) {
        return how.isDue(after, tensor % how.fragments(), options.stepsPerEpoch());
    }

    /** The number of tensors that are exchanged after a step. */
    private int due(long after) {
        int count = 0;
        for (int tensor = 0; tensor < places.tensors(); tensor++) {
            count += isDue(after, tensor) ? 1 : 0;
        }
        return count;
    }

    private void begin(List<FloatSlice> parameters) {
        for (int tensor = 0; tensor < places.tensors(); tensor++) {
            if (isDue(step, tensor)) {
                subtract(tensor, parameters.get(tensor));
            }
        }
        long now = step;
        background.start(() -> exchange(now));
        since = now; // unless the executor has thrown
    }

    /** This worker's difference of one tensor. */
    private void subtract(int tensor, FloatSlice own) {
        int start = places.start(tensor);
        for (int i = 0; i < own.length(); i++) {
            differences[start + i] = weight * (agreed.parameters[start + i] - own.array()[own.offset() + i]);
        }
        if (how.overlap() > 0) {
            System.arraycopy(own.array(), own.offset(), begun, start, own.length());
        }
        observer.ifPresent(each -> each.gives(tensor, differenceOf[tensor]));
    }

    /** All tensors together if they are all due, so that the policy may fuse them. */
    private void exchange(long now) {
        bits = 0;
        if (due(now) == places.tensors()) {
            for (int tensor = places.tensors() - 1; tensor >= 0; tensor--) {
                reductions.begin(tensor, differenceOf[tensor]);
            }
            bits = reductions.finish();
            return;
        }
        for (int tensor = 0; tensor < places.tensors(); tensor++) {
            if (isDue(now, tensor)) {
                bits += reductions.reduce(tensor, differenceOf[tensor]);
            }
        }
    }

    @Override
    public long finish(List<FloatSlice> parameters) {
        places.require(parameters);
        if (since == NONE) {
            return 0;
        }
        long now = since;
        since = NONE;
        background.join();
        for (int tensor = 0; tensor < places.tensors(); tensor++) {
            if (isDue(now, tensor)) {
                apply(tensor, parameters.get(tensor));
            }
        }
        return bits;
    }

    /** The outer step of one tensor, and what this worker has of it. */
    private void apply(int tensor, FloatSlice own) {
        observer.ifPresent(each -> each.gets(tensor, differenceOf[tensor]));
        int start = places.start(tensor);
        agreed.step(differences, start, start + own.length());
        if (how.overlap() == 0) {
            System.arraycopy(agreed.parameters, start, own.array(), own.offset(), own.length());
            return;
        }
        for (int i = 0; i < own.length(); i++) {
            float learned = own.array()[own.offset() + i] - begun[start + i];
            own.array()[own.offset() + i] = agreed.parameters[start + i] + learned;
        }
    }

    @Override
    protected void requireSavable() {
        if (background.hasFailed()) {
            throw new IllegalArgumentException("the exchange that is under way has failed; the next call throws why");
        }
    }

    @Override
    protected long contentBytes() {
        return 2L * Long.BYTES;
    }

    @Override
    protected void saveContent(ByteBuffer out) {
        background.await();
        out.putLong(step).putLong(since);
    }

    @Override
    protected void restoreContent(ByteBuffer in) {
        background.await();
        step = getStep(in);
        since = getStep(in);
        background.forget();
        if (since != NONE && (since > step || step - since >= how.overlap())) {
            throw new MalformedInputException(
                    in.position() - Long.BYTES, "an exchange of step " + since + " is under way after step " + step);
        }
    }
}
