package org.tersegrad.reducers.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.sparse.TopK;
import org.tersegrad.reducers.AllReduce;
import org.tersegrad.reducers.Gather;
import org.tersegrad.reducers.PowerSgd;

class PolicyTest {
    private static final NamedTensor WEIGHTS = new NamedTensor("hidden.weights", new Shape(128, 64));
    private static final NamedTensor BIAS = new NamedTensor("hidden.bias", Shape.vector(128));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "*",
                "hidden.*",
                "*weights",
                "h?dden.*s",
                "*e*e*",
                "matrices",
                "size>=8192",
                "size<8193",
                "hidden.* matrices size>=1 size<10000"
            })
    void fits(String conditions) {
        assertThat(Rule.parse(conditions + ": vote").fits(WEIGHTS)).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "hidden",
                "hidden?",
                "Hidden.*",
                "*.bias",
                "vectors",
                "size<8192",
                "size>=8193",
                "hidden.* vectors",
                "?",
                "*.weights?"
            })
    void doesNotFit(String conditions) {
        assertThat(Rule.parse(conditions + ": vote").fits(WEIGHTS)).isFalse();
    }

    @Test
    void theFirstRuleThatFitsDecides() {
        Policy policy = Policy.parse("*.bias: dense\n size<1000: topk(0.1) ; *: powersgd(2)");
        assertThat(policy.reducer(BIAS)).isEqualTo(new AllReduce());
        assertThat(policy.reducer(WEIGHTS)).isEqualTo(PowerSgd.rank(2));
        assertThat(policy.reducer(new NamedTensor("x", Shape.vector(10)))).isEqualTo(new Gather(TopK.fraction(0.1)));
        assertThat(policy)
                .isEqualTo(Policy.of(
                        Rule.named("*.bias", new AllReduce()),
                        Rule.below(1000, new Gather(TopK.fraction(0.1))),
                        Rule.forAll(PowerSgd.rank(2))));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "vote | vote",
                "* : vote | vote",
                "vectors:dense;*:vote | vectors: dense; *: vote",
                "a:0 size<10 size>=5: sign | a:0 size>=5 size<10: sign",
                "size<9999999999: sign | sign"
            })
    void printsAsWhatIsRead(String text, String printed) {
        Policy policy = Policy.parse(text);
        assertThat(policy).hasToString(printed);
        assertThat(Policy.parse(printed)).isEqualTo(policy);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "' ' | the policy is empty",
                "*: | the recipe is empty",
                "*: topkk(1) | did you mean topk?",
                "size=3: vote | sizes are given as size<1000 or size>=1000, not as size=3",
                "size<0: vote | sizes from 0 to below 0 are none",
                "size<10 size<1000: vote | a rule has one limit that sizes are below, not two: size<10 and size<1000",
                "size>=9 x size>=9: vote | a rule has one least size, not two: size>=9 and size>=9",
                "vectors matrices: vote | a rule has one kind of tensors, not two: vectors and matrices",
                "* a: vote | a rule has one pattern of names, not two: * and a",
                "size>=5 size<5: vote | sizes from 5 to below 5 are none",
                "a b: vote | a rule has one pattern of names, not two: a and b"
            })
    void mistakesAreExplained(String text, String sentence) {
        assertThatThrownBy(() -> Policy.parse(text))
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(sentence);
    }

    @Test
    void aTensorWithoutARuleIsNamed() {
        assertThatThrownBy(() -> Policy.parse("vectors: dense").reducer(WEIGHTS))
                .hasMessage("no rule of \"vectors: dense\" is for hidden.weights, 128 x 64;"
                        + " a last rule for all begins with *:");
    }
}
