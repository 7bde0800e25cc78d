package org.tersegrad.reducers.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.tersegrad.compressors.internal.Excerpt;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.ReducerRecipe;

/**
 * The reducer of some tensors.
 *
 * <pre>
 *   *.bias: dense                               by name; * is any number of letters, ? is one
 *   vectors: dense                              those of one row; matrices are all others
 *   size&lt;1000: dense                            by size; also size&gt;=1000
 *   embedding.* size&gt;=1000000: topk(0.001)+ef   all that is said must fit
 * </pre>
 *
 * <p>Each kind of condition is given once at most.
 *
 * @param names a pattern of at most {@value #MAX_PATTERN} characters that reads as one: no spaces, no semicolons, and not what
 *     a condition of another kind begins with; a {@code ?} stands for any of these
 * @param kind of tensors
 * @param least the least size
 * @param below which all sizes are; {@link Integer#MAX_VALUE} if there is no limit
 * @param reducer for them
 */
public record Rule(String names, Kind kind, int least, int below, Reducer reducer) {
    /** The number of dimensions of a tensor. */
    public enum Kind {
        /** Vectors and matrices. */
        ANY,
        /** Tensors of one row. */
        VECTORS,
        /** Tensors of two rows or more. */
        MATRICES
    }

    /** The most characters of a pattern of names. */
    public static final int MAX_PATTERN = 1000;

    private static final Pattern SIZE = Pattern.compile("size(<|>=)(\\d{1,10})");

    public Rule {
        if (names.isBlank()) {
            throw new IllegalArgumentException("a pattern of names is at least *, this is empty");
        }
        Excerpt.requireLength("a pattern of names", names, MAX_PATTERN);
        if (names.chars().anyMatch(sign -> sign == ';' || Character.isWhitespace(sign))
                || subject(names) != Subject.NAMES) {
            throw new IllegalArgumentException(
                    "a pattern of names has no spaces and no semicolons, is not \"vectors\" or"
                            + " \"matrices\" and does not begin with \"size\"; ? stands for any letter; this is "
                            + names);
        }
        if (least < 0 || below <= least) {
            throw new IllegalArgumentException("sizes from " + least + " to below " + below + " are none");
        }
    }

    /** A rule for all tensors. */
    public static Rule forAll(Reducer reducer) {
        return new Rule("*", Kind.ANY, 0, Integer.MAX_VALUE, reducer);
    }

    /** A rule for tensors with these names. */
    public static Rule named(String names, Reducer reducer) {
        return new Rule(names, Kind.ANY, 0, Integer.MAX_VALUE, reducer);
    }

    /** A rule for tensors of one row. */
    public static Rule forVectors(Reducer reducer) {
        return new Rule("*", Kind.VECTORS, 0, Integer.MAX_VALUE, reducer);
    }

    /** A rule for tensors with fewer elements. */
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
        Reducer reducer = ReducerRecipe.parse(text.substring(colon + 1));
        Rule rule = forAll(reducer);
        if (colon < 0) {
            return rule;
        }
        Map<Subject, String> given = new LinkedHashMap<>();
        for (String condition : text.substring(0, colon).strip().split("\\s+", -1)) {
            Subject subject = subject(condition);
            String earlier = given.put(subject, condition);
            if (earlier != null) {
                throw new IllegalArgumentException("a rule has one " + subject.words + ", not two: "
                        + Excerpt.of(earlier) + " and " + Excerpt.of(condition));
            }
            rule = rule.and(condition);
        }
        return rule;
    }

    /** The subject of a condition. */
    private enum Subject {
        KIND("kind of tensors"),
        LEAST("least size"),
        BELOW("limit that sizes are below"),
        NAMES("pattern of names");

        private final String words;

        Subject(String words) {
            this.words = words;
        }
    }

    private static Subject subject(String condition) {
        if (condition.equals("vectors") || condition.equals("matrices")) {
            return Subject.KIND;
        }
        if (condition.startsWith("size")) {
            return condition.startsWith("size>") ? Subject.LEAST : Subject.BELOW;
        }
        return Subject.NAMES;
    }

    private Rule and(String condition) {
        Subject subject = subject(condition);
        if (subject == Subject.KIND) {
            return new Rule(names, condition.equals("vectors") ? Kind.VECTORS : Kind.MATRICES, least, below, reducer);
        }
        if (subject == Subject.NAMES) {
            return new Rule(condition, kind, least, below, reducer);
        }
        Matcher size = SIZE.matcher(condition);
        if (!size.matches()) {
            throw new IllegalArgumentException(
                    "sizes are given as size<1000 or size>=1000, not as " + Excerpt.of(condition));
        }
        int limit = (int) Math.min(Integer.MAX_VALUE, Long.parseLong(size.group(2)));
        return subject == Subject.BELOW
                ? new Rule(names, kind, least, limit, reducer)
                : new Rule(names, kind, limit, below, reducer);
    }

    /** Whether it is for this tensor. */
    public boolean fits(NamedTensor tensor) {
        boolean sameKind = kind == Kind.ANY || (kind == Kind.VECTORS) == tensor.isVector();
        int size = tensor.shape().size();
        return sameKind
                && size >= least
                && (size < below || below == Integer.MAX_VALUE)
                && Glob.matches(names, tensor.name());
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
