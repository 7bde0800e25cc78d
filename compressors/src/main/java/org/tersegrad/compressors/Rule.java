package org.tersegrad.compressors;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * How some tensors are averaged.
 *
 * <pre>
 *   *.bias: dense                               by name; * is any number of letters, ? is one
 *   vectors: dense                              those of one row; matrices are all others
 *   size&lt;1000: dense                            by size; also size&gt;=1000
 *   embedding.* size&gt;=1000000: topk(0.001)+ef   all that is said must fit
 * </pre>
 *
 * @param names a pattern
 * @param kind of tensors
 * @param least the least size
 * @param below which all sizes are; {@link Integer#MAX_VALUE} if there is no limit
 * @param reducer for them
 */
public record Rule(String names, Kind kind, int least, int below, Reducer reducer) {
    /** How many dimensions a tensor has. */
    public enum Kind {
        /** Vectors and matrices. */
        ANY,
        /** Tensors of one row. */
        VECTORS,
        /** Tensors of two rows or more. */
        MATRICES
    }

    private static final Pattern SIZE = Pattern.compile("size(<|>=)(\\d{1,10})");

    public Rule {
        if (names.isBlank()) {
            throw new IllegalArgumentException("a pattern of names is at least *, this is empty");
        }
        if (least < 0 || below <= least) {
            throw new IllegalArgumentException("sizes from " + least + " to below " + below + " are none");
        }
    }

    /** For all tensors. */
    public static Rule forAll(Reducer reducer) {
        return new Rule("*", Kind.ANY, 0, Integer.MAX_VALUE, reducer);
    }

    /** For tensors with these names. */
    public static Rule named(String names, Reducer reducer) {
        return new Rule(names, Kind.ANY, 0, Integer.MAX_VALUE, reducer);
    }

    /** For tensors of one row. */
    public static Rule forVectors(Reducer reducer) {
        return new Rule("*", Kind.VECTORS, 0, Integer.MAX_VALUE, reducer);
    }

    /** For tensors with fewer elements. */
    public static Rule below(int size, Reducer reducer) {
        return new Rule("*", Kind.ANY, 0, size, reducer);
    }

    /**
     * The rule that a text stands for; a recipe alone is a rule for all.
     *
     * @throws IllegalArgumentException if there is none
     */
    static Rule parse(String text) {
        int colon = text.lastIndexOf(':'); // names may have one, recipes have none
        Reducer reducer = Recipe.parseReducer(text.substring(colon + 1));
        Rule rule = forAll(reducer);
        if (colon < 0) {
            return rule;
        }
        for (String condition : text.substring(0, colon).strip().split("\\s+", -1)) {
            rule = rule.and(condition);
        }
        return rule;
    }

    private Rule and(String condition) {
        if (condition.equals("vectors") || condition.equals("matrices")) {
            return new Rule(names, condition.equals("vectors") ? Kind.VECTORS : Kind.MATRICES, least, below, reducer);
        }
        var size = SIZE.matcher(condition);
        if (size.matches()) {
            int limit = (int) Math.min(Integer.MAX_VALUE, Long.parseLong(size.group(2)));
            return size.group(1).equals("<")
                    ? new Rule(names, kind, least, limit, reducer)
                    : new Rule(names, kind, limit, below, reducer);
        }
        if (condition.startsWith("size")) {
            throw new IllegalArgumentException("sizes are given as size<1000 or size>=1000, not as " + condition);
        }
        if (!names.equals("*")) {
            throw new IllegalArgumentException(
                    "a rule has one pattern of names, not two: " + names + " and " + condition);
        }
        return new Rule(condition, kind, least, below, reducer);
    }

    /** Whether it is for this tensor. */
    public boolean fits(NamedTensor tensor) {
        boolean sameKind = kind == Kind.ANY || (kind == Kind.VECTORS) == tensor.isVector();
        int size = tensor.shape().size();
        return sameKind
                && size >= least
                && (size < below || below == Integer.MAX_VALUE)
                && matches(names, 0, tensor.name(), 0);
    }

    /** Whether the rest of a pattern fits the rest of a name. */
    private static boolean matches(String pattern, int p, String name, int n) {
        if (p == pattern.length()) {
            return n == name.length();
        }
        if (pattern.charAt(p) == '*') {
            return matches(pattern, p + 1, name, n) || (n < name.length() && matches(pattern, p, name, n + 1));
        }
        boolean same = n < name.length() && (pattern.charAt(p) == '?' || pattern.charAt(p) == name.charAt(n));
        return same && matches(pattern, p + 1, name, n + 1);
    }

    @Override
    public String toString() {
        List<String> conditions = new ArrayList<>();
        if (!names.equals("*")) {
            conditions.add(names);
        }
        if (kind != Kind.ANY) {
            conditions.add(kind == Kind.VECTORS ? "vectors" : "matrices");
        }
        if (least > 0) {
            conditions.add("size>=" + least);
        }
        if (below < Integer.MAX_VALUE) {
            conditions.add("size<" + below);
        }
        return (conditions.isEmpty() ? "*" : String.join(" ", conditions)) + ": " + reducer;
    }
}
