package org.tersegrad.convergence.training;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.function.Function;
import org.tersegrad.compressors.RecipeArguments;
import org.tersegrad.compressors.RecipeEntry;
import org.tersegrad.compressors.RecipeEntry.Parameter;
import org.tersegrad.compressors.RecipeEntry.Unnamed;
import org.tersegrad.compressors.RecipeReader;
import org.tersegrad.convergence.model.layers.ModelTensor;

/**
 * Applies an averaged gradient to the model. Each worker has one, and all make the same steps.
 *
 * <pre>
 *   sgd    g = g + lambda x;  m = mu m + g;    x = x − rate m, and with Nesterov's momentum x = x − rate (g + mu m)
 *   adam   x = x − rate lambda x;  m = mu m + (1 − mu) g;  v = beta2 v + (1 − beta2) g²;
 *          x = x − rate m' / (sqrt(v') + 1e-8), both corrected for their start
 *   lion   x = x − rate lambda x;  u = sign(mu m + (1 − mu) g);  m = 0.99 m + 0.01 g;  x = x − rate u
 *   muon   {@link Muon} for matrices of hidden layers, adam with another rate for the rest
 * </pre>
 *
 * <p>The weight decay lambda is part of the gradient in {@code sgd} and apart from it in all others: what PyTorch does in SGD and
 * AdamW (I. Loshchilov, F. Hutter, "Decoupled Weight Decay Regularization", 2019). It is added to the mean of gradients and never
 * sent. In {@code adam} and {@code muon} it is for matrices only: biases and the scales of norms do not decay.
 *
 * <p>For a tensor whose gradients have momentum already, mu is 0 in all but {@code lion}; then weight decay has none.
 *
 * @param kind which of these
 * @param form of {@code muon}
 * @param beta2 weight of the old variance in the new one, in {@code adam} and for the rest in {@code muon}; at least 0, below 1
 * @param adam the rate of {@code adam} in {@code muon}, as a multiple of Muon's; above 0
 */
public record Optimizer(Kind kind, Muon.Form form, float beta2, float adam) {
    /** The rules. */
    public enum Kind {
        /** Stochastic gradient descent with momentum. */
        SGD,
        /** Steps in units of the gradient's usual size. */
        ADAM,
        /** Signs of a momentum. */
        LION,
        /** Orthogonal steps of matrices. */
        MUON
    }

    /** Stochastic gradient descent. */
    public static final Optimizer SGD = new Optimizer(Kind.SGD);
    /** Adam as in its paper. */
    public static final Optimizer ADAM = new Optimizer(Kind.ADAM);
    /** Lion as in its paper. */
    public static final Optimizer LION = new Optimizer(Kind.LION);
    /** Muon as in its author's program. */
    public static final Optimizer MUON = new Optimizer(Kind.MUON);

    private static final float BETA2 = 0.999f;
    /** 0.02 for Muon and 0.003 for AdamW are usual together. */
    private static final float ADAM_IN_MUON = 0.15f;

    public Optimizer {
        if (!(beta2 >= 0 && beta2 < 1)) {
            throw new IllegalArgumentException("beta2 is at least 0 and below 1, this is " + beta2);
        }
        if (!(adam > 0 && adam < Float.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("the rate of adam in muon is above 0, this is " + adam);
        }
    }

    private Optimizer(Kind kind) {
        this(kind, Muon.Form.USUAL, BETA2, ADAM_IN_MUON);
    }

    /** One of each kind, with the usual parameters. */
    public static List<Optimizer> usual() {
        return List.of(SGD, ADAM, LION, MUON);
    }

    /** Parses the name of an optimizer and its parameters. */
    public static Optimizer parse(String text) {
        Parameter beta2 = new Parameter("beta2", "weight of the old variance; usually " + BETA2);
        return RecipeReader.call(
                "optimizer",
                text,
                Optimizer.class,
                List.of(
                        entry("sgd", "gradient descent with momentum", arguments -> SGD),
                        entry("adam", "steps in units of the gradient's usual size", Optimizer::adamOf, beta2),
                        entry("lion", "signs of a momentum", arguments -> LION),
                        entry(
                                "muon",
                                "orthogonal steps of matrices",
                                Optimizer::muonOf,
                                new Parameter("form", "usual, adamw or plain"),
                                new Parameter("adam", "rate of adam for other tensors, as a multiple"),
                                beta2)));
    }

    private static RecipeEntry<Optimizer> entry(
            String name, String help, Function<RecipeArguments, Optimizer> make, Parameter... parameters) {
        return new RecipeEntry<>(Optimizer.class, name, name, help, List.of(parameters), new RecipeEntry.First<>(make))
                .withUnnamed(Unnamed.FIRST);
    }

    private static Optimizer adamOf(RecipeArguments arguments) {
        return new Optimizer(Kind.ADAM, Muon.Form.USUAL, arguments.asFloat("beta2", BETA2), ADAM_IN_MUON);
    }

    private static Optimizer muonOf(RecipeArguments arguments) {
        Muon.Form form = arguments.asChoice("form", Muon.Form.USUAL);
        float adam = arguments.asFloat("adam", usualAdam(form));
        return new Optimizer(Kind.MUON, form, arguments.asFloat("beta2", BETA2), adam);
    }

    private static float usualAdam(Muon.Form form) {
        return form == Muon.Form.ADAMW ? 1f : ADAM_IN_MUON;
    }

    /** Its memory for the tensors of a model. */
    public State state(List<ModelTensor> tensors, float weightDecay, boolean nesterov) {
        return new State(this, tensors, weightDecay, nesterov);
    }

    @Override
    public String toString() {
        StringJoiner arguments = new StringJoiner(",", "(", ")").setEmptyValue("");
        if (form != Muon.Form.USUAL) {
            arguments.add(form.name().toLowerCase(Locale.ROOT));
        }
        if (kind == Kind.MUON && adam != usualAdam(form)) {
            arguments.add("adam=" + decimal(adam));
        }
        if (beta2 != BETA2) {
            arguments.add("beta2=" + decimal(beta2));
        }
        return kind.name().toLowerCase(Locale.ROOT) + arguments;
    }

    private static String decimal(float value) {
        return new BigDecimal(Float.toString(value)).stripTrailingZeros().toPlainString();
    }

    /** The memory of an optimizer. */
    public static final class State {
        private static final float LION_DECAY = 0.99f;
        private static final float TINY = 1e-8f;

        private final Optimizer optimizer;
        private final float weightDecay;
        private final boolean nesterov;
        private final float[] first;
        private final float[] second;
        private final Muon muon;

        private State(Optimizer optimizer, List<ModelTensor> tensors, float weightDecay, boolean nesterov) {
            this.optimizer = optimizer;
            this.weightDecay = weightDecay;
            this.nesterov = nesterov;
            int parameters =
                    tensors.stream().mapToInt(tensor -> tensor.shape().size()).sum();
            first = new float[parameters];
            second = new float[optimizer.kind == Kind.ADAM || optimizer.kind == Kind.MUON ? parameters : 0];
            muon = new Muon(optimizer.form, optimizer.kind == Kind.MUON ? tensors : List.of());
        }

        /**
         * One step of one tensor.
         *
         * @param x modified: this tensor of all parameters
         * @param gradient not modified: as long as all parameters
         * @param step counted from 1
         */
        public void step(ModelTensor tensor, float[] x, float[] gradient, float rate, float momentum, int step) {
            int from = tensor.offset();
            int to = from + tensor.shape().size();
            switch (optimizer.kind) {
                case SGD -> sgd(x, gradient, from, to, rate, momentum);
                case ADAM -> adam(tensor, x, gradient, rate, momentum, step);
                case LION -> lion(x, gradient, from, to, rate, momentum);
                case MUON -> {
                    if (tensor.isHidden()) {
                        muon.step(tensor, x, gradient, first, rate, momentum > 0, weightDecay);
                    } else {
                        adam(tensor, x, gradient, rate * optimizer.adam, momentum, step);
                    }
                }
            }
        }

        private void sgd(float[] x, float[] gradient, int from, int to, float rate, float momentum) {
            for (int i = from; i < to; i++) {
                float g = weightDecay == 0 ? gradient[i] : gradient[i] + weightDecay * x[i];
                first[i] = momentum * first[i] + g;
                x[i] -= rate * (nesterov ? g + momentum * first[i] : first[i]);
            }
        }

        private void adam(ModelTensor tensor, float[] x, float[] g, float rate, float momentum, int step) {
            float beta2 = optimizer.beta2;
            float firstStart = (float) (1 / (1 - StrictMath.pow(momentum, step)));
            float secondStart = (float) (1 / (1 - StrictMath.pow(beta2, step)));
            float kept = tensor.isMatrix() ? 1 - rate * weightDecay : 1;
            for (int i = tensor.offset(), to = i + tensor.shape().size(); i < to; i++) {
                first[i] = momentum * first[i] + (1 - momentum) * g[i];
                second[i] = beta2 * second[i] + (1 - beta2) * (g[i] * g[i]);
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
