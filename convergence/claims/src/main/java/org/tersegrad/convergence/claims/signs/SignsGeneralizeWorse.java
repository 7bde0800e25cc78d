package org.tersegrad.convergence.claims.signs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.convergence.claims.Check;
import org.tersegrad.convergence.claims.Claim;
import org.tersegrad.convergence.claims.Extent;
import org.tersegrad.convergence.claims.Figure;
import org.tersegrad.convergence.claims.Mutant;
import org.tersegrad.convergence.claims.Outcome;
import org.tersegrad.convergence.claims.Picture;
import org.tersegrad.convergence.claims.Statement;

/**
 * Least squares with more features than examples, on data of A. Wilson and others, <i>The marginal value of adaptive gradient methods in
 * machine learning</i>, 2017: the first feature is the label, two are always 1, and each example has features of its own. Many weights
 * fit the training examples; only those near the span of the gradients, in which the first feature counts, fit the others.
 *
 * @param feedback the recipe of signs with error feedback
 */
public record SignsGeneralizeWorse(String feedback) implements Claim {
    private static final int EXAMPLES = 200;
    private static final int TRAINING = 100;
    private static final int FEATURES = 6 * EXAMPLES;
    private static final int STEPS = 80;

    /** One way to train; Signum is {@code sign(scaled=false)} of a momentum of 0.9. */
    private record Method(String name, String recipe, float rate, float momentum) {}

    private static final Method SGD = new Method("SGD", "dense", 0.5f, 0);
    private static final Method SIGNS = new Method("scaled signs", "sign", 10, 0);
    private static final Method SIGNUM = new Method("Signum", "sign(scaled=false)", 0.05f, 0.9f);

    /** With error feedback. */
    public SignsGeneralizeWorse() {
        this("sign+ef");
    }

    @Override
    public Statement statement() {
        return new Statement(
                "sign-generalization",
                "Karimireddy and others 2019, section 5.2, data of Wilson and others 2017",
                "With more parameters than examples, signs fit what they learn from and fail on new examples; error feedback"
                        + " repairs that, as good as SGD.",
                "As published: 100 + 100 examples, 1200 features, least squares, 80 full-batch steps, rates 0.5 (SGD), 10 (signs,"
                        + " with and without error feedback), 0.05 (Signum). 10 seeds draw the labels.");
    }

    @Override
    public List<Mutant> mutants() {
        return List.of(new Mutant(
                "no error feedback",
                "What scaled signs get wrong is forgotten.",
                new SignsGeneralizeWorse("sign"),
                "times that with error feedback"));
    }

    @Override
    public Outcome run(Extent extent, Consumer<String> progress) {
        long[] seeds = extent.seeds(10, 3);
        List<Picture.Line> curves = new ArrayList<>();
        double[][] test = new double[4][seeds.length];
        double[][] train = new double[4][seeds.length];
        List<Method> methods = List.of(SGD, SIGNS, SIGNUM, new Method("scaled signs, error feedback", feedback, 10, 0));
        for (Method method : methods) {
            progress.accept(method.name());
            int m = methods.indexOf(method);
            for (int s = 0; s < seeds.length; s++) {
                Data data = new Data(seeds[s]);
                Picture.Curve curve = new Picture.Curve(method.name(), STEPS);
                float[] w = data.train(method, (step, x) -> curve.add(step + 1, data.loss(x, TRAINING, EXAMPLES)));
                test[m][s] = data.loss(w, TRAINING, EXAMPLES);
                train[m][s] = data.loss(w, 0, TRAINING);
                if (s == 0) {
                    curves.add(curve.line());
                }
            }
        }
        return Outcome.judge(
                        Check.atLeast(
                                2,
                                "test loss of scaled signs, times that with error feedback",
                                Figure.geometric(ratio(test[1], test[3]))),
                        Check.atMost(
                                1.5,
                                "test loss of error feedback, times that of SGD",
                                Figure.geometric(ratio(test[3], test[0]))),
                        Check.atLeast(
                                2, "test loss of Signum, times that of SGD", Figure.geometric(ratio(test[2], test[0]))),
                        Check.atMost(0.05, "training loss of scaled signs", Figure.mean(train[1])),
                        Check.atMost(0.05, "training loss with error feedback", Figure.mean(train[3])))
                .with(new Picture(Picture.Axis.linear("step"), Picture.Axis.logarithmic("test loss"), curves));
    }

    private static double[] ratio(double[] a, double[] b) {
        double[] ratio = new double[a.length];
        Arrays.setAll(ratio, i -> a[i] / b[i]);
        return ratio;
    }

    /** Examples and labels of one seed. */
    private static final class Data {
        private final float[] labels = new float[EXAMPLES];
        private final float[][] rows = new float[EXAMPLES][FEATURES];

        Data(long seed) {
            for (int i = 0; i < EXAMPLES; i++) {
                boolean positive = CounterRandom.word(seed, i) < 0;
                labels[i] = positive ? 1 : -1;
                rows[i][0] = labels[i];
                rows[i][1] = 1;
                rows[i][2] = 1;
                for (int own = 0; own < (positive ? 1 : 5); own++) {
                    rows[i][3 + 5 * i + own] = 1;
                }
            }
        }

        float[] train(Method method, Descent.Watcher watcher) {
            float[] momentum = new float[FEATURES];
            float[] gradient = new float[FEATURES];
            return new Descent(method.recipe(), method.rate(), STEPS)
                    .from(
                            new float[FEATURES],
                            (w, step, g) -> {
                                gradient(w, gradient);
                                for (int j = 0; j < FEATURES; j++) {
                                    momentum[j] =
                                            method.momentum() * momentum[j] + (1 - method.momentum()) * gradient[j];
                                    g[j] = momentum[j];
                                }
                            },
                            watcher);
        }

        /** The gradient of half the mean square over the training examples. */
        private void gradient(float[] w, float[] g) {
            Arrays.fill(g, 0f);
            for (int i = 0; i < TRAINING; i++) {
                float away = (float) (product(rows[i], w) - labels[i]) / TRAINING;
                for (int j = 0; j < FEATURES; j++) {
                    g[j] += away * rows[i][j];
                }
            }
        }

        double loss(float[] w, int from, int to) {
            double sum = 0;
            for (int i = from; i < to; i++) {
                double away = product(rows[i], w) - labels[i];
                sum += away * away;
            }
            return sum / (to - from);
        }

        private static double product(float[] row, float[] w) {
            double sum = 0;
            for (int j = 0; j < FEATURES; j++) {
                sum += (double) row[j] * w[j];
            }
            return sum;
        }
    }
}
