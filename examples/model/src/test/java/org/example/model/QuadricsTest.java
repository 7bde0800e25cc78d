package org.example.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.tersegrad.compressors.Seed;
import org.tersegrad.convergence.data.DataSets;
import org.tersegrad.convergence.model.Learner;
import org.tersegrad.convergence.model.Models;
import org.tersegrad.convergence.model.Problem;

class QuadricsTest {
    private final Problem problem = Models.make("quadrics", () -> DataSets.load("rings", Path.of(".")));
    private final int[] examples = IntStream.range(0, problem.examples()).toArray();
    private final Learner learner = problem.learner(examples.length);
    private final float[] parameters = new float[problem.parameters()];
    private final float[] gradient = new float[problem.parameters()];

    @Test
    void theGradientIsTheSlopeOfTheLoss() {
        Random random = new Random(7);
        for (int i = 0; i < parameters.length; i++) {
            parameters[i] = (float) random.nextGaussian();
        }
        loss();
        float[] analytic = gradient.clone();
        float step = 0x1p-9f;
        for (int i = 0; i < parameters.length; i++) {
            float value = parameters[i];
            parameters[i] = value + step;
            double above = loss();
            double width = parameters[i];
            parameters[i] = value - step;
            double below = loss();
            width -= parameters[i]; // twice the step, as floats have it
            parameters[i] = value;
            assertEquals((above - below) / width, analytic[i], 1e-4, "parameter " + i);
        }
    }

    @Test
    void gradientDescentSeparatesTheRings() {
        problem.initialize(Seed.of(1), parameters);
        for (int step = 0; step < 1000; step++) {
            loss();
            for (int i = 0; i < parameters.length; i++) {
                parameters[i] -= gradient[i];
            }
        }
        double accuracy = learner.test(parameters).accuracy();
        assertTrue(accuracy > 0.9, "accuracy " + accuracy);
    }

    /** The loss of all examples; fills the gradient. */
    private double loss() {
        return learner.gradient(parameters, examples, 0, examples.length, gradient);
    }
}
