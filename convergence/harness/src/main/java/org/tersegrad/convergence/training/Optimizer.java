package org.tersegrad.convergence.training;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.tersegrad.compressors.FloatSlice;

/**
 * Applies an averaged gradient to the model. Each worker has one, and all make the same steps.
 *
 * <pre>
 *   sgd    g = g + lambda x;  m = mu m + g;    x = x − rate m, and with Nesterov's momentum x = x − rate (g + mu m)
 *   adam   x = x − rate lambda x;  m = mu m + (1 − mu) g;  v = 0.999 v + 0.001 g²;
 *          x = x − rate m' / (sqrt(v') + 1e-8), both corrected for their start
 *   lion   x = x − rate lambda x;  u = sign(mu m + (1 − mu) g);  m = 0.99 m + 0.01 g;  x = x − rate u
 * </pre>
 *
 * <p>The weight decay lambda is part of the gradient in {@code sgd} and apart from it in {@code adam} and {@code lion}: what
 * PyTorch does in SGD and AdamW (I. Loshchilov, F. Hutter, "Decoupled Weight Decay Regularization", 2019). It is added to the
 * mean of gradients and never sent.
 *
 * <p>For a tensor whose gradients have momentum already, mu is 0 in {@code sgd} and {@code adam}; then weight decay has none.
 */
public enum Optimizer {
    /** Stochastic gradient descent with momentum. */
    SGD(1),
    /** Steps in units of the gradient's usual size. */
    ADAM(2),
    /** Signs of a momentum. */
    LION(1);

    private final int arrays;

    Optimizer(int arrays) {
        this.arrays = arrays;
    }

    /** Parses the name of an optimizer. */
    public static Optimizer parse(String text) {
        for (Optimizer optimizer : values()) {
            if (optimizer.toString().equals(text.strip().toLowerCase(Locale.ROOT))) {
                return optimizer;
            }
        }
        throw new IllegalArgumentException("there is no optimizer " + text + " (there are "
                + String.join(
                        ", ",
                        List.of(values()).stream().map(Optimizer::toString).toList()) + ")");
    }

    /** Its memory for a model of {@code parameters} parameters. */
    public State state(int parameters, float weightDecay, boolean nesterov) {
        return new State(parameters, weightDecay, nesterov);
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The memory of an optimizer. */
    public final class State {
        private static final float ADAM_DECAY = 0.999f;
        private static final float LION_DECAY = 0.99f;
        private static final float TINY = 1e-8f;

        private final float weightDecay;
        private final boolean nesterov;
        private final float[] first;
        private final float[] second;

        private State(int parameters, float weightDecay, boolean nesterov) {
            this.weightDecay = weightDecay;
            this.nesterov = nesterov;
            first = new float[parameters];
            second = new float[arrays > 1 ? parameters : 0];
        }

        /**
         * One step of one tensor.
         *
         * @param parameters modified: this tensor of the model
         * @param gradient not modified: the same place in another array
         * @param step counted from 1
         */
        public void step(FloatSlice parameters, float[] gradient, float rate, float momentum, int step) {
            int from = parameters.offset();
            int to = from + parameters.length();
            switch (Optimizer.this) {
                case SGD -> sgd(parameters.array(), gradient, from, to, rate, momentum);
                case ADAM -> adam(parameters.array(), gradient, from, to, rate, momentum, step);
                case LION -> lion(parameters.array(), gradient, from, to, rate, momentum);
            }
        }

        private void sgd(float[] x, float[] gradient, int from, int to, float rate, float momentum) {
            for (int i = from; i < to; i++) {
                float g = weightDecay == 0 ? gradient[i] : gradient[i] + weightDecay * x[i];
                first[i] = momentum * first[i] + g;
                x[i] -= rate * (nesterov ? g + momentum * first[i] : first[i]);
            }
        }

        private void adam(float[] x, float[] g, int from, int to, float rate, float momentum, int step) {
            float firstStart = (float) (1 / (1 - StrictMath.pow(momentum, step)));
            float secondStart = (float) (1 / (1 - StrictMath.pow(ADAM_DECAY, step)));
            float kept = 1 - rate * weightDecay;
            for (int i = from; i < to; i++) {
                first[i] = momentum * first[i] + (1 - momentum) * g[i];
                second[i] = ADAM_DECAY * second[i] + (1 - ADAM_DECAY) * (g[i] * g[i]);
                x[i] = kept * x[i]
                        - rate * (first[i] * firstStart) / ((float) Math.sqrt(second[i] * secondStart) + TINY);
            }
        }

        private void lion(float[] x, float[] g, int from, int to, float rate, float momentum) {
            float kept = 1 - rate * weightDecay;
            for (int i = from; i < to; i++) {
                x[i] = kept * x[i] - rate * Math.signum(momentum * first[i] + (1 - momentum) * g[i]);
                first[i] = LION_DECAY * first[i] + (1 - LION_DECAY) * g[i];
            }
        }

        /** Begins again, with no momentum of earlier steps. */
        public void forget() {
            Arrays.fill(first, 0f);
            Arrays.fill(second, 0f);
        }

        /** Bytes that {@link #save} writes. */
        public int bytes() {
            return Float.BYTES * (first.length + second.length);
        }

        /** Writes all that later steps depend on. */
        public void save(ByteBuffer out) {
            out.asFloatBuffer().put(first).put(second);
            out.position(out.position() + bytes());
        }

        /** Reads what {@link #save} wrote. */
        public void restore(ByteBuffer in) {
            in.asFloatBuffer().get(first).get(second);
            in.position(in.position() + bytes());
        }
    }
}
