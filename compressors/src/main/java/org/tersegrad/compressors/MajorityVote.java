package org.tersegrad.compressors;

import java.nio.ByteBuffer;
import java.util.Locale;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.internal.Finite;
import org.tersegrad.compressors.internal.SignBits;
import org.tersegrad.compressors.internal.VoteCounter;

/**
 * The sign that most workers have, for each element: one bit from every worker and one bit back. The learning rate is the
 * scale.
 *
 * <pre>
 *   mean_i = sign of the sum of sign(x_w,i)          sign(0.0) = 1, sign(−0.0) = −1
 * </pre>
 *
 * <p>The elements are shared out among the workers in groups of 512. Each worker sends the signs of a part to its owner, who
 * counts the votes as they come, packed, and sends the result to all. With an even number of workers there are ties, for
 * which there is no third value in one bit.
 *
 * <p>J. Bernstein, J. Zhao, K. Azizzadenesheli, A. Anandkumar, <i>signSGD with majority vote is communication efficient and
 * fault tolerant</i>, 2019.
 *
 * @param tie what becomes of ties
 */
public record MajorityVote(Tie tie) implements Reducer {
    /** What becomes of a tie. */
    public enum Tie {
        /** It counts as positive: a bias towards 1. */
        POSITIVE,
        /** A random bit of the step and the element decides, the same on all workers: no bias. */
        RANDOM
    }

    /** With ties decided at random. */
    public MajorityVote() {
        this(Tie.RANDOM);
    }

    @Override
    public Reduction reduction(Shape shape, Seed seed, Collective group) {
        return new VoteReduction(shape, seed, group);
    }

    private final class VoteReduction extends SteppedReduction {
        private final int size;
        private final Collective group;
        private final byte[] signs;
        private final int[] lengths;
        private final VoteCounter counter;
        private final ByteBuffer result;
        private final Parts parts;

        /** The gradient at hand. */
        private FloatSlice target = FloatSlice.of();

        VoteReduction(Shape shape, Seed seed, Collective group) {
            super(MajorityVote.this, shape, seed);
            this.size = shape.size();
            this.group = group;
            parts = new Parts(size, group);
            signs = new byte[SignBits.byteLength(size)];
            lengths = new int[group.size()];
            for (int worker = 0; worker < lengths.length; worker++) {
                lengths[worker] = SignBits.byteLength(parts.length(worker));
            }
            counter = new VoteCounter(lengths[group.rank()], group.size());
            result = ByteBuffer.allocate(lengths[group.rank()]);
        }

        @Override
        public long reduce(FloatSlice gradient) {
            gradient.requireLength(size);
            Finite.largestKey(gradient.array(), gradient.offset(), size);
            return vote(gradient, gradient);
        }

        /** What is sent of a sum is its sign, as far as a memory is concerned: 1 or −1. */
        @Override
        public long reduce(FloatSlice gradient, Memory memory) {
            FloatSlice sum = memory.plus(gradient.requireLength(size));
            memory.keep(1f, -1f);
            return vote(sum, gradient);
        }

        private long vote(FloatSlice values, FloatSlice mean) {
            long before = group.bitsSent();
            SignBits.pack(values.array(), values.offset(), size, signs, 0);
            counter.clear();
            group.allToAll(ByteBuffer.wrap(signs), lengths, (rank, votes) -> counter.add(votes));
            long random = CounterRandom.fork(stepSeed(), group.rank());
            counter.majority(tie == Tie.RANDOM, random, result.clear());
            target = mean;
            group.allGather(result.flip(), this::take);
            nextStep();
            return group.bitsSent() - before;
        }

        private void take(int rank, ByteBuffer majority) {
            majority.get(signs, 0, lengths[rank]);
            int to = target.offset() + parts.start(rank);
            SignBits.unpack(signs, 0, parts.length(rank), 1f, target.array(), to);
        }
    }

    @Override
    public String toString() {
        return "vote" + (tie == Tie.RANDOM ? "" : "(tie=" + tie.name().toLowerCase(Locale.ROOT) + ")");
    }
}
