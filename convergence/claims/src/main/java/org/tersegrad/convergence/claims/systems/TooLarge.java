package org.tersegrad.convergence.claims.systems;

import java.util.List;
import java.util.function.Consumer;
import org.tersegrad.convergence.claims.Check;
import org.tersegrad.convergence.claims.Claim;
import org.tersegrad.convergence.claims.Extent;
import org.tersegrad.convergence.claims.Figure;
import org.tersegrad.convergence.claims.Mutant;
import org.tersegrad.convergence.claims.Outcome;
import org.tersegrad.convergence.claims.Statement;

/**
 * A claim about a training that is too long for two cores. It is not run; its figure is how long one run would take at least.
 *
 * @param statement who claims what
 * @param multiplications of one example's forward pass
 * @param examples of the training set
 * @param epochs of one run
 */
public record TooLarge(Statement statement, double multiplications, double examples, int epochs) implements Claim {
    /** More than two cores of today do: 3 GHz, and two fused multiply-adds of 16 floats a cycle. */
    private static final double FLOPS = 2 * 3e9 * 2 * 16 * 2;

    /** A multiplication with its addition, once forwards and twice backwards. */
    private static final double FLOP_PER_MULTIPLICATION = 2 * 3.0;

    /** The time from which on a training is not run. */
    private static final double MOST_HOURS = 0.5;

    /** PowerSGD's accuracies. */
    public static TooLarge resNet18() {
        Statement statement = new Statement(
                "powersgd-accuracy",
                "Vogels and others 2019, table 3",
                "PowerSGD of rank 2 is as accurate as SGD on CIFAR-10 (94.4 and 94.3 %).",
                "Not run: ResNet-18 with 0.56 billion multiplications an image, 50000 images, 300 epochs.");
        return new TooLarge(statement, 0.56e9, 50_000, 300);
    }

    /** Deep Gradient Compression's accuracies. */
    public static TooLarge resNet50() {
        Statement statement = new Statement(
                "dgc-imagenet",
                "Lin and others 2018, table 3",
                "DGC sends 277 times less than SGD for ResNet-50 on ImageNet, at the same accuracy (76.15 and 75.96 %).",
                "Not run: ResNet-50 with 4.1 billion multiplications an image, 1.28 million images, 90 epochs.");
        return new TooLarge(statement, 4.1e9, 1.28e6, 90);
    }

    @Override
    public List<Mutant> mutants() {
        return List.of(new Mutant(
                "a training of one image",
                "One image is all there is to learn from, which two cores can do.",
                new TooLarge(statement, multiplications, 1, epochs),
                "hours of one run"));
    }

    @Override
    public Outcome run(Extent extent, Consumer<String> progress) {
        double hours = FLOP_PER_MULTIPLICATION * multiplications * examples * epochs / FLOPS / 3600;
        return Outcome.tooLarge(
                Check.atLeast(MOST_HOURS, "hours of one run on two cores, at their peak", Figure.exact(hours)));
    }
}
