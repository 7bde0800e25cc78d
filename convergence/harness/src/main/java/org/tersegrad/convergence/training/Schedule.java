package org.tersegrad.convergence.training;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.tersegrad.compressors.RecipeArguments;
import org.tersegrad.compressors.RecipeEntry;
import org.tersegrad.compressors.RecipeEntry.Parameter;
import org.tersegrad.compressors.RecipeEntry.Unnamed;
import org.tersegrad.compressors.RecipeReader;

/**
 * The learning rate schedule of a run: a factor for each step.
 *
 * <pre>
 *   constant                 1
 *   step(15,25)              0.1 from the end of epoch 15 on, 0.01 from the end of epoch 25 on
 *   step(15,25,factor=0.5)   0.5, then 0.25
 *   cosine                   (1 + cos(pi t / T)) / 2 in step t of T, counted from 0
 * </pre>
 *
 * <p>Each of them takes {@code warmup=5}: in the w steps of the first 5 epochs, the factor is (t + 1) / w, which grows to 1. A cosine
 * then counts from step w on, t - w of T - w. Milestones are epochs of the whole run with or without a warm-up, as in P. Goyal
 * et al., "Accurate, Large Minibatch SGD", 2017.
 *
 * @param kind which of these
 * @param milestones after how many epochs the rate falls, in rising order; none but for {@code step}
 * @param factor by which it falls at each, above 0 and below 1; 1 but for {@code step}
 * @param warmup in epochs; 0 for none
 */
public record Schedule(Kind kind, List<Integer> milestones, double factor, int warmup) {
    /** The course of the rate after its warm-up. */
    public enum Kind {
        /** A constant rate. */
        CONSTANT,
        /** Drops at milestones. */
        STEP,
        /** Decay to 0 along half a cosine. */
        COSINE
    }

    private static final double USUAL_FACTOR = 0.1;
    private static final Parameter WARMUP = new Parameter("warmup", "epochs in which the rate grows to its full value");

    public Schedule {
        milestones = List.copyOf(milestones);
        if (warmup < 0) {
            throw new IllegalArgumentException("warmup: at least 0 epochs, not " + warmup);
        }
        if ((kind == Kind.STEP) == milestones.isEmpty()) {
            throw new IllegalArgumentException(
                    "milestones are for step, which has at least one; " + name(kind) + " has " + milestones.size());
        }
        if (kind == Kind.STEP ? !(factor > 0 && factor < 1) : factor != 1) {
            throw new IllegalArgumentException("the factor of a step is above 0 and below 1, this is " + factor);
        }
        int last = 0;
        for (int milestone : milestones) {
            if (milestone <= last) {
                throw new IllegalArgumentException(
                        "milestones are 1 or more and rise, " + milestone + " comes after " + last);
            }
            last = milestone;
        }
    }

    /** The same rate in every step. */
    public static Schedule constant() {
        return new Schedule(Kind.CONSTANT, List.of(), 1, 0);
    }

    /** Parses a schedule. */
    public static Schedule parse(String text) {
        return RecipeReader.call(
                "schedule",
                text,
                Schedule.class,
                List.of(
                        entry("constant", "the same rate in every step", a -> smooth(Kind.CONSTANT, a), WARMUP),
                        entry(
                                "step(15,25)",
                                "the rate falls at milestones",
                                Schedule::step,
                                new Parameter("milestones", "after how many epochs the rate falls"),
                                new Parameter("factor", "by which it falls, above 0 and below 1; usually 0.1"),
                                WARMUP),
                        entry("cosine", "the rate falls along half a cosine", a -> smooth(Kind.COSINE, a), WARMUP)));
    }

    private static RecipeEntry<Schedule> entry(
            String example, String help, Function<RecipeArguments, Schedule> make, Parameter... parameters) {
        return new RecipeEntry<>(
                        Schedule.class,
                        example.replaceFirst("\\(.*", ""),
                        example,
                        help,
                        List.of(parameters),
                        new RecipeEntry.First<>(make))
                .withUnnamed(parameters.length > 1 ? Unnamed.LIST : Unnamed.FIRST);
    }

    private static Schedule smooth(Kind kind, RecipeArguments arguments) {
        return new Schedule(kind, List.of(), 1, arguments.asInt("warmup", 0));
    }

    private static Schedule step(RecipeArguments arguments) {
        double factor = arguments.asDouble("factor", USUAL_FACTOR);
        return new Schedule(Kind.STEP, arguments.asInts("milestones"), factor, arguments.asInt("warmup", 0));
    }

    /** Rejects a run that is over before the warm-up is, or before a milestone. */
    void check(int epochs) {
        int last = milestones.isEmpty() ? 0 : milestones.get(milestones.size() - 1);
        if (Math.max(warmup, last) >= epochs) {
            String what = warmup >= epochs ? "a warm-up of " + warmup : "a milestone after " + last;
            throw new IllegalArgumentException(this + ": " + what + " epochs needs more epochs than " + epochs);
        }
    }

    /**
     * The factor of the learning rate in a step.
     *
     * @param step counted from 0
     * @param epochs of the whole run
     */
    public double factor(int step, int stepsPerEpoch, int epochs) {
        long warm = (long) warmup * stepsPerEpoch;
        if (step < warm) {
            return (step + 1) / (double) warm;
        }
        return switch (kind) {
            case CONSTANT -> 1;
            case STEP -> {
                double product = 1;
                for (int milestone : milestones) {
                    product *= step >= (long) milestone * stepsPerEpoch ? factor : 1;
                }
                yield product;
            }
            case COSINE -> {
                long steps = (long) epochs * stepsPerEpoch;
                yield (1 + StrictMath.cos(Math.PI * (step - warm) / (steps - warm))) / 2;
            }
        };
    }

    @Override
    public String toString() {
        List<String> arguments =
                new ArrayList<>(milestones.stream().map(String::valueOf).toList());
        if (kind == Kind.STEP && factor != USUAL_FACTOR) {
            arguments.add(
                    "factor=" + BigDecimal.valueOf(factor).stripTrailingZeros().toPlainString());
        }
        if (warmup > 0) {
            arguments.add("warmup=" + warmup);
        }
        return name(kind) + (arguments.isEmpty() ? "" : arguments.stream().collect(Collectors.joining(",", "(", ")")));
    }

    private static String name(Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }
}
