package org.tersegrad.contrib.lowrank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.reducers.Reduction;
import org.tersegrad.reducers.group.LocalGroup;

/** Dion against its formulas in double, with other loops. */
class DionTest {
    private static final Shape SHAPE = new Shape(12, 7);
    private static final int RANK = 3;

    private static float[] gradient(int worker, int step) {
        return CounterRandom.gaussians(SHAPE.size(), 100L * worker + step);
    }

    /** A matrix with columns of any number. */
    private static double[][] product(double[][] a, boolean transposeA, double[][] b, boolean transposeB) {
        int rows = transposeA ? a[0].length : a.length;
        int inner = transposeA ? a.length : a[0].length;
        int columns = transposeB ? b.length : b[0].length;
        double[][] result = new double[rows][columns];
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                for (int k = 0; k < inner; k++) {
                    result[i][j] += (transposeA ? a[k][i] : a[i][k]) * (transposeB ? b[j][k] : b[k][j]);
                }
            }
        }
        return result;
    }

    private static double[][] orthonormalColumns(double[][] a) {
        double[][] result = new double[a.length][a[0].length];
        for (int c = 0; c < a[0].length; c++) {
            double[] column = new double[a.length];
            for (int i = 0; i < a.length; i++) {
                column[i] = a[i][c];
            }
            for (int before = 0; before < c; before++) {
                double along = 0;
                for (int i = 0; i < a.length; i++) {
                    along += column[i] * result[i][before];
                }
                for (int i = 0; i < a.length; i++) {
                    column[i] -= along * result[i][before];
                }
            }
            putNormalized(column, result, c);
        }
        return result;
    }

    private static double[][] normalizedColumns(double[][] a) {
        double[][] result = new double[a.length][a[0].length];
        for (int c = 0; c < a[0].length; c++) {
            double[] column = new double[a.length];
            for (int i = 0; i < a.length; i++) {
                column[i] = a[i][c];
            }
            putNormalized(column, result, c);
        }
        return result;
    }

    private static void putNormalized(double[] column, double[][] target, int c) {
        double squares = 0;
        for (double value : column) {
            squares += value * value;
        }
        for (int i = 0; i < column.length; i++) {
            target[i][c] = column[i] / Math.sqrt(squares);
        }
    }

    private static double[][] matrix(float[] values) {
        double[][] result = new double[SHAPE.rows()][SHAPE.columns()];
        for (int i = 0; i < values.length; i++) {
            result[i / SHAPE.columns()][i % SHAPE.columns()] = values[i];
        }
        return result;
    }

    private static double[][] meanGradient(int workers, int step) {
        double[][] mean = new double[SHAPE.rows()][SHAPE.columns()];
        for (int w = 0; w < workers; w++) {
            double[][] theirs = matrix(gradient(w, step));
            for (int i = 0; i < mean.length; i++) {
                for (int j = 0; j < mean[0].length; j++) {
                    mean[i][j] += theirs[i][j] / workers;
                }
            }
        }
        return mean;
    }

    /** The updates of some steps with workers of different gradients. */
    private static List<float[]> updates(int workers, float momentum, int steps) {
        return LocalGroup.run(workers, group -> {
            Reduction reduction = new Dion(RANK, momentum).reduction(SHAPE, Seed.of(4), group);
            float[] all = new float[steps * SHAPE.size()];
            for (int step = 0; step < steps; step++) {
                System.arraycopy(gradient(group.rank(), step), 0, all, step * SHAPE.size(), SHAPE.size());
                reduction.reduce(new FloatSlice(all, step * SHAPE.size(), SHAPE.size()));
            }
            return all;
        });
    }

    /**
     * From the second step on: Q of the first is taken from its update, whose rows it spans. Any basis of that space gives the
     * same P Pᵀ, and the same update up to the choice of columns, so the span is compared.
     */
    @Test
    void workersTogetherAreOneWorkerWithTheMeanGradient() {
        float mu = 0.9f;
        int steps = 4;
        float[] updates = updates(3, mu, steps).get(0);
        double[][] memory = new double[SHAPE.rows()][SHAPE.columns()];
        for (int step = 0; step < steps; step++) {
            float[] found = new float[SHAPE.size()];
            System.arraycopy(updates, step * SHAPE.size(), found, 0, found.length);
            double[][] update = matrix(found);
            double[][] gradient = meanGradient(3, step);
            double[][] sum = new double[SHAPE.rows()][SHAPE.columns()];
            for (int i = 0; i < sum.length; i++) {
                for (int j = 0; j < sum[0].length; j++) {
                    sum[i][j] = memory[i][j] + gradient[i][j];
                }
            }
            double[][] p = orthonormalColumns(firstColumns(update));
            double[][] taken = product(p, false, product(p, true, sum, false), false);
            // The rows of the update are in the span of R = sumᵀ P, and that of its columns is P.
            double[][] span = orthonormalColumns(product(sum, true, p, false));
            double[][] inSpan = product(product(update, false, span, false), false, span, true);
            for (int i = 0; i < sum.length; i++) {
                for (int j = 0; j < sum[0].length; j++) {
                    assertThat(inSpan[i][j]).isCloseTo(update[i][j], within(1e-4));
                    memory[i][j] = sum[i][j] - (1 - mu) * taken[i][j];
                }
            }
        }
    }

    private static double[][] firstColumns(double[][] update) {
        double[][] columns = new double[update.length][RANK];
        for (int i = 0; i < update.length; i++) {
            System.arraycopy(update[i], 0, columns[i], 0, RANK);
        }
        return columns;
    }

    /** With the rank of the matrix and one worker, a constant gradient has the polar factor as its limit. */
    @Test
    void theUpdateTendsToTheOrthonormalFactorOfAConstantGradient() {
        float[] constant = new float[SHAPE.size()];
        // Two columns of different length at right angles, so that the factor is known: each column divided by its
        // length.
        for (int i = 0; i < SHAPE.rows(); i++) {
            constant[i * SHAPE.columns()] = 3;
            constant[i * SHAPE.columns() + 1] = i % 2 == 0 ? 0.5f : -0.5f;
        }
        double[][] expected = normalizedColumns(firstTwo(matrix(constant)));
        LocalGroup.run(2, group -> {
            Reduction reduction = Dion.rank(2).reduction(SHAPE, Seed.of(4), group);
            float[] update = constant.clone();
            for (int step = 0; step < 20; step++) {
                update = constant.clone();
                reduction.reduce(FloatSlice.of(update));
            }
            double scale = Math.sqrt(12.0 / 7);
            for (int i = 0; i < SHAPE.size(); i++) {
                int column = i % SHAPE.columns();
                double orthonormal = column < 2 ? expected[i / SHAPE.columns()][column] : 0;
                assertThat((double) update[i]).isCloseTo(scale * orthonormal, within(1e-3));
            }
            return 0;
        });
    }

    private static double[][] firstTwo(double[][] matrix) {
        double[][] result = new double[matrix.length][2];
        for (int i = 0; i < matrix.length; i++) {
            result[i] = new double[] {matrix[i][0], matrix[i][1]};
        }
        return result;
    }

    @Test
    void theSquareOfTheUpdateIsTheRankTimesItsScale() {
        for (float[] all : updates(2, 0.95f, 3)) {
            for (int step = 0; step < 3; step++) {
                double squares = 0;
                for (int i = 0; i < SHAPE.size(); i++) {
                    squares += Math.pow(all[step * SHAPE.size() + i], 2);
                }
                assertThat(squares)
                        .isCloseTo(RANK * 12.0 / 7, within(1e-4)); // P is orthonormal, columns of Q have length 1
            }
        }
    }

    @Test
    void vectorsGetSigns() {
        LocalGroup.run(2, group -> {
            float[] update = {3f, -0.1f, 5f};
            Dion.rank(1).reduction(Shape.vector(3), Seed.of(1), group).reduce(FloatSlice.of(update));
            assertThat(update).containsExactly(1f, -1f, 1f);
            return 0;
        });
    }
}
