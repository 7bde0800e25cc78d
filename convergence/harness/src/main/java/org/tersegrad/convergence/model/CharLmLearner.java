package org.tersegrad.convergence.model;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.tersegrad.convergence.model.layers.Bias;
import org.tersegrad.convergence.model.layers.CrossEntropy;
import org.tersegrad.convergence.model.layers.Exponential;
import org.tersegrad.convergence.model.layers.Layer;
import org.tersegrad.convergence.model.layers.MatrixProduct;
import org.tersegrad.convergence.model.layers.ModelTensor;

/** Back-propagation through time. As in {@link Layer}, examples are side by side; what belongs to a symbol is a block. */
final class CharLmLearner implements Learner {
    private final Windows windows;
    private final int symbols;
    private final int hidden;
    private final int length;
    private final int batch;
    private final int parameters;
    private final int embedding;
    private final int recurrent;
    private final Bias recurrentBias;
    private final int output;
    private final Bias outputBias;
    private final MatrixProduct product = new MatrixProduct();
    private final CrossEntropy loss;
    /** The symbols of a window: those seen, and those to be predicted, one further. */
    private final int[] seen;

    private final int[] next;
    /** One block more than there are symbols, since the first state is what was before all of them. */
    private final float[] states;

    private final float[] scores;
    private final float[] stateGradient;
    private final float[] sumGradient;

    CharLmLearner(CharLm problem, int batch) {
        this.windows = problem.windows();
        this.symbols = windows.symbols();
        this.hidden = problem.hidden();
        this.length = problem.length();
        this.batch = Batch.require(batch);
        this.parameters = problem.parameters();
        List<ModelTensor> tensors = problem.tensors();
        this.embedding = tensors.get(0).offset();
        this.recurrent = tensors.get(1).offset();
        this.recurrentBias = new Bias(Optional.of(tensors.get(2)), hidden);
        this.output = tensors.get(3).offset();
        this.outputBias = new Bias(Optional.of(tensors.get(4)), symbols);
        this.loss = new CrossEntropy(symbols);
        this.seen = new int[length * batch];
        this.next = new int[length * batch];
        this.states = new float[(length + 1) * hidden * batch];
        this.scores = new float[length * symbols * batch];
        this.stateGradient = new float[hidden * batch];
        this.sumGradient = new float[hidden * batch];
    }

    @Override
    public double gradient(float[] parameters, int[] examples, int from, int count, float[] gradient) {
        Batch.check(batch, this.parameters, parameters, examples, from, count, gradient);
        for (int e = 0; e < count; e++) {
            load(windows.text().training(), windows.start(examples[from + e]), e, count);
        }
        forward(parameters, count);
        loss.reset();
        for (int t = 0; t < length; t++) {
            loss.replace(scores, t * symbols * count, count, next, t * count, 1.0 / (length * count));
        }
        Arrays.fill(gradient, 0f);
        Arrays.fill(stateGradient, 0, hidden * count, 0f);
        for (int t = length - 1; t >= 0; t--) {
            backward(parameters, t, count, gradient);
        }
        return loss.loss() / (length * count);
    }

    @Override
    public Score test(float[] parameters) {
        Batch.check(this.parameters, parameters);
        loss.reset();
        int tests = windows.tests();
        for (int done = 0; done < tests; done += batch) {
            int count = Math.min(batch, tests - done);
            for (int e = 0; e < count; e++) {
                load(windows.text().test(), windows.testStart(done + e), e, count);
            }
            forward(parameters, count);
            for (int i = 0; i < length * count; i++) {
                // Window by window: the sum's last bits must not depend on how many go together.
                int t = i % length;
                int e = i / length;
                loss.add(scores, t * symbols * count + e, count, next[t * count + e]);
            }
        }
        double predicted = (double) tests * length;
        return new Score(loss.loss() / predicted, loss.right() / predicted);
    }

    /** Makes a window column {@code e} of each symbol's block. */
    private void load(byte[] text, int start, int e, int count) {
        for (int t = 0; t < length; t++) {
            seen[t * count + e] = text[start + t] & 0xff;
            next[t * count + e] = text[start + t + 1] & 0xff;
        }
    }

    private void forward(float[] parameters, int count) {
        int block = hidden * count;
        Arrays.fill(states, 0, block, 0f);
        for (int t = 0; t < length; t++) {
            int state = (t + 1) * block;
            recurrentBias.spread(parameters, count, states, state);
            for (int unit = 0; unit < hidden; unit++) {
                for (int e = 0; e < count; e++) {
                    int symbol = seen[t * count + e];
                    states[state + unit * count + e] += parameters[embedding + symbol * hidden + unit];
                }
            }
            product.add(hidden, hidden, count, parameters, recurrent, states, t * block, states, state);
            for (int i = state; i < state + block; i++) {
                states[i] = (float) Exponential.tanh(states[i]);
            }
            int score = t * symbols * count;
            outputBias.spread(parameters, count, scores, score);
            product.add(symbols, hidden, count, parameters, output, states, state, scores, score);
        }
    }

    /** One symbol; {@link #stateGradient} comes from the symbol after it and is left for the one before. */
    private void backward(float[] parameters, int t, int count, float[] gradient) {
        int block = hidden * count;
        int before = t * block;
        int state = before + block;
        int score = t * symbols * count;
        outputBias.addSums(scores, score, count, gradient);
        product.addRightTransposed(symbols, count, hidden, scores, score, states, state, gradient, output);
        product.addLeftTransposed(hidden, symbols, count, parameters, output, scores, score, stateGradient, 0);
        for (int i = 0; i < block; i++) {
            float value = states[state + i];
            sumGradient[i] = stateGradient[i] * (1 - value * value);
        }
        for (int unit = 0; unit < hidden; unit++) {
            for (int e = 0; e < count; e++) {
                gradient[embedding + seen[t * count + e] * hidden + unit] += sumGradient[unit * count + e];
            }
        }
        recurrentBias.addSums(sumGradient, 0, count, gradient);
        product.addRightTransposed(hidden, count, hidden, sumGradient, 0, states, before, gradient, recurrent);
        Arrays.fill(stateGradient, 0, block, 0f);
        product.addLeftTransposed(hidden, hidden, count, parameters, recurrent, sumGradient, 0, stateGradient, 0);
    }
}
