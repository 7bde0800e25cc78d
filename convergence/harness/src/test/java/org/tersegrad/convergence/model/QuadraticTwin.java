package org.tersegrad.convergence.model;

/**
 * A quadratic function from the outside: three gradients of a client along each axis tell its curvature and its centre. So
 * the optimum is found a second time, from nothing but gradients.
 */
final class QuadraticTwin implements Twin {
    private final int dimension;
    private final double[][] curvatures;
    private final double[][] centres;

    QuadraticTwin(Quadratic problem) {
        dimension = problem.parameters();
        curvatures = new double[problem.examples()][dimension];
        centres = new double[problem.examples()][dimension];
        float[] at0 = new float[dimension];
        float[] at1 = new float[dimension];
        float[] ones = new float[dimension];
        java.util.Arrays.fill(ones, 1f);
        Learner learner = problem.learner(1);
        for (int i = 0; i < curvatures.length; i++) {
            learner.gradient(new float[dimension], new int[] {i}, 0, 1, at0);
            learner.gradient(ones, new int[] {i}, 0, 1, at1);
            for (int j = 0; j < dimension; j++) {
                curvatures[i][j] = (double) at1[j] - at0[j];
                centres[i][j] = -at0[j] / curvatures[i][j];
            }
        }
    }

    @Override
    public double loss(double[] parameters, int example) {
        double loss = 0;
        for (int j = 0; j < dimension; j++) {
            double away = parameters[j] - centres[example][j];
            loss += 0.5 * curvatures[example][j] * away * away;
        }
        return loss;
    }

    @Override
    public Score test(double[] parameters) {
        double[] optimum = new double[dimension];
        for (int j = 0; j < dimension; j++) {
            double sum = 0;
            for (int i = 0; i < curvatures.length; i++) {
                optimum[j] += curvatures[i][j] * centres[i][j];
                sum += curvatures[i][j];
            }
            optimum[j] /= sum;
        }
        return new Score(mean(parameters) - mean(optimum), Double.NaN);
    }

    private double mean(double[] parameters) {
        double sum = 0;
        for (int i = 0; i < curvatures.length; i++) {
            sum += loss(parameters, i) / curvatures.length;
        }
        return sum;
    }
}
