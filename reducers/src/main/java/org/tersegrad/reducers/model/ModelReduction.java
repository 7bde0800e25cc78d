package org.tersegrad.reducers.model;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.Executor;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.SavedState;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Slice;
import org.tersegrad.compressors.internal.Finite;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.Exchange;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.Reduction;
import org.tersegrad.reducers.group.GroupDigest;
import org.tersegrad.reducers.group.RefusedException;

/**
 * Averages all tensors of a model under a {@link Policy}, which can be replaced while training goes on. One on each worker;
 * all of them make the same calls together.
 *
 * <pre>{@code
 * ModelReduction model = new ModelReduction(policy, tensors, Seed.of(42), group);
 * for (...) {
 *     for (int i = 0; i < tensors.size(); i++) {
 *         bits += model.reduce(i, gradients.get(i));
 *     }
 * }
 * }</pre>
 *
 * <p>If the policy says {@code fuse(25MB)}, or exchanges are to begin while the backward pass still goes on, a step is made of
 * {@link #begin} for each tensor and one {@link #finish}. Gradients become ready from the last tensor to the first, so buckets are
 * formed in that order, and a bucket is exchanged as soon as all its tensors, and all buckets before it, have begun:
 *
 * <pre>{@code
 * ModelReduction model = new ModelReduction(policy, tensors, Seed.of(42), group, Executors.newSingleThreadExecutor());
 * for (...) {
 *     for (int i = tensors.size() - 1; i >= 0; i--) {   // the backward pass
 *         model.begin(i, gradients.get(i));             // the exchange's until finish
 *     }
 *     bits += model.finish();                           // now all gradients are means
 * }
 * }</pre>
 *
 * <p>Before the first step, and before the first one under another policy or in another group, the workers compare version, seed,
 * tensors and recipes. A difference throws an {@link IllegalArgumentException} on all of them, which names it and the worker.
 *
 * <p>If a worker's gradient has NaN, infinity or another length than the tensor, the step ends on all workers with the same {@link
 * RefusedException}, which names the worker, the tensor and the element. Tensors whose means had come by then keep them, on all
 * workers alike; all others are as they were, and the next step can begin. If a reducer has split the group, the group ends with
 * that reason.
 *
 * <p>In an {@link org.tersegrad.reducers.group.ObservedGroup} a listener hears of steps, tensors and exchanges.
 *
 * <p>If an exchange fails, the group has ended. Tensors whose means had come by then keep them; all others are as they were.
 */
public final class ModelReduction extends SavedState {
    private static final float[] NOTHING = {};

    private final List<NamedTensor> tensors;
    private Seed seed;
    private Collective group;
    private final List<Reducer> reducers = new ArrayList<>();
    private final List<Reduction> reductions = new ArrayList<>();
    /** The residual of each tensor that a reduction left which is no longer there. */
    private final float[][] residuals;

    private final Buckets buckets;
    private final StepWatch watch;

    private int replacements;
    private boolean restoring;
    /** Whether the workers are known to average the same tensors in the same way. */
    private boolean agreed;

    /**
     * Makes a reduction for each tensor, as the policy says.
     *
     * @param seed the same on all workers, not forked by worker: elements that all choose together come from it
     * @throws IllegalArgumentException if the policy has no rule for one of the tensors, or two tensors have the same name
     */
    public ModelReduction(Policy policy, List<NamedTensor> tensors, Seed seed, Collective group) {
        this(policy, tensors, seed, group, Runnable::run);
    }

    /**
     * The same, with {@link #begin} encoding and exchanging in threads of the caller's choice.
     *
     * @param executor encodes tensors in the order in which they begin, and exchanges one bucket after the other. One thread is
     *     enough; with two, a tensor is encoded while a bucket waits for the network. Not more are used at a time
     */
    public ModelReduction(Policy policy, List<NamedTensor> tensors, Seed seed, Collective group, Executor executor) {
        this(tensors.stream().map(policy::reducer).toList(), policy.fuseBytes(), tensors, seed, group, executor);
    }

    /** A worker that exchanges no messages by itself: others carry them, and compare what they are. */
    static ModelReduction carried(Policy policy, List<NamedTensor> tensors, Seed seed, RoundGroup group) {
        ModelReduction made = new ModelReduction(policy, tensors, seed, group);
        made.agreed = true;
        return made;
    }

    private ModelReduction(
            List<Reducer> itsReducers,
            long fuseBytes,
            List<NamedTensor> tensors,
            Seed seed,
            Collective group,
            Executor executor) {
        super("a model of " + tensors.size() + " tensors", Shape.vector(elements(tensors)));
        this.tensors = List.copyOf(tensors);
        this.seed = seed;
        this.group = group;
        requireDifferentNames();
        buckets = new Buckets(this, executor, group);
        buckets.plan(fuseBytes, tensors);
        residuals = new float[tensors.size()][];
        Arrays.fill(residuals, NOTHING);
        reducers.addAll(itsReducers);
        reductions.addAll(make(reducers, seed, group));
        watch = new StepWatch(tensors, group);
        watch.replaced(reducers);
    }

    /** The first reductions of a group. */
    private List<Reduction> make(List<Reducer> theirs, Seed its, Collective members) {
        List<Reduction> made = new ArrayList<>();
        for (int i = 0; i < theirs.size(); i++) {
            made.add(make(i, theirs.get(i), its, 0, members));
        }
        return made;
    }

    private void requireDifferentNames() {
        Set<String> names = new HashSet<>();
        for (NamedTensor each : tensors) {
            if (!names.add(each.name())) {
                throw new IllegalArgumentException("two tensors have the name " + each.name());
            }
        }
    }

    /**
     * Compares this worker with all others, unless that has been done. A step does it by itself; all workers call it together to
     * know before.
     *
     * @throws IllegalArgumentException on all workers, if version, seed, tensors or recipes differ; names what, and the worker
     */
    public void agree() {
        if (!agreed && group.size() > 1) {
            GroupDigest.require(description(), group);
            agreed = true;
        }
    }

    private List<String> description() {
        List<String> lines = new ArrayList<>();
        lines.add("version " + version());
        lines.add("seed " + seed.value());
        lines.add("policy " + replacements + " after the first");
        lines.add("fuse(" + buckets.fuseBytes() + ")");
        for (int i = 0; i < tensors.size(); i++) {
            NamedTensor each = tensors.get(i);
            String shape = each.shape().rows() + " x " + each.shape().columns();
            lines.add("tensor " + each.name() + ", " + shape + ", with " + text(reducers.get(i)));
        }
        return lines;
    }

    /** A reducer in one line; of one that has no text, the class: its identity is another in each process. */
    private static String text(Reducer reducer) {
        String identity = reducer.getClass().getName() + "@" + Integer.toHexString(System.identityHashCode(reducer));
        String text = reducer.toString();
        return text.equals(identity) ? reducer.getClass().getName() : text;
    }

    private static String version() {
        Properties build = new Properties();
        try (InputStream in = ModelReduction.class.getResourceAsStream("build.properties")) {
            if (in != null) {
                build.load(in);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return build.getProperty("version", "unknown");
    }

    private static int elements(List<NamedTensor> tensors) {
        long sum = tensors.stream().mapToLong(tensor -> tensor.shape().size()).sum();
        return (int) Math.min(Shape.MAX_SIZE, sum);
    }

    private Reduction make(int tensor, Reducer reducer, Seed all, int replacement, Collective members) {
        Seed its = all.fork(tensor).fork(replacement); // else another one would begin with the same randomness
        return reducer.reduction(tensors.get(tensor).shape(), its, members);
    }

    /**
     * Averages a gradient of one tensor.
     *
     * @param gradient modified: this worker's before, the mean of all afterwards; of any kind
     * @return how many bits this worker sent for it
     * @throws RefusedException if this worker's gradient, or another one's, cannot be averaged
     */
    public long reduce(int tensor, Slice gradient) {
        Objects.checkIndex(tensor, tensors.size());
        agree();
        watch.begin(tensor);
        try {
            Exchange first;
            try {
                first = chain(tensor, gradient);
            } catch (IllegalArgumentException e) {
                throw refuse(tensor, e);
            }
            watch.about(tensor);
            long sent = reductions.get(tensor).run(first);
            watch.endIfComplete();
            return sent;
        } catch (RuntimeException | Error e) {
            watch.end();
            throw e;
        }
    }

    /** Tells all others that this worker cannot take part in the step; returns what they get. */
    RefusedException refuse(int tensor, IllegalArgumentException cause) {
        String why = "tensor " + tensors.get(tensor).name() + ": " + cause.getMessage();
        group.refuse(why);
        RefusedException refused = new RefusedException(group.rank(), why);
        refused.initCause(cause);
        return refused;
    }

    /** A tensor's step. */
    Exchange chain(int tensor, Slice gradient) {
        gradient.requireWritable();
        return watch.isObserving() ? watch.encode(tensor, () -> begun(tensor, gradient)) : begun(tensor, gradient);
    }

    private Exchange begun(int tensor, Slice gradient) {
        float[] residual = residuals[tensor];
        if (residual.length == 0) {
            return reductions.get(tensor).begin(gradient);
        }
        FloatSlice floats = gradient.requireLength(residual.length).floats().requireFinite();
        float[] sum = residual.clone(); // if the step throws, the caller's gradient stays as it was
        for (int i = 0; i < sum.length; i++) {
            sum[i] += floats.array()[floats.offset() + i];
        }
        Finite.saturate(sum, 0, sum.length);
        return reductions.get(tensor).begin(FloatSlice.of(sum)).followedBy(() -> {
            gradient.set(FloatSlice.of(sum));
            residuals[tensor] = NOTHING;
        });
    }

    /** Reports to the listener of the group, if it has one. */
    StepWatch watch() {
        return watch;
    }

    /** Gives up a tensor's step. */
    void cancel(int tensor) {
        reductions.get(tensor).cancel();
    }

    /**
     * Begins to average a gradient, together with those of other tensors. Each tensor begins once in a step, in any order; all
     * workers' buckets are exchanged in the same order. With an executor the call returns before the gradient is encoded, unless
     * it is the first under a policy or in a group, which waits for the comparison of the workers.
     *
     * @param gradient read and modified between this call and the end of {@link #finish}: this worker's before, the mean afterwards;
     *     of any kind
     * @throws RefusedException if there is no executor, or it runs its tasks in this thread, and the length is not that of the
     *     tensor or an element is not finite; then the step is over. Else {@link #finish} throws it
     * @throws IllegalArgumentException if the tensor has begun already
     */
    public void begin(int tensor, Slice gradient) {
        Objects.checkIndex(tensor, tensors.size());
        agree();
        watch.begin(tensor);
        try {
            buckets.begin(tensor, tensors.get(tensor).name(), gradient);
        } catch (RefusedException e) {
            watch.end();
            throw e;
        }
    }

    /**
     * Waits until all tensors of the step are averaged; encodes those that still wait in this thread.
     *
     * <p>If encoding fails for another reason than the gradient, such as a lack of memory, the step is over on this worker only, and
     * its group is to be ended: the others wait.
     *
     * @return how many bits this worker sent since the last {@code finish}
     * @throws RefusedException if this worker's gradient was rejected after its {@link #begin}, or another worker's; then the step is over
     * @throws IllegalArgumentException if a tensor has not begun; its message names the first such
     */
    public long finish() {
        return watch.finish(() -> buckets.finish(tensors));
    }

    /** Number of calls of the group by {@link #begin} and {@link #finish} so far. */
    public long collectives() {
        return buckets.collectives();
    }

    /**
     * Continues under another policy. A tensor that is averaged in the same way as before continues as if nothing had happened. For
     * one that is not, a new reduction begins, and the old one's residual is added to this worker's next gradient.
     *
     * @throws IllegalArgumentException if the policy has no rule for one of the tensors, or one that this group cannot follow;
     *     then the old one stays
     */
    public void replace(Policy policy) {
        List<Reducer> others = tensors.stream().map(policy::reducer).toList();
        List<Reduction> made = new ArrayList<>();
        for (int i = 0; i < others.size(); i++) {
            boolean same = others.get(i).equals(reducers.get(i));
            made.add(same ? reductions.get(i) : make(i, others.get(i), seed, replacements + 1, group));
        }
        buckets.plan(policy.fuseBytes(), tensors);
        replacements++;
        agreed = false;
        for (int i = 0; i < others.size(); i++) {
            if (made.get(i) != reductions.get(i)) {
                keepResidual(i, reductions.get(i), 1f);
                reducers.set(i, others.get(i));
                reductions.set(i, made.get(i));
            }
        }
        watch.replaced(reducers);
    }

    /** Keeps what a reduction has not sent, to go out with this worker's next gradient. */
    private void keepResidual(int tensor, Reduction from, float weight) {
        if (residuals[tensor].length == 0) {
            residuals[tensor] = new float[tensors.get(tensor).shape().size()];
        }
        from.addResidualTo(FloatSlice.of(residuals[tensor]), weight);
        Finite.saturate(residuals[tensor], 0, residuals[tensor].length);
    }

    /**
     * Continues with another group after workers have joined or left. All reductions begin again, and this worker's residuals go
     * out with its next gradients. Of n workers, each residual was to count one n-th in a mean; they are scaled so that it still
     * does.
     *
     * <pre>{@code
     * ModelReduction model = new ModelReduction(policy, tensors, Seed.of(42), group);
     * model.replace(Policy.parse("dense"));     // if residuals are to be paid before a worker goes: a dense step
     * model.reduce(0, gradients.get(0));
     * model.replace(policy);
     * model.regroup(other, Seed.of(43));        // else they are carried on; what a worker owes that goes is lost
     * }</pre>
     *
     * @param other whose workers all call this, or make a new {@code ModelReduction} with the same policy and seed
     * @param another the same on all of its workers, and not the one before
     * @throws IllegalArgumentException if a step has begun, or the policy is not for this group; then the old group stays
     */
    public void regroup(Collective other, Seed another) {
        buckets.requireNoStep();
        List<Reduction> made = make(reducers, another, other);
        float weight = (float) other.size() / group.size();
        for (int i = 0; i < made.size(); i++) {
            for (int j = 0; j < residuals[i].length; j++) {
                residuals[i][j] *= weight;
            }
            keepResidual(i, reductions.get(i), weight);
            reductions.set(i, made.get(i));
        }
        buckets.regroup(other);
        watch.regroup(other, reducers);
        group = other;
        seed = another;
        replacements = 0;
        agreed = false;
    }

    /**
     * Takes the residuals out of a state that a worker of another group has saved under this policy, and adds them to this
     * worker's next gradients, with the weight that they had in that group. So a training of three workers goes on with two, one of
     * which takes two states, or with four, one of which takes none.
     *
     * @param state modified: its position moves behind the state
     * @param rank of the worker that saved it
     * @param workers how many its group had
     * @throws MalformedInputException if the bytes are not a state, or damaged
     * @throws IllegalArgumentException if it is a state of another model, policy or group; then nothing has changed
     */
    public void addResiduals(ByteBuffer state, int rank, int workers) {
        buckets.requireNoStep();
        ModelReduction saved;
        try {
            saved = new ModelReduction(reducers, 0, tensors, seed, new RoundGroup(rank, workers), Runnable::run);
        } catch (UnsupportedOperationException e) {
            throw new IllegalArgumentException("residuals of " + reducers + " belong to the parts of one group", e);
        }
        saved.restore(state);
        for (int i = 0; i < residuals.length; i++) {
            keepResidual(i, saved.reductions.get(i), (float) group.size() / workers);
        }
    }

    /**
     * Adds a residual to this worker's next gradients: one that it has kept by itself when a group ended.
     *
     * @param residual not modified: of all tensors, one after another, as from {@link #addResidualTo(FloatSlice, float)}
     * @param weight the workers of this group, divided by those of the one that the residual is from
     */
    public void addResidual(FloatSlice residual, float weight) {
        buckets.requireNoStep();
        residual.requireLength(shape().size()).requireFinite();
        int at = residual.offset();
        for (int i = 0; i < residuals.length; i++) {
            int length = tensors.get(i).shape().size();
            float[] sum = residuals[i].length == 0 ? new float[length] : residuals[i];
            boolean any = residuals[i].length > 0;
            for (int j = 0; j < length; j++) {
                sum[j] += weight * residual.array()[at + j];
                any |= sum[j] != 0;
            }
            Finite.saturate(sum, 0, length);
            residuals[i] = any ? sum : NOTHING;
            at += length;
        }
    }

    /** The tensors of the model. */
    public List<NamedTensor> tensors() {
        return tensors;
    }

    /** The reducer of a tensor. */
    public Reducer reducer(int tensor) {
        return reducers.get(tensor);
    }

    /**
     * Adds this worker's residual of one tensor, as {@link Reduction#addResidualTo}: to look at it, or to keep it when the model
     * goes on without this object.
     *
     * @param target modified: {@code target += weight * residual}; as long as the tensor, of any kind
     */
    public void addResidualTo(int tensor, Slice target, float weight) {
        target.requireWritable();
        FloatSlice sums = target.floats();
        addResidualTo(tensor, sums, weight);
        target.set(sums);
    }

    private void addResidualTo(int tensor, FloatSlice target, float weight) {
        float[] residual = residuals[tensor];
        target.requireLength(tensors.get(tensor).shape().size());
        reductions.get(tensor).addResidualTo(target, weight);
        for (int i = 0; i < residual.length; i++) {
            target.array()[target.offset() + i] += weight * residual[i];
        }
    }

    /** Adds the residuals of all tensors, one after another. */
    @Override
    public void addResidualTo(FloatSlice target, float weight) {
        target.requireLength(shape().size());
        int at = target.offset();
        for (int i = 0; i < residuals.length; i++) {
            int length = tensors.get(i).shape().size();
            addResidualTo(i, new FloatSlice(target.array(), at, length), weight);
            at += length;
        }
    }

    /** The Euclidean norm of this worker's residuals, over all tensors. */
    @Override
    public double residualNorm() {
        double squares = 0;
        for (int i = 0; i < residuals.length; i++) {
            double norm = reductions.get(i).residualNorm();
            squares += norm * norm;
            for (float each : residuals[i]) {
                squares += (double) each * each;
            }
        }
        return Math.sqrt(squares);
    }

    /** Applies {@link Encoder#scaleResidual} to all tensors. */
    @Override
    public void scaleResidual(float factor) {
        if (!Float.isFinite(factor)) {
            throw new IllegalArgumentException("a factor is finite, this is " + factor);
        }
        for (int i = 0; i < residuals.length; i++) {
            reductions.get(i).scaleResidual(factor);
            for (int j = 0; j < residuals[i].length; j++) {
                residuals[i][j] *= factor;
            }
            Finite.saturate(residuals[i], 0, residuals[i].length);
        }
    }

    @Override
    protected long contentBytes() {
        return 2L * Integer.BYTES
                + reductions.stream().mapToLong(Reduction::stateBytes).sum();
    }

    @Override
    protected void requireSavable() {
        if (Arrays.stream(residuals).anyMatch(residual -> residual.length > 0)) {
            throw new IllegalArgumentException(
                    "residuals of another policy or group go out with the next gradients: save after that");
        }
    }

    @Override
    protected void saveContent(ByteBuffer out) {
        out.putInt(reducers.toString().hashCode()).putInt(replacements);
        reductions.forEach(reduction -> reduction.save(out));
    }

    /** Restores a reduction that has the policy in force when it was saved. */
    @Override
    protected void restoreContent(ByteBuffer in) {
        boolean puttingBack = restoring; // after a rejected state, which must not cost the residuals either
        restoring = true;
        if (in.getInt() != reducers.toString().hashCode()) {
            throw new IllegalArgumentException(
                    "a state under another policy cannot be restored; this one is " + reducers);
        }
        int saved = in.getInt();
        if (saved < 0) {
            throw new MalformedInputException(in.position() - Integer.BYTES, saved + " replacements of the policy");
        }
        reductions.forEach(reduction -> reduction.restore(in));
        replacements = saved;
        restoring = false;
        if (!puttingBack) {
            Arrays.fill(residuals, NOTHING);
        }
    }
}
