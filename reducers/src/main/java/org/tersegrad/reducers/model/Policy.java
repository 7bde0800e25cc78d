package org.tersegrad.reducers.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.tersegrad.compressors.RecipeEntry;
import org.tersegrad.compressors.RecipeReader;
import org.tersegrad.compressors.internal.Excerpt;
import org.tersegrad.reducers.Reducer;

/**
 * The assignment of reducers to the tensors of a model: the first {@link Rule} that matches decides.
 *
 * <pre>{@code
 * Policy policy = Policy.parse("vectors: dense; size<1000: dense; *: powersgd(2)+ef");
 * System.out.println(Plan.rehearse(policy, tensors, group));
 * }</pre>
 *
 * <p>A policy prints as text that is read as the same policy. Rules are divided by semicolons or line ends; a recipe alone
 * is a policy with one rule for all. The text has at most {@value #MAX_LENGTH} characters.
 *
 * <p>With {@code fuse(25MB)} among the rules, tensors are exchanged together, one after the other until they have {@code fuseBytes}
 * bytes of floats: fewer calls of the group, and the same means. Sizes are in B, KB, MB or GB, which are powers of 1024.
 *
 * @param rules at least one
 * @param fuseBytes up to how many bytes of floats tensors are exchanged together; 0: each by itself
 */
public record Policy(List<Rule> rules, long fuseBytes) {
    /** The most characters that a policy has, as it is read and as it prints. */
    public static final int MAX_LENGTH = 100_000;

    private static final RecipeEntry<Long> FUSE = new RecipeEntry<>(
            Long.class,
            "fuse",
            "fuse(25MB)",
            "exchanges tensors together",
            List.of(new RecipeEntry.Parameter("size", "up to how many B, KB, MB or GB of floats")),
            new RecipeEntry.First<>(arguments -> bytes(arguments.asText("size"))));
    private static final Pattern SIZE = Pattern.compile("(\\d{1,9})\\s*([KMG]?B)");
    /** Each is 1024 times the one before it. */
    private static final List<String> UNITS = List.of("B", "KB", "MB", "GB");

    public Policy {
        if (fuseBytes < 0) {
            throw new IllegalArgumentException("tensors are fused up to 0 bytes or more, not " + fuseBytes);
        }
        rules = List.copyOf(rules);
        if (rules.isEmpty()) {
            throw new IllegalArgumentException("a policy has at least one rule");
        }
        Excerpt.requireLength("a policy", print(rules, fuseBytes), MAX_LENGTH);
    }

    /** Every tensor is exchanged by itself. */
    public Policy(List<Rule> rules) {
        this(rules, 0);
    }

    /** All tensors in the same way. */
    public static Policy of(Reducer reducer) {
        return new Policy(List.of(Rule.forAll(reducer)));
    }

    /** Rules, of which the first that fits decides. */
    public static Policy of(Rule... rules) {
        return new Policy(List.of(rules));
    }

    /** The same, with tensors exchanged together up to {@code bytes} bytes of their floats. */
    public Policy fusing(long bytes) {
        return new Policy(rules, bytes);
    }

    /**
     * The policy that a text stands for.
     *
     * @throws IllegalArgumentException if there is none; the message says what is wrong
     */
    public static Policy parse(String text) {
        Excerpt.requireLength("a policy", text, MAX_LENGTH);
        long fuseBytes = 0;
        List<Rule> rules = new ArrayList<>();
        for (String each : text.split("[;\n]", -1)) {
            boolean rule = each.contains(":"); // of tensors whose names may begin with fuse
            if (!rule && each.strip().toLowerCase(Locale.ROOT).startsWith("fuse")) {
                if (fuseBytes > 0) {
                    throw new IllegalArgumentException("fuse is given twice, the second time as " + Excerpt.of(each));
                }
                fuseBytes = RecipeReader.call("policy", each, Long.class, List.of(FUSE));
            } else if (!each.isBlank()) {
                rules.add(Rule.parse(each));
            }
        }
        if (rules.isEmpty()) {
            throw new IllegalArgumentException("the policy is empty; one is vectors: dense; *: topk(0.01)+ef");
        }
        return new Policy(rules, fuseBytes);
    }

    private static long bytes(String text) {
        Matcher size = SIZE.matcher(text.toUpperCase(Locale.ROOT));
        if (!size.matches()) {
            throw new IllegalArgumentException(
                    "tensors are fused as in fuse(25MB), a number of KB, MB or GB, not as in " + Excerpt.of(text));
        }
        long bytes = Long.parseLong(size.group(1)) << (10 * UNITS.indexOf(size.group(2)));
        if (bytes == 0) {
            throw new IllegalArgumentException("tensors are fused up to 1 byte or more, not " + Excerpt.of(text));
        }
        return bytes;
    }

    /**
     * The reducer of a tensor.
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
        return print(rules, fuseBytes);
    }

    private static String print(List<Rule> rules, long fuseBytes) {
        return (fuseBytes == 0 ? "" : "fuse(" + size(fuseBytes) + "); ") + print(rules);
    }

    /** In the largest unit that gives a whole number. */
    private static String size(long bytes) {
        int unit = Math.min(UNITS.size() - 1, Long.numberOfTrailingZeros(bytes) / 10);
        return (bytes >> (10 * unit)) + UNITS.get(unit);
    }

    private static String print(List<Rule> rules) {
        if (rules.size() == 1 && rules.get(0).equals(Rule.forAll(rules.get(0).reducer()))) {
            return rules.get(0).reducer().toString();
        }
        return rules.stream().map(Rule::toString).collect(Collectors.joining("; "));
    }
}
