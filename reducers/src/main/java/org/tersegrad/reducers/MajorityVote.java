package org.tersegrad.reducers;

import java.nio.ByteBuffer;
import java.util.Locale;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Residual;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.compressors.internal.Finite;
import org.tersegrad.compressors.internal.SignBits;
import org.tersegrad.compressors.internal.VoteCounter;
import org.tersegrad.reducers.internal.MessageChecks;
import org.tersegrad.reducers.internal.arithmetic.Shards;

/**
 * The sign that most workers have, for each element: one bit from every worker and one bit back. The learning rate is the
 * scale.
 *
 * <pre>
 *   mean_i = sign of the sum of sign(x_w,i)          sign(0.0) = 1, sign(−0.0) = −1
 * </pre>
 *
 * <p>There is no error feedback around it: of +1, +1 and −1 the majority is 1 and the mean 1/3, and no residual of a worker
 * makes up for that. With a residual use {@code sign+ef}; with a momentum {@link DistributedLion}.
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
    static final String NO_MEAN =
            "a majority is not the mean of what workers sent, so no residual makes up for what it lacks;";

    /** The resolution of a tie. */
    public enum Tie {
        /** It counts as positive: a bias towards 1. */
        POSITIVE,
        /** A random bit of the step and the element decides, the same on all workers: no bias. */
        RANDOM
    }

    /** A vote with ties decided at random. */
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
        private final Shards parts;
        private final Collective.Receiver votes;
        private final Collective.Receiver majorities;

        VoteReduction(Shape shape, Seed seed, Collective group) {
            super(MajorityVote.this, shape, seed);
            this.size = shape.size();
            this.group = group;
            parts = new Shards(size, group.size(), group::partStart);
            signs = new byte[SignBits.byteLength(size)];
            lengths = new int[group.size()];
            for (int worker = 0; worker < lengths.length; worker++) {
                lengths[worker] = SignBits.byteLength(parts.length(worker));
            }
            counter = new VoteCounter(lengths[group.rank()], group.size());
            result = ByteBuffer.allocate(lengths[group.rank()]);
            votes = Collective.Receiver.named(rank -> lengths[group.rank()], (rank, message) -> count(message));
            majorities = Collective.Receiver.named(rank -> lengths[rank], this::take);
        }

        @Override
        public Exchange begin(FloatSlice gradient) {
            gradient.requireLength(size);
            Finite.largestKey(gradient.array(), gradient.offset(), size);
            SignBits.pack(gradient.array(), gradient.offset(), size, signs, 0);
            counter.clear();
            return new Exchange.ToEach(group, ByteBuffer.wrap(signs), lengths, votes, () -> decide(gradient));
        }

        /** All votes for this worker's part have come. */
        private Exchange decide(FloatSlice gradient) {
            long random = CounterRandom.fork(stepSeed(), group.rank());
            counter.majority(tie == Tie.RANDOM, random, result.clear());
            return new Exchange.ToAll(group, result.flip(), majorities, () -> {
                SignBits.unpack(signs, 0, size, 1f, gradient.array(), gradient.offset());
                nextStep();
                return Exchange.DONE;
            });
        }

        @Override
        public Exchange begin(FloatSlice gradient, Residual residual) {
            throw MajorityVote.this.traits(shape()).noErrorFeedback(MajorityVote.this);
        }

        private void count(ByteBuffer message) {
            requireSigns(message, group.rank());
            counter.add(message);
        }

        private void take(int rank, ByteBuffer message) {
            requireSigns(message, rank);
            // Parts are groups of 512, so they begin with a byte; the worker's own signs are sent and no longer needed.
            message.get(signs, parts.start(rank) / Byte.SIZE, lengths[rank]);
        }

        /** Rejects what is not a sign for each element of a worker's part. */
        private void requireSigns(ByteBuffer message, int part) {
            MessageChecks.requireBytes(message, lengths[part]);
            int inLast = parts.length(part) % Byte.SIZE;
            if (inLast != 0 && (message.get(message.limit() - 1) & 0xff) >>> inLast != 0) {
                throw new MalformedInputException(lengths[part] - 1L, "the bits after the last sign are not zero");
            }
        }
    }

    @Override
    public Traits traits(Shape shape) {
        return Traits.none().withErrorFeedbackRefusal(NO_MEAN + " use sign+ef, or dlion(vote) with its own momentum");
    }

    @Override
    public String toString() {
        return "vote" + (tie == Tie.RANDOM ? "" : "(tie=" + tie.name().toLowerCase(Locale.ROOT) + ")");
    }
}
