package org.tersegrad.reducers.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.internal.Suggestion;
import org.tersegrad.reducers.AllReduce;
import org.tersegrad.reducers.ReducerRecipe;

/**
 * Text of any length and depth costs what its length allows and no more, and what is beyond a limit is rejected with that limit.
 * The timeouts are no measure of speed: what they end would take hours.
 */
class HostileTextTest {
    private static final int LONG = 1_000_000;

    /** Counts how often a letter is looked at. */
    private record Counted(String text, AtomicInteger looks) implements CharSequence {
        @Override
        public int length() {
            return text.length();
        }

        @Override
        public char charAt(int index) {
            looks.incrementAndGet();
            return text.charAt(index);
        }

        @Override
        public CharSequence subSequence(int from, int to) {
            throw new UnsupportedOperationException();
        }
    }

    private static boolean matches(String pattern, String name) {
        AtomicInteger looks = new AtomicInteger();
        boolean matches = Glob.matches(new Counted(pattern, looks), new Counted(name, looks));
        assertThat(looks.get()).isLessThanOrEqualTo(2 * (pattern.length() + 1) * (name.length() + 1));
        return matches;
    }

    /** The same by a table: whether the first p signs of the pattern fit the first n letters of the name. */
    private static boolean naively(String pattern, String name) {
        boolean[] fits = new boolean[name.length() + 1];
        fits[0] = true;
        for (int p = 0; p < pattern.length(); p++) {
            char sign = pattern.charAt(p);
            boolean[] next = new boolean[fits.length];
            for (int n = 0; n < fits.length; n++) {
                next[n] = sign == '*'
                        ? fits[n] || (n > 0 && next[n - 1])
                        : n > 0 && fits[n - 1] && (sign == '?' || sign == name.charAt(n - 1));
            }
            fits = next;
        }
        return fits[name.length()];
    }

    @Property
    void aGlobFitsWhatItsDefinitionFits(
            @ForAll("patterns") String pattern,
            @ForAll @CharRange(from = 'a', to = 'b') @StringLength(max = 20) String name) {
        assertThat(matches(pattern, name)).isEqualTo(naively(pattern, name));
    }

    @Provide
    Arbitrary<String> patterns() {
        return Arbitraries.strings().withChars("aabb**?").ofMaxLength(12);
    }

    /** Eight stars on sixty letters took more than a minute. */
    @Test
    void starsDoNotBacktrack() {
        assertThat(matches("*a".repeat(8) + "*b", "a".repeat(60))).isFalse();
        assertThat(matches("*a".repeat(400) + "*b", "a".repeat(5000))).isFalse();
        assertThat(matches("*", "a".repeat(LONG))).isTrue();
        NamedTensor tensor = new NamedTensor("a".repeat(100_000), Shape.vector(1));
        assertThat(Rule.parse("*a".repeat(8) + "*b: dense").fits(tensor)).isFalse();
        assertThat(Rule.parse("a*a?a: dense").fits(tensor)).isTrue();
    }

    @Test
    void longTextIsRefusedWithTheLimit() {
        refused(() -> Recipe.parse("a".repeat(100_000)), "a recipe has at most 10000 characters, this has 100000: aaa");
        refused(() -> ReducerRecipe.parse(" ".repeat(LONG)), "at most 10000 characters, this has 1000000");
        refused(
                () -> Policy.parse("a".repeat(100_000) + ": dense"),
                "a policy has at most 100000 characters, this has");
        refused(() -> Policy.parse("a".repeat(1001) + ": dense"), "a pattern of names has at most 1000 characters");
        refused(() -> Policy.parse("*:sign;".repeat(14_000)), "a policy has at most 100000 characters, this has 12");
        refused(() -> Recipe.parse("x".repeat(10_000)), "there is no recipe xxx");
        refused(() -> Recipe.parse("topk(" + "x".repeat(9_000) + "=1)"), "topk has no parameter xxx");
        refused(() -> Recipe.parse("topk(0.1,values=" + "x".repeat(9_000) + ")"), "is expected for values, not xxx");
    }

    /** Errors are sentences, however long the text. */
    private static void refused(Runnable call, String sentence) {
        assertThatThrownBy(call::run)
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(sentence)
                .satisfies(thrown -> assertThat(thrown.getMessage()).hasSizeLessThan(2_000));
    }

    @Test
    void aRecipeHasSoManyWrappersAndNotOneMore() {
        Compressor deepest = Recipe.parse("dense" + "+clip(1)".repeat(Recipe.MAX_WRAPPERS));
        assertThat(Recipe.parse(deepest.toString())).isEqualTo(deepest);
        refused(
                () -> Recipe.parse("dense" + "+clip(1)".repeat(Recipe.MAX_WRAPPERS + 1)),
                "at most 64 wrappers, this is one more");
        refused(() -> ReducerRecipe.parse("sign" + "+clip(1)".repeat(65)), "at most 64 wrappers");
    }

    /** A recipe is only text: no encoder is made for it, of which this one would have two thousand million. */
    @Test
    void readingARecipeTakesNoMemoryForWhatItMakes() {
        String recipe = "topk(0.1)+warmup(stages=2000000000,steps=1)+chunked(8)";
        assertThat(Recipe.parse(recipe)).hasToString(recipe);
    }

    @Test
    void aGuessComparesNoWordThatIsFarTooLong() {
        assertThat(Suggestion.question("x".repeat(LONG), List.of("topk", "y".repeat(LONG / 3))))
                .isEmpty();
        assertThat(Suggestion.question("tokp", List.of("dense", "topk"))).isEqualTo("; did you mean topk?");
    }

    @Property(tries = 300)
    void anyTextUpToTheLimitIsReadOrRefused(@ForAll("longTexts") String text) {
        try {
            Policy policy = Policy.parse(text);
            assertThat(Policy.parse(policy.toString())).isEqualTo(policy);
        } catch (IllegalArgumentException expected) {
            assertThat(expected.getMessage()).isNotBlank();
        }
    }

    @Provide
    Arbitrary<String> longTexts() {
        Arbitrary<String> part = Combinators.combine(
                        Arbitraries.of(
                                "*",
                                "?",
                                "a",
                                " ",
                                "vectors ",
                                "size<9 ",
                                "size>=",
                                ":",
                                ";",
                                "\n",
                                "*: sign;",
                                "sign",
                                "topk(",
                                "0",
                                "1e",
                                ".",
                                ",",
                                "=",
                                ")",
                                "+",
                                "+clip(1)",
                                "+chunked(2)",
                                "\u2003"),
                        Arbitraries.of(1, 1, 1, 1, 2, 60, 900, 9000))
                .as(String::repeat);
        return part.list().ofMaxSize(12).map(parts -> {
            String text = String.join("", parts);
            return text.substring(0, Math.min(text.length(), Policy.MAX_LENGTH));
        });
    }

    /** A value that a program can make prints as text that parses to it, or cannot be made. */
    @Property
    void rulesThatAreMadePrintAsWhatIsRead(
            @ForAll("names") String names, @ForAll Rule.Kind kind, @ForAll boolean sizes) {
        Rule rule;
        try {
            rule = new Rule(names, kind, sizes ? 5 : 0, sizes ? 50 : Integer.MAX_VALUE, new AllReduce());
        } catch (IllegalArgumentException expected) {
            assertThat(expected).hasMessageContaining("a pattern of names");
            return;
        }
        assertThat(Policy.parse(Policy.of(rule, rule).toString())).isEqualTo(Policy.of(rule, rule));
    }

    @Provide
    Arbitrary<String> names() {
        return Arbitraries.of(
                        "a",
                        "*",
                        "?",
                        ":",
                        ";",
                        " ",
                        "\n",
                        "\u2003",
                        "=",
                        "vectors",
                        "size<5",
                        "size",
                        "matrices",
                        "fuse")
                .list()
                .ofMinSize(1)
                .ofMaxSize(3)
                .map(parts -> String.join("", parts));
    }

    @Test
    void aLongPolicyIsReadInOneGo() {
        List<String> rules = new ArrayList<>();
        for (int i = 0; i < 4_000; i++) {
            rules.add("layer" + i + ".*: sign");
        }
        Policy policy = Policy.parse(String.join(";", rules));
        assertThat(policy.rules()).hasSize(4_000);
        assertThat(Policy.parse(policy.toString())).isEqualTo(policy);
    }
}
