package org.tersegrad.reducers;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Guarantee;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Residual;
import org.tersegrad.compressors.SavedState;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.compressors.internal.Finite;

/**
 * Sums on the way: a worker decodes what it gets, adds its own, and compresses the sum again for the next. At the end each part's
 * owner sends the compressed mean to all. What networks do that add up in rings and trees, with less memory and fewer partners than
 * a {@link TwoShot}, and more error.
 *
 * <pre>
 *   ring        n − 1 hops to the next worker; each has one of n parts
 *   butterfly   log2 n hops to partners n/2, n/4, ... 1 ranks away; each has half of what is left. Of n workers, those beyond a
 *               power of two hand over their gradients first
 *
 *   error of the mean, in that of one compression, for an unbiased compressor:
 *                  ring                          butterfly            {@link TwoShot}   {@link Gather}
 *     unlike       (n − 1) / 2 + 1               log2 n / 2 + 1       2         1
 *     equal        (n − 1) (2 n − 1) / 6n + 1    (n − 1) / 2n + 1     1/n + 1   1/n
 * </pre>
 *
 * <p>Equal gradients can do better: integers of a step are whole multiples of it in the sum, too, and are not rounded again. What
 * shrinks gradients, as {@code eden} does unless it is unbiased, shrinks the sum at each hop.
 *
 * @param compressor one without a residual: a hop has the sum of several workers, and what is not sent is no worker's own
 * @param path the way of the sums
 */
public record Hops(Compressor compressor, Path path) implements Reducer {
    /** The way of the sums. */
    public enum Path {
        /** To the next worker, and on. */
        RING,
        /** To partners half as far away in each hop. */
        BUTTERFLY
    }

    public Hops {
        Traits traits = compressor.traits(Traits.ANY_SHAPE);
        if (traits.remembers() || traits.sendsIncrements() || traits.keepsMomentum()) {
            throw new IllegalArgumentException(
                    "each hop compresses a sum of several workers, so it takes a compressor without memory, and not "
                            + compressor);
        }
    }

    @Override
    public Reduction reduction(Shape shape, Seed seed, Collective group) {
        return new HopsReduction(shape, seed, group);
    }

    /**
     * One hop of one worker.
     *
     * @param to whom it sends elements {@code [start, end)}
     * @param from from whom it takes elements {@code [takeStart, takeEnd)}
     */
    private record Hop(int to, int start, int end, int from, int takeStart, int takeEnd) {}

    private final class HopsReduction extends SavedState implements Reduction {
        private final Collective group;
        private final List<Hop> hops = new ArrayList<>();
        private final List<Encoder> encoders = new ArrayList<>();
        /** Start and end of the part that each worker ends with. */
        private final int[] starts;

        private final int[] ends;
        private final Encoder last;
        private final Payload payload;
        private final ByteBuffer wire;
        private final int[] lengths;
        private final float[] sums;
        private final float[] result;
        private final SumLimit limit;
        private final ByteBuffer before;

        HopsReduction(Shape shape, Seed seed, Collective group) {
            super(Hops.this, shape);
            this.group = group;
            int workers = group.size();
            starts = new int[workers];
            ends = new int[workers];
            if (path == Path.RING) {
                planRing();
            } else {
                planButterfly();
            }
            Seed own = seed.fork(group.rank());
            int most = Payload.HEADER_BYTES;
            for (int i = 0; i < hops.size(); i++) {
                Shape its = Shape.vector(hops.get(i).end - hops.get(i).start);
                encoders.add(part(compressor.encoder(its, own.fork(i)), hops.get(i).start, its.size(), 1f));
                Shape taken = Shape.vector(hops.get(i).takeEnd - hops.get(i).takeStart);
                most = Math.max(most, Math.max(compressor.maxBytes(its), compressor.maxBytes(taken)));
            }
            for (int rank = 0; rank < workers; rank++) {
                most = Math.max(most, compressor.maxBytes(partShape(rank)));
            }
            Shape lastShape = partShape(group.rank());
            Seed lastSeed = workers == 1 ? own : own.fork(-1);
            last = part(compressor.encoder(lastShape, lastSeed), starts[group.rank()], lastShape.size(), 1f);
            payload = Payload.allocate(most);
            wire = ByteBuffer.allocate(most);
            lengths = new int[workers];
            sums = new float[shape.size()];
            result = new float[shape.size()];
            limit = new SumLimit(workers);
            before = ByteBuffer.allocate(stateBytes());
        }

        private void planRing() {
            int n = group.size();
            int rank = group.rank();
            for (int hop = 0; hop < n - 1; hop++) {
                int sent = Math.floorMod(rank - hop, n);
                int taken = Math.floorMod(rank - hop - 1, n);
                hops.add(new Hop(
                        (rank + 1) % n,
                        start(sent, n),
                        start(sent + 1, n),
                        (rank + n - 1) % n,
                        start(taken, n),
                        start(taken + 1, n)));
            }
            for (int each = 0; each < n; each++) {
                starts[each] = start((each + 1) % n, n);
                ends[each] = start((each + 1) % n + 1, n);
            }
        }

        private void planButterfly() {
            int n = Integer.highestOneBit(group.size());
            int rank = group.rank();
            for (int each = 0; each < n; each++) {
                starts[each] = start(each, n);
                ends[each] = start(each + 1, n);
            }
            if (group.size() > n) { // those beyond n hand over everything, and wait for the mean
                boolean beyond = rank >= n;
                boolean takes = rank + n < group.size();
                hops.add(new Hop(
                        beyond ? rank - n : rank,
                        0,
                        beyond ? sizeOfAll() : 0,
                        takes ? rank + n : rank,
                        0,
                        takes ? sizeOfAll() : 0));
            }
            int low = 0;
            for (int half = n / 2; half > 0; half /= 2) {
                if (rank >= n) {
                    hops.add(new Hop(rank, 0, 0, rank, 0, 0));
                    continue;
                }
                boolean upper = (rank & half) != 0;
                int keeps = upper ? low + half : low;
                int gives = upper ? low : low + half;
                int partner = rank ^ half;
                hops.add(new Hop(
                        partner,
                        start(gives, n),
                        start(gives + half, n),
                        partner,
                        start(keeps, n),
                        start(keeps + half, n)));
                low = keeps;
            }
        }

        private int sizeOfAll() {
            return shape().size();
        }

        /** The first element of one of n parts. */
        private int start(int part, int n) {
            return (int) ((long) sizeOfAll() * part / n);
        }

        private int length(int rank) {
            return ends[rank] - starts[rank];
        }

        /** A part that is everything keeps its shape; any other one is a vector. */
        private Shape partShape(int rank) {
            return group.size() == 1 ? shape() : Shape.vector(length(rank));
        }

        @Override
        public Exchange begin(FloatSlice gradient) {
            FloatSlice within = limit.within(gradient.requireLength(sizeOfAll()));
            System.arraycopy(within.array(), within.offset(), sums, 0, sums.length);
            save(before.clear());
            return hop(0, gradient);
        }

        @Override
        public Exchange begin(FloatSlice gradient, Residual residual) {
            throw traits(shape()).noErrorFeedback(Hops.this);
        }

        @Override
        public void cancel() {
            restore(before.flip());
        }

        private Exchange hop(int number, FloatSlice gradient) {
            if (number == hops.size()) {
                return sendMeans(gradient);
            }
            Hop hop = hops.get(number);
            wire.clear();
            if (hop.end > hop.start) {
                encoders.get(number).encode(new FloatSlice(sums, hop.start, hop.end - hop.start), payload);
                payload.writeTo(wire);
            }
            Arrays.fill(lengths, 0);
            lengths[hop.to] = wire.position();
            Collective.Receiver adding = Collective.Receiver.named(
                    rank -> rank == hop.from ? payload.capacity() : 0, (rank, message) -> take(hop, rank, message));
            return new Exchange.ToEach(group, wire.flip(), lengths, adding, () -> hop(number + 1, gradient));
        }

        private void take(Hop hop, int rank, ByteBuffer message) {
            int count = hop.takeEnd - hop.takeStart;
            if (rank == hop.from && count > 0) {
                payload.readFrom(message, count);
                payload.addTo(new FloatSlice(sums, hop.takeStart, count), 1f);
                Finite.saturate(sums, hop.takeStart, count);
            }
        }

        private Exchange sendMeans(FloatSlice gradient) {
            int rank = group.rank();
            FloatSlice mine = new FloatSlice(sums, starts[rank], length(rank));
            float weight = 1f / group.size();
            for (int i = starts[rank]; i < ends[rank]; i++) {
                sums[i] *= weight;
            }
            if (mine.length() > 0) {
                last.encode(mine, payload);
            }
            Arrays.fill(result, 0f);
            return new Exchange.Payloads(group, payload, wire, this::length, this::takeMean, () -> {
                Finite.saturate(result, 0, result.length);
                System.arraycopy(result, 0, gradient.array(), gradient.offset(), result.length);
                return Exchange.DONE;
            });
        }

        private void takeMean(int owner, Payload mean) {
            mean.addTo(new FloatSlice(result, starts[owner], length(owner)), 1f);
        }
    }

    @Override
    public Traits traits(Shape shape) {
        return compressor
                .traits(shape)
                .withGuarantee(Guarantee.NONE)
                .withErrorFeedbackRefusal("each hop compresses a sum of several workers");
    }

    @Override
    public String toString() {
        return compressor + "+" + path.name().toLowerCase(Locale.ROOT);
    }
}
