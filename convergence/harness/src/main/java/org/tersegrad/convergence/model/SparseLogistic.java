package org.tersegrad.convergence.model;

import java.util.Arrays;
import java.util.List;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.convergence.data.SparseVectors;
import org.tersegrad.convergence.model.layers.ModelTensor;
import org.tersegrad.convergence.model.layers.Tensors;

/**
 * Logistic regression on sparse vectors: the probability of class 1 is {@code 1 / (1 + exp(-score))}, the score linear in the
 * vector. Convex.
 *
 * @param penalty half of it times the squared length of the weights is added to the loss to be trained, not to that of the test;
 *     without it (0) a gradient costs no more than the elements that are not zero, and zeros to be written
 */
public record SparseLogistic(SparseVectors data, float penalty) implements Problem {
    public SparseLogistic {
        if (!(penalty >= 0 && penalty < Float.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("a penalty of " + penalty + "; it must be finite and not negative");
        }
    }

    @Override
    public String contentHash() {
        return data.contentHash();
    }

    @Override
    public String name() {
        return "logistic" + (penalty == 0 ? "" : "(" + Recipe.number(penalty) + ")") + " on " + data.name();
    }

    @Override
    public List<ModelTensor> tensors() {
        return new Tensors()
                .add("output.weights", Shape.vector(data.length()))
                .add("output.bias", Shape.vector(1))
                .list();
    }

    @Override
    public int examples() {
        return data.training().size();
    }

    @Override
    public int classes() {
        return 2;
    }

    @Override
    public int label(int example) {
        return data.training().labels()[example];
    }

    /** All zeros: from any start the way leads to the same place. */
    @Override
    public void initialize(Seed seed, float[] parameters) {
        Batch.check(parameters(), parameters);
        Arrays.fill(parameters, 0f);
    }

    @Override
    public Learner learner(int batch) {
        return new SparseLogisticLearner(this, batch);
    }
}
