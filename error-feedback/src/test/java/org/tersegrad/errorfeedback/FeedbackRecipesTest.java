package org.tersegrad.errorfeedback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.compressors.RecipeEntry;
import org.tersegrad.compressors.sparse.TopK;
import org.tersegrad.errorfeedback.internal.FeedbackRecipes;
import org.tersegrad.reducers.ReducerRecipe;

class FeedbackRecipesTest {
    @Test
    void eachPrintsAsItsRecipe() {
        AllFeedback.ALL.forEach(subject -> {
            Compressor compressor = subject.compressor();
            assertThat(Recipe.parse(compressor.toString())).isEqualTo(compressor);
            assertThat(Recipe.parse(" " + compressor.toString().toUpperCase(Locale.ROOT)))
                    .isEqualTo(compressor);
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "topk(0.01)+ef; topk(0.01)+ef",
                "topk(0.01)+ef(1); topk(0.01)+ef",
                "topk(0.01)+ef(clip=5,decay=0.9); topk(0.01)+ef(decay=0.9,clip=5)",
                "sign+ef21; sign+ef21",
                "sign+ef21m; sign+ef21m",
                "sign+ef21m(0.1); sign+ef21m",
                "sign+ef21m(0.05); sign+ef21m(0.05)",
                "sign+ef21m(1); sign+ef21",
                "randomk(0.1)+diana; randomk(0.1)+diana",
                "randomk(0.1)+efbv; randomk(0.1)+efbv",
                "randomk(0.1)+efbv(nu=1); randomk(0.1)+diana",
                "randomk(0.1)+efbv(1,nu=1); randomk(0.1)+ef21",
                "randomk(0.1)+efbv(lambda=1,nu=1,eta=0.5); randomk(0.1)+ef21m(0.5)",
                "randomk(0.1)+efbv(nu=1,eta=0.5); randomk(0.1)+efbv(nu=1,eta=0.5)",
                "topk(0.1)+efbv(lambda=0.5,nu=0.25); topk(0.1)+efbv(lambda=0.5,nu=0.25)",
                "topk(0.001)+dgc; topk(0.001)+dgc",
                "topk(0.001)+dgc(0.5,masking=false); topk(0.001)+dgc(momentum=0.5,masking=false)"
            })
    void isPrintedWithWhatDiffersFromTheDefaults(String recipe, String printed) {
        assertThat(Recipe.parse(recipe)).hasToString(printed);
    }

    @Test
    void everyExampleIsARecipe() {
        assertThat(new FeedbackRecipes().entries()).hasSize(6);
        for (RecipeEntry<?> entry : new FeedbackRecipes().entries()) {
            assertThat(ReducerRecipe.parse(entry.example()).toString()).contains("+" + entry.name());
            assertThat(Recipe.entries()).anyMatch(each -> each.name().equals(entry.name()));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "topk(0.01)+ef+ef; topk(0.01)+ef already remembers",
                "topk(0.01)+dgc+ef21; topk(0.01)+dgc already remembers",
                "topk(0.01)+ef(decay=2); decay is from 0 to 1, this is 2",
                "topk(0.01)+ef(clip=0); above 0, this is 0",
                "topk(0.01)+ef21m(0); above 0 and at most 1, this is 0",
                "topk(0.01)+efbv(lambda=0); lambda is above 0 and at most 1, this is 0",
                "topk(0.01)+efbv(nu=1.5); nu is above 0 and at most 1, this is 1.5",
                "topk(0.01)+diana; follow from omega, and the guarantee of topk(0.01) is contractive",
                "randomk(0.1)+clip(1)+efbv; the guarantee of randomk(0.1)+clip(1) is none; use +ef21, or give both",
                "randomk(0.1)+diana+chunked(64); chunks of 64 and of 1 elements would have estimates with different",
                "randomk(0.1)+diana+ef; randomk(0.1)+diana already remembers",
                "topk(0.01)+dgc(1); below 1, this is 1",
                "topk(0.01)+ef22; did you mean ef2",
                "topk(0.01)+ef21(0.1); takes no parameters",
            })
    void mistakesAreExplained(String recipe, String explanation) {
        assertThatThrownBy(() -> Recipe.parse(recipe))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(explanation);
    }

    @Test
    void valuesAreChecked() {
        assertThatThrownBy(() -> new ErrorFeedback().withDecay(Float.NaN)).hasMessageContaining("NaN");
        assertThatThrownBy(() -> new ErrorFeedback().withClip(Float.NaN)).hasMessageContaining("NaN");
        assertThatThrownBy(() -> EfBv.ef21(TopK.count(1)).withMomentum(Float.NaN))
                .hasMessageContaining("NaN");
    }
}
