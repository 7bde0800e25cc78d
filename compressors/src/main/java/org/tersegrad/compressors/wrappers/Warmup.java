package org.tersegrad.compressors.wrappers;

import java.nio.ByteBuffer;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.compressors.Wrapper;
import org.tersegrad.compressors.sparse.Keep;
import org.tersegrad.compressors.sparse.Sparsifier;

/**
 * Keeps more in the first steps of a training, when gradients change fast. A schedule of stages, each of a number of steps: in
 * stage e of E the fraction kept is {@code f^((e + 1) / (E + 1))}, and f from then on.
 *
 * <pre>
 *   topk(0.001)+warmup(stages=4,steps=100)      0.25, 0.063, 0.016, 0.004 for 100 steps each, then 0.001
 *   powersgd(2)+ef+warmup(stages=4,steps=100)   400 exact means: a reducer has no fraction, and its stages keep everything
 * </pre>
 *
 * <p>Four stages of an epoch are the warm-up of Y. Lin, S. Han, H. Mao, Y. Wang, W. J. Dally, <i>Deep gradient
 * compression</i>, 2018.
 *
 * @param warmupStages E, 1 or more
 * @param steps of a stage, 1 or more
 */
public record Warmup(int warmupStages, int steps) implements Wrapper {
    public Warmup {
        if (warmupStages < 1 || steps < 1) {
            throw new IllegalArgumentException(
                    "at least 1 stage of at least 1 step, not " + warmupStages + " of " + steps);
        }
    }

    @Override
    public int stages() {
        return warmupStages + 1;
    }

    @Override
    public Compressor stage(int number, Compressor inner, Shape shape) {
        if (!(inner instanceof Sparsifier sparsifier)) {
            throw new IllegalArgumentException(
                    "the schedule changes how many elements are kept, as in topk or randomk, and cannot for " + inner);
        }
        if (number == warmupStages || shape.size() == 0) {
            return inner;
        }
        double last = (double) sparsifier.keep().of(shape.size()) / shape.size();
        return sparsifier.keeping(new Keep.Fraction(Math.pow(last, (number + 1.0) / (warmupStages + 1.0))));
    }

    @Override
    public void requireAround(Object inner, Traits its) {
        if (its.keepsMomentum()) {
            throw new IllegalArgumentException(
                    "no warm-up around " + inner + ": it keeps the optimizer's momentum, and exact means have none");
        }
    }

    @Override
    public Work work(Shape shape) {
        return new Schedule();
    }

    private final class Schedule extends Work {
        private long step;

        @Override
        public int stage() {
            return (int) Math.min(warmupStages, step / steps);
        }

        @Override
        public void finish() {
            step = after(step);
        }

        @Override
        public boolean canUndo() {
            return true;
        }

        @Override
        public void undo() {
            step--;
        }

        @Override
        protected long contentBytes() {
            return Long.BYTES;
        }

        @Override
        protected void saveContent(ByteBuffer out) {
            out.putLong(step);
        }

        @Override
        protected void restoreContent(ByteBuffer in) {
            step = getStep(in);
        }
    }

    /** The traits of the last stage, which keeps least. */
    @Override
    public Traits traits(Traits inner) {
        return inner;
    }

    @Override
    public String toString() {
        return "warmup(stages=" + warmupStages + ",steps=" + steps + ")";
    }
}
