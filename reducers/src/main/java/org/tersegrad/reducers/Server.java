package org.tersegrad.reducers;

import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Guarantee;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.compressors.internal.Numbers;
import org.tersegrad.compressors.sparse.RandomSubset;

/**
 * A parameter server: workers send their compressed gradients to it, and it sends the compressed mean to all. A worker may be
 * absent in a round.
 *
 * <pre>
 *   worker w, if present:   sent_w = C(x_w)
 *   server:                 sent = C'(mean of sent_w over those present),   mean = sent
 * </pre>
 *
 * <p>The server is worker 0, which is a worker besides; or every worker serves its part of the tensor, which is a
 * {@link TwoShot} in which workers may be absent.
 *
 * <p><b>Absence.</b> In each round a share of the workers is present, drawn by the seed that all share; others can be reported
 * absent with {@link ServerReduction#beginAbsent}. An absent worker's gradient does not count, since it would not have computed
 * one. Its residual waits for its next round, or is dropped. It gets the mean as all others do. If all are absent, the server sends
 * of its residual what it can. If {@code ef21} sends increments, an absent worker's estimate still counts, as the mean of estimates
 * goes on.
 *
 * <p><b>Residuals</b> are those of the compressors, as in {@code server(up=topk(0.01)+ef,down=int8+ef)}.
 *
 * @param up C, from the workers to the server
 * @param down C', from the server to the workers
 * @param sharded whether every worker serves a part; else worker 0 serves all
 * @param participation the share of workers that is present in a round, above 0 to 1; at least one is
 * @param absent what becomes of an absent worker's residual
 */
public record Server(Compressor up, Compressor down, boolean sharded, double participation, Absent absent)
        implements Reducer {
    /** The fate of an absent worker's residual. */
    public enum Absent {
        /** Sends it with the worker's next gradient. */
        WAIT,
        /** Forgets it. */
        DROP
    }

    public Server {
        if (!(participation > 0 && participation <= 1)) {
            throw new IllegalArgumentException(
                    "the share of workers that is present is above 0 and at most 1, this is " + participation);
        }
    }

    /** A server on worker 0, with all workers present. */
    public Server(Compressor up, Compressor down) {
        this(up, down, false, 1, Absent.WAIT);
    }

    /** The same with a part of the tensor on every worker. */
    public Server shards() {
        return new Server(up, down, true, participation, absent);
    }

    /** The same with a share of the workers present. */
    public Server withParticipation(double share, Absent residuals) {
        return new Server(up, down, sharded, share, residuals);
    }

    @Override
    public ServerReduction reduction(Shape shape, Seed seed, Collective group) {
        int[] starts = new int[group.size() + 1];
        for (int p = 1; p < starts.length; p++) {
            starts[p] = sharded ? group.partStart(shape.size(), p) : shape.size();
        }
        return new ServerReduction(this, shape, starts, seed, group);
    }

    /** One tensor's state on one worker. */
    public static final class ServerReduction extends TwoShotReduction {
        private final Server recipe;
        private final Collective group;
        private long seed;
        private final RandomSubset drawn = new RandomSubset();
        private final int drawnEachRound;
        private long step;

        private ServerReduction(Server recipe, Shape shape, int[] starts, Seed seed, Collective group) {
            super(recipe, recipe.up, recipe.down, shape, starts, seed, group);
            this.recipe = recipe;
            this.group = group;
            this.seed = seed.fork(-2).value();
            drawnEachRound = (int) Math.max(1, Math.round(recipe.participation * group.size()));
        }

        @Override
        boolean allowsAbsence() {
            return true;
        }

        /** Whether this worker is drawn in the round that comes next. */
        public boolean isDrawn() {
            drawn.set(CounterRandom.fork(seed, step), group.size());
            boolean found = false;
            for (int i = 0; i < drawnEachRound; i++) {
                found |= drawn.index(i) == group.rank();
            }
            return found;
        }

        @Override
        public Exchange begin(FloatSlice gradient) {
            if (isDrawn()) {
                return super.begin(gradient).followedBy(this::nextStep);
            }
            gradient.requireLength(shape().size()).requireFinite(); // as if it counted
            return absentRound(gradient);
        }

        /**
         * Begins a round in which this worker has no gradient.
         *
         * @param mean not modified by this call; the last exchange puts the mean of those present in it
         * @return the first exchange
         */
        public Exchange beginAbsent(FloatSlice mean) {
            return absentRound(mean);
        }

        /**
         * A whole round in which this worker has no gradient.
         *
         * @param mean modified: the mean of those present afterwards
         * @return how many bits this worker sent for it
         */
        public long reduceAbsent(FloatSlice mean) {
            return run(beginAbsent(mean));
        }

        private Exchange absentRound(FloatSlice mean) {
            return withoutGradient(mean).followedBy(() -> {
                skipOwn();
                if (recipe.absent == Absent.DROP) {
                    scaleOwnResidual(0f);
                }
                nextStep();
            });
        }

        private void nextStep() {
            step = after(step);
        }

        @Override
        protected long contentBytes() {
            return 2 * Long.BYTES;
        }

        @Override
        protected void saveContent(ByteBuffer out) {
            out.putLong(seed).putLong(step);
        }

        @Override
        protected void restoreContent(ByteBuffer in) {
            seed = in.getLong();
            step = getStep(in);
        }
    }

    @Override
    public Optional<Reducer> withCompressors(UnaryOperator<Compressor> change) {
        return Optional.of(new Server(change.apply(up), change.apply(down), sharded, participation, absent));
    }

    @Override
    public Traits traits(Shape shape) {
        return up.traits(shape)
                .and(down.traits(shape))
                .withGuarantee(Guarantee.NONE)
                .withKeepsMomentum(up.traits(shape).keepsMomentum())
                .withSendsIncrements(false)
                .withErrorFeedbackRefusal(
                        "its residuals are those of its compressors, as in server(up=topk(0.01)+ef,down=int8+ef)");
    }

    @Override
    public String toString() {
        String settings = (sharded ? ",sharded=true" : "")
                + (participation == 1 ? "" : ",participation=" + Numbers.plain(participation))
                + (absent == Absent.WAIT ? "" : ",absent=" + absent.name().toLowerCase(Locale.ROOT));
        return "server(up=" + up + ",down=" + down + settings + ")";
    }
}
