package org.tersegrad.convergence.training.sync;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.tersegrad.compressors.RecipeArguments;
import org.tersegrad.compressors.RecipeEntry;
import org.tersegrad.compressors.RecipeEntry.Parameter;
import org.tersegrad.compressors.RecipeReader;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.internal.Numbers;
import org.tersegrad.reducers.internal.Uniform;

/**
 * The times of a worker's steps, in virtual seconds: there is no waiting, and no clock is read.
 *
 * <pre>
 *   constant      1 second
 *   exponential   drawn by the seed, 1 second on average, another one for each worker and step
 *   slow(4)       4 seconds on the last worker, 1 second on all others
 * </pre>
 *
 * @param kind which of these
 * @param factor how many times longer the slow worker takes, 1 or more; 1 where there is none
 */
public record StepTimes(Kind kind, double factor) {
    /** The distributions of step times. */
    public enum Kind {
        /** All workers the same in every step. */
        CONSTANT,
        /** Another time in each step, without memory. */
        EXPONENTIAL,
        /** One worker longer than all others. */
        SLOW
    }

    public StepTimes {
        if (kind == Kind.SLOW ? !(factor >= 1 && factor < Double.POSITIVE_INFINITY) : factor != 1) {
            throw new IllegalArgumentException(
                    "a slow worker takes 1 time as long as others or more, this is " + factor);
        }
    }

    /** One second for each step. */
    public static StepTimes constant() {
        return new StepTimes(Kind.CONSTANT, 1);
    }

    /** Parses a distribution of step times. */
    public static StepTimes parse(String text) {
        return RecipeReader.call(
                "step time",
                text,
                StepTimes.class,
                List.of(
                        entry("constant", "1 second", a -> constant()),
                        entry("exponential", "1 second on average", a -> new StepTimes(Kind.EXPONENTIAL, 1)),
                        entry(
                                "slow(4)",
                                "1 second, and more on the last worker",
                                a -> new StepTimes(Kind.SLOW, a.asDouble("factor")),
                                new Parameter("factor", "how many times longer the last worker takes"))));
    }

    private static RecipeEntry<StepTimes> entry(
            String example, String help, Function<RecipeArguments, StepTimes> make, Parameter... parameters) {
        return RecipeEntry.first(StepTimes.class, example, help, make, parameters);
    }

    /**
     * The time of one step.
     *
     * @param step of this worker, counted from 0
     * @param seed of all workers and steps
     */
    public double seconds(int worker, int workers, int step, Seed seed) {
        return switch (kind) {
            case CONSTANT -> 1;
            case EXPONENTIAL -> -StrictMath.log(Uniform.draw(seed.fork(worker), step));
            case SLOW -> worker == workers - 1 ? factor : 1;
        };
    }

    @Override
    public String toString() {
        return kind.name().toLowerCase(Locale.ROOT) + (kind == Kind.SLOW ? "(" + Numbers.plain(factor) + ")" : "");
    }
}
