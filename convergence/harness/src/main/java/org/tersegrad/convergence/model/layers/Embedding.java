package org.tersegrad.convergence.model.layers;

/**
 * Learned vectors for symbols and for their positions in a window: column t becomes {@code symbols[number] + positions[t]}. The
 * only feature of a column is the symbol's number.
 */
public final class Embedding implements Layer {
    private final int width;
    private final int symbols;
    private final int positions;

    /** A layer of the width of its vectors, which are the rows of two tables. */
    public Embedding(ModelTensor symbols, ModelTensor positions) {
        this.width = symbols.shape().columns();
        this.symbols = symbols.offset();
        this.positions = positions.offset();
    }

    /** Symbols and positions. */
    @Override
    public int tensors() {
        return 2;
    }

    @Override
    public int outputs() {
        return width;
    }

    @Override
    public void forward(float[] parameters, float[] input, int count, float[] output) {
        for (int t = 0; t < count; t++) {
            int symbol = symbols + ((int) input[t]) * width;
            int position = positions + t * width;
            for (int i = 0; i < width; i++) {
                output[i * count + t] = parameters[symbol + i] + parameters[position + i];
            }
        }
    }

    /** Symbols have no gradient of their own: it ends here. */
    @Override
    public void backward(
            float[] parameters,
            float[] input,
            float[] output,
            int count,
            float[] outputGradient,
            float[] inputGradient,
            float[] gradient) {
        for (int t = 0; t < count; t++) {
            int symbol = symbols + ((int) input[t]) * width;
            int position = positions + t * width;
            for (int i = 0; i < width; i++) {
                float passed = outputGradient[i * count + t];
                gradient[symbol + i] += passed;
                gradient[position + i] += passed;
            }
        }
    }
}
