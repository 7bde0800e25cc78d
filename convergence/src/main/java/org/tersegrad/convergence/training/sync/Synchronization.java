package org.tersegrad.convergence.training.sync;

import java.util.List;
import java.util.function.Function;
import org.tersegrad.compressors.recipes.RecipeArguments;
import org.tersegrad.compressors.recipes.RecipeEntry;
import org.tersegrad.compressors.recipes.RecipeEntry.Parameter;
import org.tersegrad.compressors.recipes.RecipeReader;

/**
 * How often the workers of a run agree on a model.
 *
 * <pre>
 *   bsp               in every step, by averaging gradients
 *   local(8)          in every 8th step, by averaging how far they have come since the last time
 *   local(2,to=64)    the same with a period that doubles after each epoch, to 64
 *   diloco(30)        the mean of how far they have come is the gradient of an outer step with Nesterov's momentum
 *   fedavg(10)        as local, where workers count by their examples; fedavgm(10) and fedadam(10) with an outer step
 *   gossip(ring)      never; they come closer to their neighbours in every step
 * </pre>
 */
public sealed interface Synchronization permits EveryStep, LocalSteps, Gossip {
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
                        local("fedavg(10)", "models are averaged by their examples", OuterStep.FEDAVG),
                        local("fedavgm(10)", "the same, and a step with momentum", OuterStep.FEDAVGM),
                        local("fedadam(10)", "the same, and a step of Adam", OuterStep.FEDADAM),
                        entry(
                                "gossip(ring)",
                                "models are averaged with neighbours in every step",
                                Gossip::parse,
                                new Parameter("graph", "ring, complete or matching"),
                                new Parameter(
                                        "gamma",
                                        "how far towards the neighbours, for compressors; 0.1 if not given"))));
    }

    private static RecipeEntry<Synchronization> local(String example, String help, OuterStep outer) {
        return entry(
                example,
                help,
                a -> LocalSteps.parse(outer, a),
                new Parameter("period", "steps from one agreement to the next"),
                new Parameter("to", "the period doubles after each epoch, up to this one"),
                new Parameter("rate", "of the outer step"),
                new Parameter("momentum", "of the outer step"),
                new Parameter("fragments", "parts of the model that take turns; 1 if not given"));
    }

    private static RecipeEntry<Synchronization> entry(
            String example, String help, Function<RecipeArguments, Synchronization> make, Parameter... parameters) {
        return new RecipeEntry<>(
                Synchronization.class,
                example.replaceFirst("\\(.*", ""),
                example,
                help,
                List.of(parameters),
                new RecipeEntry.First<>(make));
    }
}
