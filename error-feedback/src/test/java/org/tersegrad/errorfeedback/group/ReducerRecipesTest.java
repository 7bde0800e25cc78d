package org.tersegrad.errorfeedback.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.recipes.Recipe;
import org.tersegrad.compressors.recipes.RecipeEntry;
import org.tersegrad.reducers.AllReduce;
import org.tersegrad.reducers.Gather;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.ReducerRecipe;

class ReducerRecipesTest {
    @Test
    void everyExampleIsARecipe() {
        assertThat(ReducerRecipe.entries())
                .extracting(RecipeEntry::name)
                .contains("dense", "powersgd", "vote", "sharedscale", "ef");
        for (RecipeEntry<Reducer> entry : ReducerRecipe.entries()) {
            Reducer reducer = ReducerRecipe.parse(entry.example());
            assertThat(ReducerRecipe.parse(reducer.toString())).isEqualTo(reducer);
            assertThat(entry.example()).contains(entry.name());
        }
    }

    @Test
    void compressorsAreGathered() {
        for (RecipeEntry<Compressor> entry : Recipe.entries()) {
            if (!entry.name().equals("dense")) {
                assertThat(ReducerRecipe.parse(entry.example())).isEqualTo(new Gather(Recipe.parse(entry.example())));
            }
        }
        assertThat(ReducerRecipe.parse("Dense")).isEqualTo(new AllReduce());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "powersgd( 2 , residual=aggregated, rate=2, start=10 )+ef; powersgd(2,residual=aggregated,rate=2,start=10)+ef",
                "sharedrandomk(k=10,scaled=false)+ef; sharedrandomk(k=10,scaled=false)+ef",
                "qsgd(4bit)+sharedscale; qsgd(levels=7)+sharedscale",
                "int8 + sharedscale + ef; int8+sharedscale+ef",
                "topk(0.01)+clip(1)+ef; topk(0.01)+clip(1)+ef",
                "vote(positive); vote(tie=positive)",
                "dlion(average,beta1=0.5); dlion(average,beta1=0.5,beta2=0.99)"
            })
    void isPrintedWithWhatDiffersFromTheDefaults(String recipe, String printed) {
        assertThat(ReducerRecipe.parse(recipe)).hasToString(printed);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "''; the recipe is empty",
                "powersgd; rank is missing, as in powersgd(2)+ef",
                "powersgd(0); a rank is 1 or more, this is 0",
                "powrsgd(2); there is no recipe powrsgd; did you mean powersgd?",
                "powersgd(2)+eff; there is no wrapper eff; did you mean ef?",
                "powersgd(2)+clip(1); clip is for the recipe of a compressor, not of a reducer, as in topk(0.01)+clip(1.0)",
                "powersgd(2)+ef+ef; powersgd(2)+ef already remembers",
                "vote+ef; no error feedback around vote: a majority is not the mean of what workers sent",
                "sharedrandomk(0.01)+ef; use scaled=false",
                "topk(0.01)+ef+ef; topk(0.01)+ef already remembers",
                "topk(0.01)+; the name of a wrapper is missing",
                "topk(0.01)+vote; vote stands first, not behind a +",
                "topk(0.01)+sharedscale; a scale is shared by what makes integers",
                "qsgd(4bit,code=entropy)+sharedscale; fixed width",
                "vote(tie=both); random is expected for tie"
            })
    void mistakesAreExplained(String recipe, String explanation) {
        assertThatThrownBy(() -> ReducerRecipe.parse(recipe))
                .isInstanceOf(IllegalArgumentException.class)
                .message()
                .satisfies(message -> assertThat(message.replace("positive or random", "random"))
                        .contains(explanation));
    }

    @Test
    void aReducerIsNoCompressor() {
        assertThatThrownBy(() -> Recipe.parse("powersgd(2)"))
                .hasMessageContaining("powersgd is for the recipe of a reducer, not of a compressor");
        assertThatThrownBy(() -> Recipe.parse("terngrad+sharedscale"))
                .hasMessageContaining("sharedscale is for the recipe of a reducer");
    }
}
