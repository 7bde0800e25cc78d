package org.tersegrad.contrib.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.compressors.RecipeEntry;
import org.tersegrad.compressors.floats.Dense;
import org.tersegrad.compressors.floats.Half;
import org.tersegrad.compressors.wrappers.Clip;
import org.tersegrad.reducers.AllReduce;
import org.tersegrad.reducers.Gather;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.ReducerRecipe;
import org.tersegrad.reducers.TwoShot;

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
            if (!Set.of("dense", "bf16", "half").contains(entry.name())
                    && !entry.name().startsWith("stranger")) {
                assertThat(ReducerRecipe.parse(entry.example())).isEqualTo(new Gather(Recipe.parse(entry.example())));
            }
        }
        assertThat(ReducerRecipe.parse("Dense")).isEqualTo(new AllReduce());
        assertThat(ReducerRecipe.parse("bf16")).isEqualTo(TwoShot.of(Half.bf16()));
        assertThat(ReducerRecipe.parse("bf16+twoshot")).isEqualTo(TwoShot.of(Half.bf16()));
        assertThat(ReducerRecipe.parse("bf16+gather")).isEqualTo(new Gather(Half.bf16()));
        assertThat(ReducerRecipe.parse("dense+gather")).isEqualTo(new Gather(new Dense()));
        assertThat(ReducerRecipe.parse("half+clip(1)"))
                .isEqualTo(TwoShot.of(Half.fp16()).with(new Clip(1f)));
        assertThat(ReducerRecipe.parse("sign+clip(1)")).isEqualTo(new Gather(Recipe.parse("sign+clip(1)")));
        assertThat(ReducerRecipe.parse("half+ef")).isEqualTo(TwoShot.of(Recipe.parse("half+ef")));
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
                "int8+twoshot; int8+twoshot",
                "int8+twoshot+ef; int8+ef+twoshot",
                "bf16+ef+twoshot; bf16+ef+twoshot",
                "half(stochastic); half(rounding=stochastic)",
                "twoshot(up=int8,down=int8); int8+twoshot",
                "TwoShot( up = topk( k=10 ) + ef , down=qsgd(4bit,bucket=64) ); twoshot(up=topk(k=10)+ef,down=qsgd(levels=7,bucket=64))",
                "server(up=sign,down=sign,participation=0.50,absent=drop); server(up=sign,down=sign,participation=0.5,absent=drop)",
                "server(up=sign,down=sign,sharded=true)+ef; server(up=sign+ef,down=sign+ef,sharded=true)",
                "topk(0.01)+hierarchical(4)+ef; topk(0.01)+ef+hierarchical(4)",
                "arctopk(k=10,rank=2)+ef; arctopk(k=10,rank=2)+ef",
                "acpsgd(rank=4)+ef; acpsgd(4)+ef",
                "dion(rank=2,momentum=0.9); dion(2,momentum=0.9)",
                "dion(2,momentum=0.95); dion(2)",
                "sign+ef+twoshot+adam(steps=3); sign+ef+twoshot+adam(3)",
                "sign+zerooneadam(16,beta1=0.5); sign+zerooneadam(16,beta1=0.5,beta2=0.999)",
                "int4+twoshot+lioncub; int4+twoshot+lioncub",
                "int4+lioncub(sync=10,beta2=0.9); int4+lioncub(sync=10,beta1=0.9,beta2=0.9)",
                "accordion(fine=dense,coarse=sign,every=5,change=0.50)+ef; accordion(fine=dense,coarse=sign,every=5)+ef",
                "accordion(coarse=sign,fine=dense,every=5,change=2); accordion(fine=dense,coarse=sign,every=5,change=2)",
                "sketch(k=10,rows=5,width=3)+ef; sketch(k=10,width=3)+ef",
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
                "powersgd(2)+chunked(512); chunked is for the recipe of a compressor, not of a reducer, as in topk(0.01)+chunked(4096)",
                "powersgd(2)+ef+ef; powersgd(2)+ef already remembers",
                "vote+ef; no error feedback around vote: a majority is not the mean of what workers sent",
                "sharedrandomk(0.01)+ef; use scaled=false",
                "topk(0.01)+ef+ef; topk(0.01)+ef already remembers",
                "topk(0.01)+; the name of a wrapper is missing",
                "topk(0.01)+vote; vote stands first, not behind a +",
                "topk(0.01)+sharedscale; a scale is shared by what makes integers",
                "qsgd(4bit,code=entropy)+sharedscale; fixed width",
                "vote(tie=both); random is expected for tie",
                "powersgd(2)+twoshot; twoshot stands behind a compressor and a +, as in int8+twoshot",
                "twoshot(up=tpk(0.01),down=int8); there is no recipe tpk; did you mean topk?",
                "twoshot(up=topk(0.01),down=powersgd(2)); powersgd is for the recipe of a reducer, not of a compressor",
                "twoshot(up=topk(0.01); this ( is never closed",
                "twoshot(up=topk(0.01)); down is missing, as in twoshot(up=topk(0.01)+ef,down=int8)",
                "server(up=sign,down=sign,participation=0); above 0 and at most 1, this is 0.0",
                "int8+hierarchical(0); a node has 1 worker or more, not 0",
                "powersgd(2)+hierarchical(2)+ef; its residual is between nodes",
                "acpsgd(0); a rank is 1 or more, this is 0",
                "dion(0); a rank is 1 or more, this is 0",
                "dion(1,momentum=1.5); momentum is from 0 to 1, this is 1.5",
                "dion(2)+ef; its momentum is its residual already",
                "sign+ef+adam(0); at least 1 step is exact, not 0",
                "lion+adam(5); no Adam around lion: it keeps the optimizer's momentum itself",
                "dlion(vote)+lioncub; no Lion around dlion(vote)",
                "sign+twoshot+adam(5)+ef; +ef is before it",
                "accordion(fine=dense,coarse=sign+ef,every=5); +ef stands behind accordion(...), not in sign+ef",
                "accordion(fine=dense,coarse=dion(2),every=5); what comes out of dion(2) is a step of an optimizer",
                "accordion(fine=dense,coarse=sign,every=0); a window has 1 step or more, not 0",
                "accordion(fine=dense,coarse=vote,every=5)+ef; a majority is not the mean of what workers sent",
                "accordion(fine=dense,coarse=sign,every=5,change=-1); a change of the norm is 0 or more, this is -1.0",
                "sketch(0.01,rows=2); the rows of a sketch are an odd number from 1 to 99, not 2",
                "arctopk(0.1,rank=0); a rank is 1 or more, this is 0"
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
