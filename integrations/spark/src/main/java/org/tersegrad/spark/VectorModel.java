package org.tersegrad.spark;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.tersegrad.compressors.Seed;
import org.tersegrad.convergence.data.LabelledVectors;
import org.tersegrad.convergence.data.LabelledVectors.Part;
import org.tersegrad.convergence.model.Learner;
import org.tersegrad.convergence.model.Models;
import org.tersegrad.convergence.model.Problem;
import org.tersegrad.reducers.model.NamedTensor;

/**
 * A classifier of the training harness, {@code tersegrad-harness}, for data in the rows of an RDD: {@code softmax},
 * {@code mlp(256,128)} or {@code cnn(8,16)}.
 *
 * <pre>{@code
 * VectorModel model = new VectorModel("mlp(32)", 28, 28, 10);   // images of 28 by 28, 10 classes
 * }</pre>
 */
public final class VectorModel implements RowModel<LabelledVector> {
    private static final long serialVersionUID = 1L;

    private final String text;
    private final int width;
    private final int height;
    private final int classes;
    /** Learners by the size of their batches, of which training has one. */
    private final transient Map<Integer, BatchLearner> learners = new HashMap<>();

    /**
     * A model.
     *
     * @param text as in {@code tersegrad compare --model}
     * @param width of a vector, if it is an image row by row; else its length
     * @param height of a vector, if it is an image; else 1
     * @throws IllegalArgumentException if there is no such model, or it does not learn from vectors
     */
    public VectorModel(String text, int width, int height, int classes) {
        this.text = text;
        this.width = width;
        this.height = height;
        this.classes = classes;
    }

    /** A copy on an executor makes its own learners. */
    private Object readResolve() {
        return new VectorModel(text, width, height, classes);
    }

    /** The problem whose examples are in an array, to be overwritten with those of each batch. */
    private Problem problem(Part batch) {
        return Models.make(text, () -> new LabelledVectors("rows", width, height, classes, batch, batch));
    }

    private Part emptyBatch(int size) {
        return new Part(new float[Math.multiplyExact(size, width * height)], new int[size]);
    }

    @Override
    public List<NamedTensor> tensors() {
        return problem(emptyBatch(1)).namedTensors();
    }

    @Override
    public void initialize(Seed seed, float[] parameters) {
        problem(emptyBatch(1)).initialize(seed, parameters);
    }

    @Override
    public double gradient(float[] parameters, List<LabelledVector> rows, float[] gradient) {
        return learners.computeIfAbsent(rows.size(), BatchLearner::new).gradient(parameters, rows, gradient);
    }

    /** A learner that has one batch of examples at a time. */
    private final class BatchLearner {
        private final Part batch;
        private final int[] examples;
        private final Learner learner;

        BatchLearner(int size) {
            batch = emptyBatch(size);
            examples = IntStream.range(0, size).toArray();
            learner = problem(batch).learner(size);
        }

        double gradient(float[] parameters, List<LabelledVector> rows, float[] gradient) {
            int length = width * height;
            for (int i = 0; i < examples.length; i++) {
                LabelledVector row = rows.get(i);
                if (row.values().length != length || row.label() < 0 || row.label() >= classes) {
                    throw new IllegalArgumentException("a row of " + row.values().length + " values and class "
                            + row.label() + " for a model of " + length + " values and classes 0 to " + (classes - 1));
                }
                System.arraycopy(row.values(), 0, batch.values(), i * length, length);
                batch.labels()[i] = row.label();
            }
            return learner.gradient(parameters, examples, 0, examples.length, gradient);
        }
    }
}
