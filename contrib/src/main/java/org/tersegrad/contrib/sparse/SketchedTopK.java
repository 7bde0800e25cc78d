package org.tersegrad.contrib.sparse;

import java.util.Arrays;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Residual;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.compressors.sparse.Keep;
import org.tersegrad.compressors.sparse.LargestElements;
import org.tersegrad.reducers.AllReduce;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.Exchange;
import org.tersegrad.reducers.Gather;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.Reduction;
import org.tersegrad.reducers.SteppedReduction;
import org.tersegrad.reducers.SumLimit;

/**
 * The k elements whose mean is largest, as far as a {@link CountSketch} of the sum shows: all workers find the same elements, so
 * no index is sent, and only sums go over the network.
 *
 * <pre>
 *   T = sum of the workers' count sketches                       all-reduce of rows x columns floats
 *   S = the k elements whose estimates from T are largest
 *   mean_i = mean of x_w,i for i in S, else 0                    all-reduce of k floats
 * </pre>
 *
 * <p>The second exchange makes this Sketched-SGD. FetchSGD does without it: it applies the estimates and keeps its residual inside
 * a sketch, on a server. Estimates are noisy, and a residual in a sketch forgets what collides there, so that sent plus residual
 * would not be what was produced. k more floats beside a table of many times k make both exact. Sketched-SGD asks for the exact
 * values of some more elements than k and takes the k largest; here all workers get all values asked for, and take them all.
 *
 * <p>{@link Gather} of Top-k takes what is large on single workers, this takes what is large in the averaged gradient. With a
 * residual a worker keeps all that is not in S. Columns and signs are others in each step: a small element that shares its columns
 * with large ones looks large, and would be taken again and again in their place. Tensors for which table and values would not be
 * smaller than the tensor are averaged as they are.
 *
 * <p>N. Ivkin and others, <i>Communication-efficient distributed SGD with sketching</i>, 2019. D. Rothchild and others,
 * <i>FetchSGD: communication-efficient federated learning with sketching</i>, 2020, whose table has 5 rows and 10 columns for each
 * element kept, as ours if nothing else is said.
 *
 * @param keep k
 * @param rows of the table, an odd number, so that a median is one of them
 * @param width columns of the table for each element kept, 1 or more
 */
public record SketchedTopK(Keep keep, int rows, int width) implements Reducer {
    /** The rows of the table if nothing else is said. */
    public static final int DEFAULT_ROWS = 5;
    /** The columns of the table for each element kept if nothing else is said. */
    public static final int DEFAULT_WIDTH = 10;

    private static final int MOST_ROWS = 99;

    public SketchedTopK {
        if (rows < 1 || rows > MOST_ROWS || rows % 2 == 0) {
            throw new IllegalArgumentException(
                    "the rows of a sketch are an odd number from 1 to " + MOST_ROWS + ", not " + rows);
        }
        if (width < 1) {
            throw new IllegalArgumentException("a sketch has 1 column or more for each element kept, not " + width);
        }
    }

    /** A fraction of the elements. */
    public static SketchedTopK fraction(double fraction) {
        return new SketchedTopK(new Keep.Fraction(fraction), DEFAULT_ROWS, DEFAULT_WIDTH);
    }

    @Override
    public Reduction reduction(Shape shape, Seed seed, Collective group) {
        int count = keep.of(shape.size());
        double floats = (double) rows * width * count + count;
        return floats >= shape.size()
                ? AllReduce.reduction(this, shape, group)
                : new SketchReduction(shape, count, seed, group);
    }

    private final class SketchReduction extends SteppedReduction {
        private final Collective group;
        private final CountSketch sketch;
        private final FloatSlice estimates;
        private final LargestElements largest;
        private final int[] chosen;
        private final FloatSlice sums;
        private final SumLimit limit;

        SketchReduction(Shape shape, int count, Seed seed, Collective group) {
            super(SketchedTopK.this, shape, seed);
            this.group = group;
            sketch = new CountSketch(rows, width * count);
            estimates = FloatSlice.of(new float[shape.size()]);
            largest = new LargestElements(shape.size(), count);
            chosen = new int[count];
            sums = FloatSlice.of(new float[count]);
            limit = new SumLimit((double) group.size() * shape.size()); // all could meet in one column
        }

        @Override
        public Exchange begin(FloatSlice gradient) {
            return choose(limit.within(gradient.requireLength(shape().size()))).followedBy(() -> average(gradient));
        }

        @Override
        public Exchange begin(FloatSlice gradient, Residual residual) {
            FloatSlice sum = limit.plus(residual, gradient.requireLength(shape().size()));
            return choose(sum).followedBy(() -> {
                for (int index : chosen) {
                    sum.array()[index] = 0f; // all of it is sent
                }
                residual.keep(0f, 0f);
                average(gradient);
            });
        }

        private Exchange choose(FloatSlice vector) {
            sketch.set(vector, stepSeed());
            return new Exchange.Sum(group, sketch.table(), () -> sumChosen(vector));
        }

        private Exchange sumChosen(FloatSlice vector) {
            sketch.estimate(estimates.array(), stepSeed());
            largest.select(estimates, chosen);
            for (int k = 0; k < chosen.length; k++) {
                sums.array()[k] = vector.array()[vector.offset() + chosen[k]];
            }
            return new Exchange.Sum(group, sums, () -> Exchange.DONE);
        }

        private void average(FloatSlice mean) {
            float weight = 1f / group.size();
            Arrays.fill(mean.array(), mean.offset(), mean.offset() + mean.length(), 0f);
            for (int k = 0; k < chosen.length; k++) {
                mean.array()[mean.offset() + chosen[k]] = weight * sums.array()[k];
            }
            nextStep();
        }
    }

    @Override
    public Traits traits(Shape shape) {
        return Traits.none();
    }

    @Override
    public String toString() {
        return "sketch(" + keep + (rows == DEFAULT_ROWS ? "" : ",rows=" + rows)
                + (width == DEFAULT_WIDTH ? "" : ",width=" + width) + ")";
    }
}
