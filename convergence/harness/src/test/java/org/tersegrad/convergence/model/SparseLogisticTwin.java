package org.tersegrad.convergence.model;

import org.tersegrad.convergence.data.SparseVectors;

/** Logistic regression by its formula, with the vectors written out. */
record SparseLogisticTwin(SparseLogistic problem) implements Twin {
    @Override
    public double loss(double[] parameters, int example) {
        double squares = 0;
        for (int i = 0; i < problem.data().length(); i++) {
            squares += parameters[i] * parameters[i];
        }
        return loss(parameters, problem.data().training(), example) + 0.5 * problem.penalty() * squares;
    }

    @Override
    public Score test(double[] parameters) {
        SparseVectors.Part part = problem.data().test();
        double loss = 0;
        double right = 0;
        for (int i = 0; i < part.size(); i++) {
            double one = loss(parameters, part, i);
            loss += one;
            right += one < Math.log(2) ? 1 : 0;
        }
        return new Score(loss / part.size(), right / part.size());
    }

    private double loss(double[] parameters, SparseVectors.Part part, int example) {
        double[] vector = new double[problem.data().length() + 1];
        vector[vector.length - 1] = 1;
        for (int i = part.starts()[example]; i < part.starts()[example + 1]; i++) {
            vector[part.indices()[i]] = part.values()[i];
        }
        double score = 0;
        for (int i = 0; i < vector.length; i++) {
            score += parameters[i] * vector[i];
        }
        double probability = 1 / (1 + Math.exp(-score));
        return -Math.log(part.labels()[example] == 1 ? probability : 1 - probability);
    }
}
