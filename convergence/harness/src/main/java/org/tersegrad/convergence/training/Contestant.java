package org.tersegrad.convergence.training;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.tersegrad.convergence.training.sync.Synchronizations;
import org.tersegrad.reducers.internal.DescentLimits;
import org.tersegrad.reducers.model.Policy;
import org.tersegrad.reducers.sync.Synchronization;

/**
 * One way to train: how gradients are averaged, at which learning rate, and what else differs from the settings of the comparison.
 *
 * @param policy how
 * @param synchronization if it is not that of the comparison
 * @param optimizer if it is not that of the comparison
 * @param rate if it is not that of the comparison
 */
public record Contestant(
        Policy policy, Optional<Synchronization> synchronization, Optional<Optimizer> optimizer, Optional<Float> rate) {
    public Contestant {
        rate.ifPresent(DescentLimits::requireRate);
    }

    /** A contestant with the synchronization and the optimizer of the comparison. */
    public Contestant(Policy policy, Optional<Float> rate) {
        this(policy, Optional.empty(), Optional.empty(), rate);
    }

    /**
     * Parses a recipe or a policy, and perhaps a synchronization, an optimizer and a rate.
     *
     * <pre>
     *   topk(0.01)+ef      vote@0.001      vectors: dense; *: powersgd(2)+ef@0.1      int8@diloco(30)@adam@0.003
     * </pre>
     */
    public static Contestant parse(String text) {
        String recipe = text;
        List<String> settings = new ArrayList<>();
        // An @ before a colon belongs to the name of a tensor.
        for (int at = recipe.lastIndexOf('@'); at > recipe.lastIndexOf(':'); at = recipe.lastIndexOf('@')) {
            settings.add(recipe.substring(at + 1).strip());
            recipe = recipe.substring(0, at);
        }
        Contestant contestant = new Contestant(Policy.parse(recipe), Optional.empty());
        for (String setting : settings) {
            contestant = contestant.with(setting);
        }
        return contestant;
    }

    private Contestant with(String setting) {
        if (setting.matches("[-+.0-9].*|(?i)nan|infinity")) {
            requireOnce(rate, setting);
            return withRate(number(setting));
        }
        String name = setting.replaceFirst("\\s*\\(.*", "");
        if (Arrays.stream(Optimizer.Kind.values()).anyMatch(kind -> kind.name().equalsIgnoreCase(name))) {
            requireOnce(optimizer, setting);
            return new Contestant(policy, synchronization, Optional.of(Optimizer.parse(setting)), rate);
        }
        requireOnce(synchronization, setting);
        return new Contestant(policy, Optional.of(synchronization(setting)), optimizer, rate);
    }

    private static Synchronization synchronization(String text) {
        try {
            return Synchronizations.parse(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "after @ comes a learning rate, as in vote@0.001, an optimizer, as in dense@adam, or a synchronization, as in"
                            + " int8@diloco(30), not " + text + ": " + e.getMessage(),
                    e);
        }
    }

    private static float number(String text) {
        try {
            return Float.parseFloat(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("a learning rate is a number, as in vote@0.001, not " + text, e);
        }
    }

    private static void requireOnce(Optional<?> earlier, String setting) {
        if (earlier.isPresent()) {
            throw new IllegalArgumentException("@" + setting + " and @" + earlier.get() + " exclude each other");
        }
    }

    /** The same with this rate. */
    public Contestant withRate(float other) {
        return new Contestant(policy, synchronization, optimizer, Optional.of(other));
    }

    /** The settings of a comparison, with what this contestant changes of them. */
    public Settings settings(Settings shared) {
        Settings own = optimizer.map(shared::withOptimizer).orElse(shared);
        return synchronization.map(own::withSynchronization).orElse(own);
    }

    /** The name in tables and plots, without the rate. */
    public String label() {
        return policy
                + synchronization.map(how -> "@" + how).orElse("")
                + optimizer.map(how -> "@" + how).orElse("");
    }
}
