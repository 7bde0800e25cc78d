package org.tersegrad.convergence.model;

import java.util.List;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.convergence.data.Text;
import org.tersegrad.convergence.model.layers.ModelTensor;
import org.tersegrad.convergence.model.layers.Tensors;

/**
 * A small language model: from the symbols of a window of text, one by one, it predicts the next. At every symbol
 *
 * <pre>
 *   state  = tanh(embedding of the symbol + recurrent * state before + bias)
 *   scores = output * state + bias
 * </pre>
 *
 * <p>The state is 0 where a window begins, and gradients go back to there and no further (truncated back-propagation through
 * time). An example is a window, windows follow each other without a gap. The loss is the cross-entropy of the next symbol, the
 * mean over all symbols; it is tested on windows spread evenly over the text's test part.
 *
 * @param hidden how many numbers a state has
 * @param length how many symbols a window predicts
 */
public record CharLm(Text data, int hidden, int length) implements Problem {
    /** The most windows of the test part that are looked at. */
    private static final int TEST_WINDOWS = 256;

    public CharLm {
        if (hidden < 1 || length < 1) {
            throw new IllegalArgumentException(
                    "a state of " + hidden + " numbers and windows of " + length + " symbols; both must be at least 1");
        }
        if (Math.min(data.training().length, data.test().length) <= length) {
            throw new IllegalArgumentException(
                    data.name() + " has " + data.training().length + " symbols to learn from and " + data.test().length
                            + " to be tested on, too few for a window of " + length);
        }
    }

    @Override
    public String contentHash() {
        return data.contentHash();
    }

    @Override
    public String name() {
        return Models.text("charlm", List.of(hidden, length)) + " on " + data.name();
    }

    /** Number of different symbols. */
    int symbols() {
        return data.alphabet().length();
    }

    @Override
    public List<ModelTensor> tensors() {
        return new Tensors()
                .add("embedding.weights", new Shape(symbols(), hidden))
                .addLayer("recurrent", hidden, hidden)
                .addLayer("output", hidden, symbols())
                .list();
    }

    @Override
    public int examples() {
        return windows(data.training());
    }

    private int windows(byte[] text) {
        return (text.length - 1) / length;
    }

    int testWindows() {
        return Math.min(TEST_WINDOWS, windows(data.test()));
    }

    /** Start of test window {@code i}. */
    int testStart(int i) {
        return (int) ((long) i * windows(data.test()) / testWindows()) * length;
    }

    @Override
    public int classes() {
        return 1;
    }

    @Override
    public int label(int example) {
        return 0;
    }

    @Override
    public void initialize(Seed seed, float[] parameters) {
        Batch.check(parameters(), parameters);
        Tensors.initialize(tensors(), 1, seed, parameters);
    }

    @Override
    public Learner learner(int batch) {
        return new CharLmLearner(this, batch);
    }
}
