package org.tersegrad.convergence.training.sync;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.tersegrad.compressors.RecipeArguments;
import org.tersegrad.compressors.RecipeEntry;
import org.tersegrad.compressors.RecipeEntry.Parameter;
import org.tersegrad.compressors.RecipeReader;

/**
 * How often the workers of a run agree on a model.
 *
 * <pre>
 *   bsp               in every step, by averaging gradients
 *   local(8)          in every 8th step, by averaging how far they have come since the last time
 *   local(2,to=64)    the same with a period that doubles after each epoch, to 64
 *   diloco(30)        the mean of how far they have come is the gradient of an outer step with Nesterov's momentum
 *   fedavg(10)        as local, where workers count by their examples; fedavgm(10) and fedadam(10) with an outer step
 *   fedavg(10,participation=0.1)   with a tenth of them in each round
 *   ssp(3)            never; a server has the model, and nobody is more than 3 steps ahead of the slowest worker
 *   asp               the same without a bound
 *   lazy(10)          in every step, but workers whose gradients have hardly changed are silent
 *   gossip(ring)      never; they come closer to their neighbours in every step
 * </pre>
 */
public sealed interface Synchronization permits EveryStep, LocalSteps, StaleSteps, LazySteps, Gossip {
    /** Whether workers have nothing of their own, so that one step along the mean gradient is all there is to it. */
    default boolean isEveryStep() {
        return false;
    }

    /** What a text stands for. */
    static Synchronization parse(String text) {
        return RecipeReader.call(
                "synchronization",
                text,
                Synchronization.class,
                List.of(
                        entry("bsp", "gradients are averaged in every step", a -> new EveryStep()),
                        local("local(8)", "models are averaged after some steps", OuterStep.LOCAL),
                        local("diloco(30)", "an outer step with Nesterov's momentum", OuterStep.DILOCO),
                        local("fedavg(10)", "models are averaged by their examples", OuterStep.FEDAVG, clients()),
                        local("fedavgm(10)", "the same, and a step with momentum", OuterStep.FEDAVGM, clients()),
                        local("fedadam(10)", "the same, and a step of Adam", OuterStep.FEDADAM, clients()),
                        entry(
                                "ssp(3)",
                                "gradients at models that are some steps old",
                                StaleSteps::bounded,
                                new Parameter("slack", "how far a worker may be ahead of the slowest one, in steps"),
                                times()),
                        entry("asp", "the same, and nobody ever waits", StaleSteps::unbounded, times()),
                        entry(
                                "lazy(10)",
                                "who has nothing new to say is silent",
                                LazySteps::parse,
                                new Parameter("window", "steps after which a worker sends in any case"),
                                new Parameter("weight", "of the model's moves; 0.1 if not given")),
                        entry(
                                "gossip(ring)",
                                "models are averaged with neighbours in every step",
                                Gossip::parse,
                                new Parameter("graph", "ring, complete or matching"),
                                new Parameter(
                                        "gamma",
                                        "how far towards the neighbours, for compressors; 0.1 if not given"))));
    }

    private static RecipeEntry<Synchronization> local(String example, String help, OuterStep outer, Parameter... more) {
        Stream<Parameter> always = Stream.of(
                new Parameter("period", "steps from one agreement to the next"),
                new Parameter("to", "the period doubles after each epoch, up to this one"),
                new Parameter("rate", "of the outer step"),
                new Parameter("momentum", "of the outer step"),
                new Parameter("fragments", "parts of the model that take turns; 1 if not given"));
        return entry(
                example,
                help,
                a -> LocalSteps.parse(outer, a),
                Stream.concat(always, Stream.of(more)).toArray(Parameter[]::new));
    }

    /** What clients add to the parameters of local steps. */
    private static Parameter[] clients() {
        return new Parameter[] {
            new Parameter("participation", "the share of clients that takes part in a round; 1 if not given"),
            new Parameter("gone", "how likely one of these is not there; 0 if not given"),
            new Parameter("late", "how likely a difference comes a round later; 0 if not given"),
            new Parameter("stale", "damped or drop: what becomes of a difference that comes late")
        };
    }

    private static Parameter times() {
        return new Parameter("times", "of a step: constant, exponential or slow(4)");
    }

    private static RecipeEntry<Synchronization> entry(
            String example, String help, Function<RecipeArguments, Synchronization> make, Parameter... parameters) {
        return RecipeEntry.first(Synchronization.class, example, help, make, parameters);
    }
}
