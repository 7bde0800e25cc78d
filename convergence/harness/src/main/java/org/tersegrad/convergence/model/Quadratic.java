package org.tersegrad.convergence.model;

import java.util.Arrays;
import java.util.List;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.convergence.model.layers.ModelTensor;
import org.tersegrad.convergence.model.layers.Tensors;

/**
 * Clients that want different things, and a best compromise that is known: client i has the loss
 *
 * <pre>
 *   f_i(x) = 1/2 sum_j a_ij (x_j - b_ij)^2
 * </pre>
 *
 * <p>and example i stands for client i, a class of its own. The problem is the mean of all clients; its test is how far that
 * is above its least value, in which nothing is right or wrong. The b are Gaussian. The a fall from coordinate to coordinate,
 * from about 1 to about 1/100, and differ between clients by up to half: the optimum is not the mean of the clients' own.
 */
public final class Quadratic implements Problem {
    private static final double CONDITION = 100;

    private final int dimension;
    private final int clients;
    private final long seed;
    private final float[] curvatures;
    private final float[] centres;
    private final double[] meanCurvature;
    private final double[] optimum;

    /** The same problem for the same numbers. */
    public Quadratic(int dimension, int clients, long seed) {
        if (dimension < 1 || clients < 1 || (long) dimension * clients > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("a quadratic problem of dimension " + dimension + " for " + clients
                    + " clients; both must be at least 1 and their product at most " + Integer.MAX_VALUE);
        }
        this.dimension = dimension;
        this.clients = clients;
        this.seed = seed;
        this.curvatures = new float[dimension * clients];
        this.centres = CounterRandom.gaussians(dimension * clients, CounterRandom.fork(seed, 0));
        this.meanCurvature = new double[dimension];
        this.optimum = new double[dimension];
        long words = CounterRandom.fork(seed, 1);
        for (int i = 0; i < curvatures.length; i++) {
            int j = i % dimension;
            double fallen = StrictMath.pow(CONDITION, -(double) j / Math.max(dimension - 1, 1));
            curvatures[i] = (float) (fallen * (1 + CounterRandom.word(words, i) * 0x1p-32));
            meanCurvature[j] += (double) curvatures[i] / clients;
            optimum[j] += (double) curvatures[i] * centres[i] / clients;
        }
        for (int j = 0; j < dimension; j++) {
            optimum[j] /= meanCurvature[j];
        }
    }

    /** The minimum of the mean of all clients. */
    public double[] optimum() {
        return optimum.clone();
    }

    /** The name has all that it is made of. */
    @Override
    public String contentHash() {
        return name();
    }

    @Override
    public String name() {
        return Models.text("quadratic", seed == 0 ? List.of(dimension, clients) : List.of(dimension, clients, seed));
    }

    @Override
    public List<ModelTensor> tensors() {
        return new Tensors().add("x", Shape.vector(dimension)).list();
    }

    @Override
    public int examples() {
        return clients;
    }

    @Override
    public int classes() {
        return clients;
    }

    @Override
    public int label(int example) {
        return example;
    }

    @Override
    public void initialize(Seed seed, float[] parameters) {
        Batch.check(dimension, parameters);
        float[] start = CounterRandom.gaussians(dimension, seed.fork(0).value());
        System.arraycopy(start, 0, parameters, 0, dimension);
    }

    @Override
    public Learner learner(int batch) {
        return new Client(Batch.require(batch));
    }

    private final class Client implements Learner {
        private final int batch;

        private Client(int batch) {
            this.batch = batch;
        }

        @Override
        public double gradient(float[] parameters, int[] examples, int from, int count, float[] gradient) {
            Batch.check(batch, dimension, parameters, examples, from, count, gradient);
            Arrays.fill(gradient, 0f);
            double loss = 0;
            float share = 1f / count;
            for (int e = from; e < from + count; e++) {
                int at = examples[e] * dimension;
                for (int j = 0; j < dimension; j++) {
                    float away = parameters[j] - centres[at + j];
                    gradient[j] += curvatures[at + j] * away * share;
                    loss += 0.5 * curvatures[at + j] * away * away;
                }
            }
            return loss / count;
        }

        /** Around its least value a quadratic function is half of the curvature times the squared distance. */
        @Override
        public Score test(float[] parameters) {
            Batch.check(dimension, parameters);
            double loss = 0;
            for (int j = 0; j < dimension; j++) {
                double away = parameters[j] - optimum[j];
                loss += 0.5 * meanCurvature[j] * away * away;
            }
            return new Score(loss, Double.NaN);
        }
    }
}
