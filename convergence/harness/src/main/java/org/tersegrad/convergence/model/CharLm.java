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
 * mean over all symbols.
 *
 * @param hidden how many numbers a state has
 * @param length how many symbols a window predicts
 */
public record CharLm(Text data, int hidden, int length) implements Problem {
    public CharLm {
        if (hidden < 1 || length < 1) {
            throw new IllegalArgumentException(
                    "a state of " + hidden + " numbers and windows of " + length + " symbols; both must be at least 1");
        }
        Windows.check(data, length);
    }

    Windows windows() {
        return new Windows(data, length);
    }

    @Override
    public String contentHash() {
        return data.contentHash();
    }

    @Override
    public String name() {
        return Models.text("charlm", List.of(hidden, length)) + " on " + data.name();
    }

    @Override
    public List<ModelTensor> tensors() {
        int symbols = windows().symbols();
        return new Tensors()
                .add("embedding.weights", new Shape(symbols, hidden))
                .addLayer("recurrent", hidden, hidden)
                .addLayer("output", hidden, symbols)
                .list();
    }

    @Override
    public int examples() {
        return windows().examples();
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
