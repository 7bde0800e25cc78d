package org.tersegrad.contrib.lowrank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Residual;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.transforms.ThinFactors;
import org.tersegrad.reducers.Exchange;
import org.tersegrad.reducers.PowerSgd;
import org.tersegrad.reducers.Reduction;
import org.tersegrad.reducers.group.LocalGroup;

class AcpSgdTest {
    private static final Shape SHAPE = new Shape(40, 24);

    /** Singular values 8, 4, 2, 1, ... of a matrix with random orthogonal directions. */
    private static float[] halving(Shape shape, int count, long seed) {
        float[] left = CounterRandom.gaussians(count * shape.rows(), seed);
        float[] right = CounterRandom.gaussians(count * shape.columns(), seed + 1);
        ThinFactors factors = new ThinFactors(shape, count);
        factors.orthonormalizeLeft(left);
        factors.orthonormalizeRight(right);
        float[] matrix = new float[shape.size()];
        for (int k = 0; k < count; k++) {
            for (int i = 0; i < matrix.length; i++) {
                matrix[i] += Math.scalb(8f, -k)
                        * left[k * shape.rows() + i / shape.columns()]
                        * right[k * shape.columns() + i % shape.columns()];
            }
        }
        return matrix;
    }

    private static double distance(float[] a, float[] b) {
        double squares = 0;
        for (int i = 0; i < a.length; i++) {
            squares += ((double) a[i] - b[i]) * ((double) a[i] - b[i]);
        }
        return Math.sqrt(squares);
    }

    /** One exchange a step where PowerSGD has two, and of two steps as many bits as PowerSGD in one. */
    @Test
    void oneExchangeAStepAndHalfOfTheBits() {
        List<long[]> bits = LocalGroup.run(4, group -> {
            Reduction alternating = new AcpSgd(2).reduction(SHAPE, Seed.of(1), group);
            Reduction both = PowerSgd.rank(2).reduction(SHAPE, Seed.of(1), group);
            long[] all = new long[3];
            for (int step = 0; step < 2; step++) {
                Exchange only = alternating.begin(FloatSlice.of(new float[SHAPE.size()]));
                all[step] = only.run();
                assertThat(only.next()).isSameAs(Exchange.DONE);
            }
            all[2] = both.reduce(FloatSlice.of(new float[SHAPE.size()]));
            return all;
        });
        long[] total = new long[3];
        bits.forEach(each -> {
            for (int i = 0; i < 3; i++) {
                total[i] += each[i];
            }
        });
        // Of all workers together: 2 (n - 1) times 32 bits for each float that is summed up.
        assertThat(total).containsExactly(6L * 32 * 2 * 40, 6L * 32 * 2 * 24, 6L * 32 * 2 * 64);
    }

    /** From the second step on a mean of rank 2 is exact: its columns are in the span of P. */
    @Test
    void aMeanOfSmallRankIsExactFromTheSecondStepOn() {
        float[] constant = halving(SHAPE, 2, 3);
        LocalGroup.run(3, group -> {
            Reduction reduction = new AcpSgd(2).reduction(SHAPE, Seed.of(1), group);
            for (int step = 0; step < 5; step++) {
                float[] mean = constant.clone();
                for (int i = 0; i < mean.length; i++) {
                    mean[i] += group.rank() - 1; // the workers differ, and the mean does not
                }
                reduction.reduce(FloatSlice.of(mean));
                if (step > 0) {
                    assertThat(mean).containsExactly(constant, within(1e-4f));
                }
            }
            return 0;
        });
    }

    /** A constant matrix: two steps are one of power iteration, and the error goes down to that of the best rank 2. */
    @Test
    void findsTheLargestDirections() {
        float[] constant = halving(SHAPE, 8, 5);
        double best = distance(halving(SHAPE, 2, 5), constant);
        LocalGroup.run(2, group -> {
            Reduction reduction = new AcpSgd(2).reduction(SHAPE, Seed.of(1), group);
            double first = 0;
            double last = 0;
            for (int step = 0; step < 30; step++) {
                float[] mean = constant.clone();
                reduction.reduce(FloatSlice.of(mean));
                last = distance(mean, constant);
                first = step == 0 ? last : first;
            }
            assertThat(first).isGreaterThan(1.5 * best);
            assertThat(last).isCloseTo(best, within(1e-4));
            return 0;
        });
    }

    /** A worker keeps what of its own matrix is orthogonal to the basis: residual and mean have nothing in common. */
    @Test
    void theResidualIsOrthogonalToWhatWasSent() {
        LocalGroup.run(1, group -> {
            Reduction reduction = new AcpSgd(3).reduction(SHAPE, Seed.of(2), group);
            Residual residual = new Residual(SHAPE.size());
            for (int step = 0; step < 6; step++) {
                float[] mean = CounterRandom.gaussians(SHAPE.size(), step);
                reduction.reduce(FloatSlice.of(mean), residual);
                float[] left = new float[SHAPE.size()];
                residual.addTo(FloatSlice.of(left), 1f);
                double product = 0;
                for (int i = 0; i < mean.length; i++) {
                    product += (double) mean[i] * left[i];
                }
                assertThat(product).isCloseTo(0, within(1e-3));
            }
            return 0;
        });
    }

    /** A constant gradient is sent in full after some steps: the mean of all that was sent comes near it. */
    @Test
    void errorFeedbackSendsEverythingInTheEnd() {
        float[] constant = CounterRandom.gaussians(SHAPE.size(), 8);
        int steps = 200;
        LocalGroup.run(2, group -> {
            Reduction reduction = new AcpSgd(2).reduction(SHAPE, Seed.of(2), group);
            Residual residual = new Residual(SHAPE.size());
            float[] sum = new float[SHAPE.size()];
            for (int step = 0; step < steps; step++) {
                float[] mean = constant.clone();
                reduction.reduce(FloatSlice.of(mean), residual);
                for (int i = 0; i < sum.length; i++) {
                    sum[i] += mean[i] / steps;
                }
            }
            assertThat(distance(sum, constant)).isLessThan(0.1 * distance(new float[SHAPE.size()], constant));
            return 0;
        });
    }

    @Test
    void whatFactorsWouldNotMakeSmallerIsDense() {
        LocalGroup.run(2, group -> {
            float[] vector = {1 + group.rank(), 5};
            new AcpSgd(1).reduction(Shape.vector(2), Seed.of(1), group).reduce(FloatSlice.of(vector));
            assertThat(vector).containsExactly(1.5f, 5);
            float[] zero = new float[SHAPE.size()];
            new AcpSgd(2).reduction(SHAPE, Seed.of(1), group).reduce(FloatSlice.of(zero));
            assertThat(zero).containsOnly(0f);
            return 0;
        });
        assertThatThrownBy(() -> new AcpSgd(0)).hasMessage("a rank is 1 or more, this is 0");
    }
}
