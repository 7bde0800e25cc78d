package org.tersegrad.reducers.sync;

import java.util.List;
import java.util.stream.Stream;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.RecipeArguments;
import org.tersegrad.compressors.RecipeEntry;
import org.tersegrad.compressors.RecipeEntry.Parameter;
import org.tersegrad.compressors.internal.Numbers;
import org.tersegrad.reducers.model.ModelReduction;

/**
 * Local steps: each worker trains by itself, and after some steps {@code D = mean over workers of (x − x_w)}, as a policy sends
 * it, is the gradient of an {@link OuterStep} of the common model x; then {@code x_w = x}.
 *
 * <p>With the average it is local SGD (S. Stich, "Local SGD Converges Fast and Communicates Little", 2019), with Nesterov's momentum
 * DiLoCo (A. Douillard and others, 2023). FedAvg (H. B. McMahan and others, 2017) and its kin count a worker by its examples. The
 * state of a worker's optimizer, such as its momentum, stays with the worker.
 *
 * <p>A period of 1 is no special case. Without a compressor, and with SGD, with momentum or without, the average of models after one step
 * is a step along the mean gradient, but for float rounding. A compressor gets steps instead of gradients, so momentum comes before it.
 *
 * <p><b>Fragments.</b> Tensor i is exchanged with fragment {@code i modulo fragments}, and fragments take turns at equal
 * distances, so that less is sent at once.
 *
 * <p><b>Overlap.</b> The difference of step t is exchanged during the next {@code overlap} steps, and applied after them. The
 * worker's progress meanwhile is kept: {@code x_w = x + (x_w − x_w at step t)}. Streaming DiLoCo (A. Douillard and others, 2025)
 * sends at the same times, and mixes x_w and x with constant weights instead.
 *
 * @param period steps from one agreement to the next, 1 or more
 * @param longest the period doubles after each epoch up to this one; the same as {@code period} for a constant one
 * @param outer the step along the mean difference
 * @param fragments parts of the model that take turns; from 1 to the period
 * @param overlap local steps during which an exchange is under way; below the steps from one exchange to the next
 */
public record LocalSteps(int period, int longest, OuterStep outer, int fragments, int overlap)
        implements Synchronization {
    public LocalSteps {
        if (period < 1 || longest < period) {
            throw new IllegalArgumentException(
                    "a period is 1 or more and does not shrink, this is " + period + " to " + longest);
        }
        if (fragments < 1 || fragments > period) {
            throw new IllegalArgumentException("fragments: 1 to the period " + period + ", not " + fragments);
        }
        if (overlap < 0 || overlap >= period / fragments) {
            throw new IllegalArgumentException("overlap: 0 to below the " + period / fragments
                    + " steps from one exchange to the next, not " + overlap);
        }
    }

    /** The average of all models after each {@code period} steps. */
    public static LocalSteps average(int period) {
        return of(OuterStep.Kind.LOCAL, period);
    }

    /** DiLoCo with the rate and the momentum of its paper. */
    public static LocalSteps diloco(int period) {
        return of(OuterStep.Kind.DILOCO, period);
    }

    /** Local steps with the usual outer step of a kind. */
    public static LocalSteps of(OuterStep.Kind outer, int period) {
        return new LocalSteps(period, period, OuterStep.of(outer), 1, 0);
    }

    /** The same with a period that doubles after each epoch, up to this one. */
    public LocalSteps withLongest(int other) {
        return new LocalSteps(period, other, outer, fragments, overlap);
    }

    /** The same with another outer step. */
    public LocalSteps withOuter(OuterStep other) {
        return new LocalSteps(period, longest, other, fragments, overlap);
    }

    /** The same with this number of fragments. */
    public LocalSteps withFragments(int other) {
        return new LocalSteps(period, longest, outer, other, overlap);
    }

    /** The same with this overlap. */
    public LocalSteps withOverlap(int other) {
        return new LocalSteps(period, longest, outer, fragments, other);
    }

    /**
     * Begins a training of one worker among equals.
     *
     * @param reductions of this worker, for all tensors of the model; the agreement's from now on, its state included
     * @param parameters not modified: of each tensor, the same on all workers
     */
    public LocalAgreement start(ModelReduction reductions, List<FloatSlice> parameters) {
        return start(reductions, parameters, WorkerOptions.usual());
    }

    /**
     * Begins a training.
     *
     * @param reductions of this worker, for all tensors of the model; the agreement's from now on, its state included
     * @param parameters not modified: of each tensor, the same on all workers
     * @throws IllegalArgumentException if the parameters are not those of the model, or the period doubles and the options have no
     *     epochs
     */
    public LocalAgreement start(ModelReduction reductions, List<FloatSlice> parameters, WorkerOptions options) {
        if (longest > period && options.stepsPerEpoch() == 0) {
            throw new IllegalArgumentException(
                    this + " doubles its period after each epoch: give WorkerOptions.withStepsPerEpoch");
        }
        return new LocalAgreement(this, reductions, parameters, options);
    }

    /**
     * Whether a fragment is exchanged after a step.
     *
     * @param step counted from 1
     * @param stepsPerEpoch after which the period doubles; 0 for never
     */
    public boolean isDue(long step, int fragment, int stepsPerEpoch) {
        long epoch = stepsPerEpoch == 0 ? 0 : (step - 1) / stepsPerEpoch;
        long now = Math.min(longest, (long) period << Math.min(epoch, Integer.SIZE));
        return (step + now * fragment / fragments) % now == 0;
    }

    static List<RecipeEntry<Synchronization>> forms() {
        return List.of(
                form("local(8)", "models are averaged after some steps", OuterStep.Kind.LOCAL),
                form("diloco(30)", "an outer step with Nesterov's momentum", OuterStep.Kind.DILOCO),
                form("fedavg(10)", "models are averaged by their examples", OuterStep.Kind.FEDAVG),
                form("fedavgm(10)", "the same, and a step with momentum", OuterStep.Kind.FEDAVGM),
                form("fedadam(10)", "the same, and a step of Adam", OuterStep.Kind.FEDADAM));
    }

    private static RecipeEntry<Synchronization> form(String example, String help, OuterStep.Kind outer) {
        Stream<Parameter> always = Stream.of(
                new Parameter("period", "steps from one agreement to the next"),
                new Parameter("to", "the period doubles after each epoch, up to this one"),
                new Parameter("rate", "of the outer step"),
                new Parameter("momentum", "of the outer step"),
                new Parameter("fragments", "parts of the model that take turns; 1 if not given"),
                new Parameter("overlap", "local steps during an exchange; 0 if not given"));
        Stream<Parameter> clients = outer.byExamples() ? Clients.parameters().stream() : Stream.empty();
        return RecipeEntry.first(
                Synchronization.class,
                example,
                help,
                a -> parse(outer, a),
                Stream.concat(always, clients).toArray(Parameter[]::new));
    }

    private static Synchronization parse(OuterStep.Kind outer, RecipeArguments a) {
        int period = a.asInt("period");
        OuterStep step = new OuterStep(
                outer, a.asFloat("rate", outer.usualRate()), a.asFloat("momentum", outer.usualMomentum()));
        LocalSteps local =
                new LocalSteps(period, a.asInt("to", period), step, a.asInt("fragments", 1), a.asInt("overlap", 0));
        Clients clients = Clients.parse(a);
        return clients.equals(Clients.ALL) ? local : new ClientSteps(local, clients);
    }

    /** As text, with more arguments. */
    String toString(String more) {
        OuterStep.Kind kind = outer.kind();
        return kind + "(" + period
                + (longest > period ? ",to=" + longest : "")
                + (outer.rate() == kind.usualRate() ? "" : ",rate=" + Numbers.plain(outer.rate()))
                + (outer.momentum() == kind.usualMomentum() ? "" : ",momentum=" + Numbers.plain(outer.momentum()))
                + (fragments == 1 ? "" : ",fragments=" + fragments)
                + (overlap == 0 ? "" : ",overlap=" + overlap)
                + more
                + ")";
    }

    @Override
    public String toString() {
        return toString("");
    }
}
