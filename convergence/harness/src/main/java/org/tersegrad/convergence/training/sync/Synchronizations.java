package org.tersegrad.convergence.training.sync;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.tersegrad.compressors.RecipeArguments;
import org.tersegrad.compressors.RecipeEntry;
import org.tersegrad.compressors.RecipeEntry.Parameter;
import org.tersegrad.compressors.RecipeReader;
import org.tersegrad.reducers.sync.Synchronization;

/**
 * The synchronizations of a run: those of the library, and those that exist in a simulation only.
 *
 * <pre>
 *   bsp               gradients are averaged in every step
 *   ssp(3)            a server has the model, and no worker is more than 3 steps ahead of the slowest
 *   asp               the same without a bound
 *   local(8), ...     as {@link Synchronization}
 * </pre>
 */
public final class Synchronizations {
    private Synchronizations() {}

    /** The synchronization that a text stands for. */
    public static Synchronization parse(String text) {
        List<RecipeEntry<Synchronization>> simulated = List.of(
                entry("bsp", "gradients are averaged in every step", a -> new EveryStep()),
                entry(
                        "ssp(3)",
                        "gradients at models that are some steps old",
                        StaleSteps::bounded,
                        new Parameter("slack", "how far a worker may be ahead of the slowest one, in steps"),
                        times()),
                entry("asp", "the same, and no worker ever waits", StaleSteps::unbounded, times()));
        return RecipeReader.call(
                "synchronization",
                text,
                Synchronization.class,
                Stream.of(simulated, Synchronization.forms())
                        .flatMap(List::stream)
                        .toList());
    }

    private static Parameter times() {
        return new Parameter("times", "of a step: constant, exponential or slow(4)");
    }

    private static RecipeEntry<Synchronization> entry(
            String example, String help, Function<RecipeArguments, Synchronization> make, Parameter... parameters) {
        return RecipeEntry.first(Synchronization.class, example, help, make, parameters);
    }
}
