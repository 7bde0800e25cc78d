package org.tersegrad.contrib.sparse;

import java.util.Arrays;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Residual;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.compressors.sparse.Keep;
import org.tersegrad.compressors.sparse.LargestElements;
import org.tersegrad.compressors.transforms.ThinFactors;
import org.tersegrad.reducers.AllReduce;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.Exchange;
import org.tersegrad.reducers.Gather;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.Reduction;
import org.tersegrad.reducers.SteppedReduction;
import org.tersegrad.reducers.SumLimit;

/**
 * The rows of the mean matrix that are largest, as far as a thin projection shows: all workers find the same rows, so no index
 * is sent, and only sums go over the network.
 *
 * <pre>
 *   V = random Gaussian, columns x r, from the seed that all workers share; another one in each step
 *   P = sum of G_w V                       all-reduce of rows x r floats
 *   S = the K rows i with the largest |P_i|
 *   mean_i = mean of G_w,i for i in S, else 0        all-reduce of K x columns floats
 * </pre>
 *
 * <p>{@link Gather} of Top-k takes what is large on single workers, this takes what is large in the averaged gradient: what cancels
 * out between workers is left alone. Vectors, and matrices whose chosen rows and projection would not be smaller than the matrix,
 * are averaged as they are.
 *
 * <p>As in ARC-Top-k, with its rank of 4.
 *
 * @param keep how many rows
 * @param rank r, 1 or more
 */
public record ArcTopK(Keep keep, int rank) implements Reducer {
    /** The columns of the projection if nothing else is said. */
    public static final int DEFAULT_RANK = 4;

    public ArcTopK {
        if (rank < 1) {
            throw new IllegalArgumentException("a rank is 1 or more, this is " + rank);
        }
    }

    /** A fraction of the rows. */
    public static ArcTopK fraction(double fraction) {
        return new ArcTopK(new Keep.Fraction(fraction), DEFAULT_RANK);
    }

    @Override
    public Reduction reduction(Shape shape, Seed seed, Collective group) {
        int rows = keep.of(shape.rows());
        double floats = (double) rank * shape.rows() + (double) rows * shape.columns();
        return shape.rows() <= 1 || floats >= shape.size()
                ? AllReduce.reduction(this, shape, group)
                : new RowsReduction(shape, rows, seed, group);
    }

    private final class RowsReduction extends SteppedReduction {
        /** Gaussian numbers out of 32 random bits are below 7. */
        private static final double LARGEST = 7;

        private final Collective group;
        private final FloatSlice projected;
        private final FloatSlice norms;
        private final LargestElements largest;
        private final int[] chosen;
        private final FloatSlice sums;
        private final ThinFactors factors;
        private final SumLimit limit;

        RowsReduction(Shape shape, int rows, Seed seed, Collective group) {
            super(ArcTopK.this, shape, seed);
            this.group = group;
            projected = FloatSlice.of(new float[rank * shape.rows()]);
            norms = FloatSlice.of(new float[shape.rows()]);
            largest = new LargestElements(shape.rows(), rows);
            chosen = new int[rows];
            sums = FloatSlice.of(new float[rows * shape.columns()]);
            factors = new ThinFactors(shape, rank);
            limit = new SumLimit(LARGEST * group.size() * shape.columns());
        }

        @Override
        public Exchange begin(FloatSlice gradient) {
            return choose(limit.within(gradient.requireLength(shape().size()))).followedBy(() -> average(gradient));
        }

        @Override
        public Exchange begin(FloatSlice gradient, Residual residual) {
            FloatSlice sum = limit.plus(residual, gradient.requireLength(shape().size()));
            return choose(sum).followedBy(() -> {
                int columns = shape().columns();
                for (int row : chosen) {
                    Arrays.fill(sum.array(), row * columns, (row + 1) * columns, 0f); // all of it is sent
                }
                residual.keep(0f, 0f);
                average(gradient);
            });
        }

        private Exchange choose(FloatSlice matrix) {
            float[] projection = CounterRandom.gaussians(rank * shape().columns(), stepSeed());
            factors.multiply(matrix, projection, projected.array());
            return new Exchange.Sum(group, projected, () -> sumRows(matrix));
        }

        private Exchange sumRows(FloatSlice matrix) {
            int rows = shape().rows();
            int columns = shape().columns();
            for (int i = 0; i < rows; i++) {
                double squares = 0;
                for (int r = 0; r < rank; r++) {
                    double value = projected.array()[r * rows + i];
                    squares += value * value;
                }
                norms.array()[i] = (float) Math.min(Float.MAX_VALUE, Math.sqrt(squares));
            }
            largest.select(norms, chosen);
            for (int k = 0; k < chosen.length; k++) {
                int from = matrix.offset() + chosen[k] * columns;
                System.arraycopy(matrix.array(), from, sums.array(), k * columns, columns);
            }
            return new Exchange.Sum(group, sums, () -> Exchange.DONE);
        }

        private void average(FloatSlice mean) {
            int columns = shape().columns();
            float weight = 1f / group.size();
            Arrays.fill(mean.array(), mean.offset(), mean.offset() + mean.length(), 0f);
            for (int k = 0; k < chosen.length; k++) {
                int to = mean.offset() + chosen[k] * columns;
                for (int j = 0; j < columns; j++) {
                    mean.array()[to + j] = weight * sums.array()[k * columns + j];
                }
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
        return "arctopk(" + keep + (rank == DEFAULT_RANK ? "" : ",rank=" + rank) + ")";
    }
}
