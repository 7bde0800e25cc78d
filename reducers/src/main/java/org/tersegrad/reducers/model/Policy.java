package org.tersegrad.reducers.model;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.tersegrad.compressors.internal.Excerpt;
import org.tersegrad.reducers.Reducer;

/**
 * Which tensor of a model is averaged in which way: the first {@link Rule} that fits decides.
 *
 * <pre>{@code
 * Policy policy = Policy.parse("vectors: dense; size<1000: dense; *: powersgd(2)+ef");
 * System.out.println(Plan.rehearse(policy, tensors, group));
 * }</pre>
 *
 * <p>A policy prints as text that is read as the same policy. Rules are divided by semicolons or line ends; a recipe alone
 * is a policy with one rule for all. The text has at most {@value #MAX_LENGTH} characters.
 *
 * @param rules at least one
 */
public record Policy(List<Rule> rules) {
    /** The most characters that a policy has, as it is read and as it prints. */
    public static final int MAX_LENGTH = 100_000;

    public Policy {
        rules = List.copyOf(rules);
        if (rules.isEmpty()) {
            throw new IllegalArgumentException("a policy has at least one rule");
        }
        Excerpt.requireLength("a policy", print(rules), MAX_LENGTH);
    }

    /** All tensors in the same way. */
    public static Policy of(Reducer reducer) {
        return new Policy(List.of(Rule.forAll(reducer)));
    }

    /** Rules, of which the first that fits decides. */
    public static Policy of(Rule... rules) {
        return new Policy(List.of(rules));
    }

    /**
     * The policy that a text stands for.
     *
     * @throws IllegalArgumentException if there is none; the message says what is wrong
     */
    public static Policy parse(String text) {
        Excerpt.requireLength("a policy", text, MAX_LENGTH);
        List<Rule> rules = Arrays.stream(text.split("[;\n]", -1))
                .filter(rule -> !rule.isBlank())
                .map(Rule::parse)
                .toList();
        if (rules.isEmpty()) {
            throw new IllegalArgumentException("the policy is empty; one is vectors: dense; *: topk(0.01)+ef");
        }
        return new Policy(rules);
    }

    /**
     * How a tensor is averaged.
     *
     * @throws IllegalArgumentException if no rule is for it
     */
    public Reducer reducer(NamedTensor tensor) {
        return rules.stream()
                .filter(rule -> rule.fits(tensor))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no rule of \"" + Excerpt.of(toString()) + "\" is for "
                        + Excerpt.of(tensor.name())
                        + ", " + tensor.shape().rows() + " x " + tensor.shape().columns()
                        + "; a last rule for all begins with *:"))
                .reducer();
    }

    @Override
    public String toString() {
        return print(rules);
    }

    private static String print(List<Rule> rules) {
        if (rules.size() == 1 && rules.get(0).equals(Rule.forAll(rules.get(0).reducer()))) {
            return rules.get(0).reducer().toString();
        }
        return rules.stream().map(Rule::toString).collect(Collectors.joining("; "));
    }
}
