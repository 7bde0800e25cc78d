package org.tersegrad.reducers;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.PayloadSum;
import org.tersegrad.compressors.Residual;
import org.tersegrad.compressors.SavedState;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.internal.Finite;
import org.tersegrad.reducers.internal.arithmetic.Estimate;

/**
 * Averages part by part. Every part of the tensor has an owner, which gets the payloads of all workers for it, averages them, and
 * sends the compressed mean to all. Shared by {@link TwoShot} and {@link Server}, which differ in the owners.
 *
 * <p>One worker alone sends no mean, so its result is what the first compressor makes of its gradient.
 */
class TwoShotReduction extends SavedState implements Reduction {
    /** The message of an absent worker to each owner. */
    private static final byte[] ABSENT = {0};

    private final Reducer recipe;
    private final Collective group;
    /** Start of each worker's part, and the end. */
    private final int[] starts;

    private final Encoder[] up;
    private final Encoder down;
    private final Payload payload;
    private final ByteBuffer upWire;
    private final ByteBuffer downWire;
    private final int[] lengths;
    private final FloatSlice part;
    private final MeanBuffer result;
    private final float weight;
    /** The sum of all workers' payloads for this worker's part. */
    private final PayloadSum sum;

    /** The mean estimate of this worker's part, where increments come up. */
    private final Estimate partEstimate;

    /** The estimate of each part, where increments come down. */
    private final Estimate[] estimates;

    /** Whether the encoders can take a step back by themselves; else the state is saved before each step. */
    private final boolean undoing;

    private final ByteBuffer before;
    private final Collective.Receiver adding;
    private int present;
    private int encodedParts;
    private boolean encodedDown;

    /**
     * The state of one tensor on one worker.
     *
     * @param starts where each worker's part begins, and the end of the tensor; one more than there are workers
     */
    TwoShotReduction(
            Reducer recipe, Compressor up, Compressor down, Shape shape, int[] starts, Seed seed, Collective group) {
        super(recipe, shape);
        this.recipe = recipe;
        this.group = group;
        this.starts = starts;
        int workers = group.size();
        Seed own = seed.ofWorker(group.rank(), workers);
        this.up = new Encoder[workers];
        estimates = new Estimate[workers];
        long upBytes = 0;
        int mostBytes = 0;
        for (int p = 0; p < workers; p++) {
            Shape its = partShape(p);
            Encoder encoder = up.encoder(its, p == 0 ? own : own.fork(p)); // one worker: the randomness of a Gather
            this.up[p] = part(encoder, starts[p], length(p), 1f);
            estimates[p] = saved(new Estimate(down, its));
            int bytes = length(p) == 0 ? 0 : up.maxBytes(its);
            upBytes += bytes;
            mostBytes = Math.max(Math.max(mostBytes, bytes), length(p) == 0 ? 0 : down.maxBytes(its));
        }
        if (upBytes > Integer.MAX_VALUE - Long.BYTES) {
            throw new IllegalArgumentException("the messages of " + recipe + " for " + shape.rows() + " x "
                    + shape.columns() + " may take " + upBytes + " bytes, more than an array can hold");
        }
        Shape mine = partShape(group.rank());
        // As a share of the mean, an owner's residual counts once for all workers.
        this.down =
                part(down.encoder(mine, seed.fork(-1).fork(group.rank())), starts[group.rank()], mine.size(), workers);
        payload = Payload.allocate(Math.max(Payload.HEADER_BYTES, mostBytes));
        upWire = ByteBuffer.allocate((int) upBytes);
        downWire = ByteBuffer.allocate(mine.size() == 0 ? 0 : down.maxBytes(mine));
        lengths = new int[workers];
        part = FloatSlice.of(new float[mine.size()]);
        result = new MeanBuffer(shape.size());
        weight = 1f / workers;
        sum = new PayloadSum(part, weight);
        partEstimate = saved(new Estimate(up, mine));
        int mostUp = mine.size() == 0 ? 0 : up.maxBytes(mine);
        adding = Collective.Receiver.named(rank -> mostUp, this::add);
        undoing = this.down.canUndo()
                && Arrays.stream(this.up).allMatch(Encoder::canUndo)
                && !partEstimate.exists()
                && Arrays.stream(estimates).noneMatch(Estimate::exists);
        before = ByteBuffer.allocate(undoing ? 0 : stateBytes());
    }

    private int length(int worker) {
        return starts[worker + 1] - starts[worker];
    }

    /** A part that is everything keeps its shape; any other one is a vector. */
    private Shape partShape(int worker) {
        return length(worker) == shape().size() ? shape() : Shape.vector(length(worker));
    }

    private FloatSlice partOf(FloatSlice whole, int worker) {
        return new FloatSlice(whole.array(), whole.offset() + starts[worker], length(worker));
    }

    @Override
    public Exchange begin(FloatSlice gradient) {
        gradient.requireLength(shape().size());
        open();
        try {
            for (; encodedParts < lengths.length; encodedParts++) {
                encodePart(gradient, encodedParts);
            }
        } catch (IllegalArgumentException e) {
            cancel(); // undoes the parts before the rejected one
            gradient.requireFinite(); // names the element of the tensor, not that of the part
            throw e;
        }
        return firstShot(gradient);
    }

    private void encodePart(FloatSlice gradient, int p) {
        int from = upWire.position();
        if (length(p) > 0) {
            up[p].encode(partOf(gradient, p), payload);
            payload.writeTo(upWire);
        }
        lengths[p] = upWire.position() - from;
    }

    @Override
    public Exchange begin(FloatSlice gradient, Residual residual) {
        throw recipe.traits(shape()).noErrorFeedback(recipe);
    }

    /** Begins a step for which this worker has no gradient: it sends nothing and gets the mean of the others. */
    final Exchange withoutGradient(FloatSlice mean) {
        mean.requireLength(shape().size());
        open();
        for (int p = 0; p < lengths.length; p++) {
            lengths[p] = length(p) == 0 ? 0 : 1;
            upWire.put(ABSENT, 0, lengths[p]);
        }
        return firstShot(mean);
    }

    private void open() {
        if (!undoing) {
            save(before.clear());
        }
        encodedParts = 0;
        encodedDown = false;
        present = 0;
        Arrays.fill(part.array(), 0f);
        result.clear();
        sum.clear(); // of a step that failed
        upWire.clear();
    }

    private Exchange firstShot(FloatSlice gradient) {
        return new Exchange.ToEach(group, upWire.flip(), lengths, adding, () -> secondShot(gradient));
    }

    /** Whether a worker may be absent. */
    boolean allowsAbsence() {
        return false;
    }

    private void add(int rank, ByteBuffer message) {
        if (part.length() == 0) {
            return;
        }
        if (allowsAbsence() && message.remaining() == 1) {
            requireAbsence(message);
            return;
        }
        payload.readFrom(message, part.length());
        partEstimate.take(payload, weight, sum);
        present++;
    }

    private static void requireAbsence(ByteBuffer message) {
        if (message.get() != ABSENT[0]) {
            throw new MalformedInputException(0, "an absent worker sends a 0");
        }
    }

    private Exchange secondShot(FloatSlice gradient) {
        sum.finish();
        partEstimate.addTo(part);
        if (present > 0 && present < group.size() && !partEstimate.exists()) {
            scaleTo(present);
        }
        Finite.saturate(part.array(), 0, part.length()); // the mean of floats is one; only rounding makes it more
        if (group.size() == 1) {
            System.arraycopy(part.array(), 0, gradient.array(), gradient.offset(), part.length());
            return Exchange.DONE;
        }
        if (part.length() > 0) {
            encodedDown = true;
            down.encode(part, payload);
        }
        return new Exchange.Payloads(group, payload, downWire, this::length, this::take, () -> {
            result.moveTo(gradient);
            return Exchange.DONE;
        });
    }

    /** The mean of those who are here. */
    private void scaleTo(int workers) {
        float factor = (float) group.size() / workers;
        for (int i = 0; i < part.length(); i++) {
            part.array()[i] *= factor;
        }
    }

    private void take(int owner, Payload mean) {
        FloatSlice its = partOf(result.floats(), owner);
        estimates[owner].take(mean, 1f, its);
        estimates[owner].addTo(its);
    }

    @Override
    public void cancel() {
        if (!undoing) {
            restore(before.flip());
            return;
        }
        for (int p = 0; p < encodedParts; p++) {
            if (length(p) > 0) {
                up[p].undo();
            }
        }
        if (encodedDown) {
            down.undo();
        }
    }

    /** Parts overlap: a worker's and, for the elements that it owns, the owner's. */
    @Override
    public double residualNorm() {
        result.clear();
        addResidualTo(result.floats(), 1f);
        float[] residual = result.floats().array();
        Finite.saturate(residual, 0, residual.length);
        double squares = 0;
        for (float each : residual) {
            squares += (double) each * each;
        }
        return Math.sqrt(squares);
    }

    /** Ends a step for which this worker had no gradient. */
    final void skipOwn() {
        for (Encoder each : up) {
            each.skip();
        }
    }

    /** Multiplies what this worker has not sent of its gradients, and not what it has not sent of its part's mean. */
    final void scaleOwnResidual(float factor) {
        for (Encoder each : up) {
            each.scaleResidual(factor);
        }
    }
}
