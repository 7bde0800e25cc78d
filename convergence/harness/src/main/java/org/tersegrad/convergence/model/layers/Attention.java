package org.tersegrad.convergence.model.layers;

import java.util.Arrays;
import java.util.List;

/**
 * Causal attention with several heads (A. Vaswani et al., "Attention Is All You Need", 2017). The columns are the symbols of one
 * window, in their order. With Q, K and V the products of three matrices with the input, and d rows of each for a head,
 *
 * <pre>
 *   S = K^T Q / sqrt(d)       a row for each symbol seen, a column for each that looks; it sees itself and those before
 *   P = softmax of each column                          O = V P
 *   dV = dO P^T      dP = V^T dO      dS = P (dP - sum of dO O over the column)
 *   dQ = K dS / sqrt(d)               dK = Q dS^T / sqrt(d)
 * </pre>
 *
 * <p>The sums of a softmax are in double, first to last. A head's rows are side by side in memory, and so are the three matrices:
 * one product computes Q, K and V.
 */
public final class Attention implements Layer {
    private final MatrixProduct product;
    private final int width;
    private final int heads;
    private final int weights;
    private final double scale;
    /** Q, K and V. */
    private final float[] seen;

    private final float[] seenGradient;
    /** P of all heads. */
    private final float[] shares;

    private final float[] scores;
    /** Powers of the scores that are seen, row by row. */
    private final double[] powers;

    private final float[] largest;
    private final double[] sums;

    /**
     * A layer with memory for windows of {@code window} symbols.
     *
     * @param matrices of queries, keys and values, which follow each other
     * @param heads a divisor of the width
     */
    public Attention(MatrixProduct product, List<ModelTensor> matrices, int heads, int window) {
        this.product = product;
        this.width = matrices.get(0).shape().columns();
        this.heads = heads;
        this.weights = matrices.get(0).offset();
        this.scale = 1 / Math.sqrt((double) width / heads);
        this.seen = new float[Math.multiplyExact(3 * width, window)];
        this.seenGradient = new float[seen.length];
        this.shares = new float[Math.multiplyExact(heads * window, window)];
        this.scores = new float[window * window];
        this.powers = new double[window * (window + 1) / 2];
        this.largest = new float[window];
        this.sums = new double[window];
    }

    /** Queries, keys and values. */
    @Override
    public int tensors() {
        return 3;
    }

    @Override
    public int outputs() {
        return width;
    }

    @Override
    public void forward(float[] parameters, float[] input, int count, float[] output) {
        Arrays.fill(seen, 0, 3 * width * count, 0f);
        product.add(3 * width, width, count, parameters, weights, input, 0, seen, 0);
        Arrays.fill(shares, 0, heads * count * count, 0f);
        Arrays.fill(output, 0, width * count, 0f);
        int rows = width / heads;
        for (int head = 0; head < heads; head++) {
            int query = head * rows * count;
            int key = query + width * count;
            int value = key + width * count;
            int at = head * count * count;
            product.addLeftTransposed(count, rows, count, seen, key, seen, query, shares, at);
            softmax(at, count);
            product.add(rows, count, count, seen, value, shares, at, output, query);
        }
    }

    /** Each column, as far as its symbol sees; what is beyond becomes 0. */
    private void softmax(int at, int count) {
        Arrays.fill(largest, 0, count, Float.NEGATIVE_INFINITY);
        Arrays.fill(sums, 0, count, 0);
        for (int j = 0; j < count; j++) {
            for (int i = j; i < count; i++) {
                largest[i] = Math.max(largest[i], shares[at + j * count + i]);
            }
        }
        int used = 0;
        for (int j = 0; j < count; j++) {
            int row = at + j * count;
            for (int i = j; i < count; i++) {
                powers[used++] = (shares[row + i] - largest[i]) * scale;
            }
        }
        Exponential.replace(powers, used);
        for (int j = 0, from = 0; j < count; from += count - j++) {
            for (int i = j; i < count; i++) {
                sums[i] += powers[from + i - j];
            }
        }
        for (int i = 0; i < count; i++) {
            sums[i] = 1 / sums[i];
        }
        for (int j = 0, from = 0; j < count; from += count - j++) {
            int row = at + j * count;
            Arrays.fill(shares, row, row + j, 0f);
            for (int i = j; i < count; i++) {
                shares[row + i] = (float) (powers[from + i - j] * sums[i]);
            }
        }
    }

    @Override
    public void backward(
            float[] parameters,
            float[] input,
            float[] output,
            int count,
            float[] outputGradient,
            float[] inputGradient,
            float[] gradient) {
        Arrays.fill(seenGradient, 0, 3 * width * count, 0f);
        int rows = width / heads;
        for (int head = 0; head < heads; head++) {
            int query = head * rows * count;
            int key = query + width * count;
            int value = key + width * count;
            int at = head * count * count;
            product.addRightTransposed(rows, count, count, outputGradient, query, shares, at, seenGradient, value);
            Arrays.fill(scores, 0, count * count, 0f);
            product.addLeftTransposed(count, rows, count, seen, value, outputGradient, query, scores, 0);
            replaceByScoreGradient(at, query, rows, count, output, outputGradient);
            product.add(rows, count, count, seen, key, scores, 0, seenGradient, query);
            product.addRightTransposed(rows, count, count, seen, query, scores, 0, seenGradient, key);
        }
        product.addRightTransposed(3 * width, count, width, seenGradient, 0, input, 0, gradient, weights);
        if (inputGradient.length > 0) {
            Arrays.fill(inputGradient, 0, width * count, 0f);
            product.addLeftTransposed(width, 3 * width, count, parameters, weights, seenGradient, 0, inputGradient, 0);
        }
    }

    /** From dP to dS / sqrt(d), in {@link #scores}. */
    private void replaceByScoreGradient(int at, int from, int rows, int count, float[] output, float[] outputGradient) {
        Arrays.fill(sums, 0, count, 0);
        for (int row = from; row < from + rows * count; row += count) {
            for (int i = 0; i < count; i++) {
                sums[i] += outputGradient[row + i] * output[row + i];
            }
        }
        float factor = (float) scale;
        for (int row = 0; row < count * count; row += count) {
            for (int i = 0; i < count; i++) {
                scores[row + i] = shares[at + row + i] * (scores[row + i] - (float) sums[i]) * factor;
            }
        }
    }
}
