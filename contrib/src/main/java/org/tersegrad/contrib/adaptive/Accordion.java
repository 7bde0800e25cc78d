package org.tersegrad.contrib.adaptive;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.compressors.Residual;
import org.tersegrad.compressors.SavedState;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.Exchange;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.Reduction;

/**
 * Compresses little while gradients change fast, and much while they do not: {@code accordion(fine=topk(0.1),coarse=topk(0.01))+ef}.
 *
 * <pre>
 *   S = sum of all means of a window of steps;  S' that of the window before
 *   the next window is fine    if | |S'| − |S| | ≥ change |S'|,  else coarse
 *   the first two windows are fine, since there is nothing to compare yet
 * </pre>
 *
 * <p>Means have the same bits on all workers, so all of them decide alike, and nothing more is sent. Each tensor decides for itself. One
 * residual serves both ways: error feedback stands around them.
 *
 * <p>S. Agarwal, H. Wang, K. Lee, S. Venkataraman, D. Papailiopoulos, <i>Accordion: adaptive gradient communication via critical learning
 * regime identification</i>, 2021. The paper is also fine after a step of the learning rate, of which a reducer knows nothing.
 *
 * @param fine for gradients that change
 * @param coarse for all others
 * @param every how many steps a window has, 1 or more
 * @param change of the norm from which on a window is followed by a fine one, 0 or more
 */
public record Accordion(Reducer fine, Reducer coarse, int every, double change) implements Reducer {
    /** The change of the norm in the paper. */
    public static final double DEFAULT_CHANGE = 0.5;

    public Accordion {
        if (every < 1) {
            throw new IllegalArgumentException("a window has 1 step or more, not " + every);
        }
        if (!(change >= 0 && change < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("a change of the norm is 0 or more, this is " + change);
        }
        change += 0.0; // −0 becomes 0
        requireMean(fine);
        requireMean(coarse);
    }

    private static void requireMean(Reducer reducer) {
        if (reducer.traits(Traits.ANY_SHAPE).remembers()) {
            throw new IllegalArgumentException(
                    "both ways share one residual, so +ef stands behind accordion(...), not in " + reducer);
        }
        if (reducer.traits(Traits.ANY_SHAPE).keepsMomentum()) {
            throw new IllegalArgumentException(
                    "gradients are compared, and what comes out of " + reducer + " is a step of an optimizer");
        }
    }

    @Override
    public Reduction reduction(Shape shape, Seed seed, Collective group) {
        return new SwitchedReduction(shape, seed, group);
    }

    private final class SwitchedReduction extends SavedState implements Reduction {
        private final Reduction fineReduction;
        private final Reduction coarseReduction;
        private final FloatSlice sum;
        private double before;
        private boolean isCoarse;
        private long step;

        SwitchedReduction(Shape shape, Seed seed, Collective group) {
            super(Accordion.this, shape);
            fineReduction = part(fine.reduction(shape, seed.fork(0), group));
            coarseReduction = part(coarse.reduction(shape, seed.fork(1), group));
            sum = FloatSlice.of(saved(new float[shape.size()]));
        }

        private Reduction current() {
            return isCoarse ? coarseReduction : fineReduction;
        }

        @Override
        public Exchange begin(FloatSlice gradient) {
            return current().begin(gradient).followedBy(() -> finish(gradient));
        }

        @Override
        public Exchange begin(FloatSlice gradient, Residual residual) {
            return current().begin(gradient, residual).followedBy(() -> finish(gradient));
        }

        private void finish(FloatSlice mean) {
            float[] sums = sum.array();
            for (int i = 0; i < sums.length; i++) {
                sums[i] += mean.array()[mean.offset() + i];
            }
            if (!Float.isFinite(sum.largestMagnitude())) {
                sum.bound(Float.MAX_VALUE);
            }
            step = after(step);
            if (step % every == 0) {
                decide();
            }
        }

        private void decide() {
            double squares = 0;
            for (float each : sum.array()) {
                squares += (double) each * each;
            }
            double norm = Math.sqrt(squares);
            isCoarse = step > every && Math.abs(before - norm) < change * before;
            before = norm;
            Arrays.fill(sum.array(), 0f);
        }

        @Override
        public void cancel() {
            current().cancel();
        }

        @Override
        protected long contentBytes() {
            return Long.BYTES + Double.BYTES + 1;
        }

        @Override
        protected void saveContent(ByteBuffer out) {
            out.putLong(step).putDouble(before).put((byte) (isCoarse ? 1 : 0));
        }

        @Override
        protected void restoreContent(ByteBuffer in) {
            step = getStep(in);
            before = in.getDouble();
            if (!(before >= 0 && before < Double.POSITIVE_INFINITY)) {
                throw new MalformedInputException(in.position() - Double.BYTES, "a norm of " + before);
            }
            int flag = in.get();
            if (flag < 0 || flag > 1) {
                throw new MalformedInputException(in.position() - 1, "a flag is 0 or 1, this is " + flag);
            }
            isCoarse = flag == 1;
        }
    }

    @Override
    public Traits traits(Shape shape) {
        return fine.traits(shape).and(coarse.traits(shape));
    }

    @Override
    public String toString() {
        return "accordion(fine=" + fine + ",coarse=" + coarse + ",every=" + every
                + (change == DEFAULT_CHANGE ? "" : ",change=" + Recipe.number(change)) + ")";
    }
}
