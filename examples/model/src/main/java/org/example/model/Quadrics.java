package org.example.model;

import java.util.Arrays;
import java.util.List;
import org.tersegrad.compressors.RecipeEntry.Unnamed;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.convergence.data.LabelledVectors;
import org.tersegrad.convergence.model.Learner;
import org.tersegrad.convergence.model.ModelEntry;
import org.tersegrad.convergence.model.ModelProvider;
import org.tersegrad.convergence.model.Problem;
import org.tersegrad.convergence.model.Score;
import org.tersegrad.convergence.model.layers.ModelTensor;

/**
 * The model {@code quadrics}: softmax regression on the elements of a vector and their products, so that classes are separated by
 * ellipses and other quadrics.
 *
 * <pre>
 *   f(x) = x_1, ..., x_d, x_1 x_1, x_1 x_2, ..., x_d x_d;   scores = W f(x) + b;   loss = -log softmax(scores)_label
 * </pre>
 */
public record Quadrics(LabelledVectors data) implements Problem {
    /** Named in {@code META-INF/services}. */
    public static final class Models implements ModelProvider {
        @Override
        public List<ModelEntry> entries() {
            return List.of(ModelEntry.of(
                    "quadrics",
                    "quadrics",
                    "softmax regression on products",
                    LabelledVectors.class,
                    (data, arguments) -> new Quadrics(data),
                    Unnamed.FIRST));
        }
    }

    private int features() {
        return data.length() + data.length() * (data.length() + 1) / 2;
    }

    @Override
    public String name() {
        return "quadrics on " + data.name();
    }

    @Override
    public String contentHash() {
        return data.contentHash();
    }

    @Override
    public List<ModelTensor> tensors() {
        Shape weights = new Shape(classes(), features());
        return List.of(
                new ModelTensor("weights", weights, 0),
                new ModelTensor("bias", Shape.vector(classes()), weights.size()));
    }

    @Override
    public int examples() {
        return data.training().size();
    }

    @Override
    public int classes() {
        return data.classes();
    }

    @Override
    public int label(int example) {
        return data.training().labels()[example];
    }

    /** The loss is convex: zeros are as good as any other place to start. */
    @Override
    public void initialize(Seed seed, float[] parameters) {
        Arrays.fill(parameters, 0);
    }

    @Override
    public Learner learner(int batch) {
        return new QuadricsLearner();
    }

    /** The memory of one worker. */
    private final class QuadricsLearner implements Learner {
        private final float[] features = new float[features()];
        private final double[] chances = new double[classes()];

        @Override
        public double gradient(float[] parameters, int[] examples, int from, int count, float[] gradient) {
            Arrays.fill(gradient, 0);
            double loss = 0;
            for (int e = from; e < from + count; e++) {
                loss += forward(parameters, data.training(), examples[e]);
                for (int c = 0; c < chances.length; c++) {
                    float error = (float) (chances[c] - (label(examples[e]) == c ? 1 : 0)) / count;
                    for (int f = 0; f < features.length; f++) {
                        gradient[c * features.length + f] += error * features[f];
                    }
                    gradient[chances.length * features.length + c] += error;
                }
            }
            return loss / count;
        }

        @Override
        public Score test(float[] parameters) {
            LabelledVectors.Part test = data.test();
            double loss = 0;
            int right = 0;
            for (int n = 0; n < test.size(); n++) {
                loss += forward(parameters, test, n);
                double best = Arrays.stream(chances).max().orElse(0);
                right += chances[test.labels()[n]] == best ? 1 : 0;
            }
            return new Score(loss / test.size(), (double) right / test.size());
        }

        /** Fills features and chances; returns the loss of one example. */
        private double forward(float[] parameters, LabelledVectors.Part part, int example) {
            int length = data.length();
            float[] values = part.values();
            int at = example * length;
            int f = length;
            for (int i = 0; i < length; i++) {
                features[i] = values[at + i];
                for (int j = i; j < length; j++) {
                    features[f++] = values[at + i] * values[at + j];
                }
            }
            double sum = 0;
            for (int c = 0; c < chances.length; c++) {
                double score = parameters[chances.length * features.length + c];
                for (int k = 0; k < features.length; k++) {
                    score += parameters[c * features.length + k] * features[k];
                }
                chances[c] = StrictMath.exp(score); // the same on all machines, unlike Math.exp
                sum += chances[c];
            }
            for (int c = 0; c < chances.length; c++) {
                chances[c] /= sum;
            }
            return -StrictMath.log(chances[part.labels()[example]]);
        }
    }
}
