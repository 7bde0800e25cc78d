package org.tersegrad.contrib.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Stateful;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.ReducerRecipe;
import org.tersegrad.reducers.group.LocalGroup;

/** A recipe is its text: what is printed parses as the same recipe, and two recipes that differ print differently. */
class RecipeLawsTest {
    private static Object parse(Object recipe) {
        return recipe instanceof Compressor ? Recipe.parse(recipe.toString()) : ReducerRecipe.parse(recipe.toString());
    }

    /** Nests to depth 3, with wrappers drawn from all lists. */
    @Property(tries = 4000)
    void whatIsPrintedParsesAsTheSame(
            @ForAll @IntRange(max = 999) int first, @ForAll @Size(max = 40) List<@IntRange(max = 999) Integer> picks) {
        List<Object> firsts = Examples.firsts();
        Object recipe = firsts.get(first % firsts.size());
        int depth = 0;
        for (int pick : picks) {
            Object inner = recipe;
            recipe = Examples.step(inner, pick % Examples.steps()).orElse(inner);
            depth += recipe == inner ? 0 : 1;
            if (depth == 3) {
                break;
            }
        }
        assertThat(parse(recipe)).isEqualTo(recipe);
    }

    @Test
    void allOfDepthTwoParseAsTheSameAndPrintDifferently() {
        Set<Object> all = new LinkedHashSet<>();
        for (int depth = 0; depth <= 2; depth++) {
            all.addAll(Examples.nested(depth));
        }
        assertThat(all).hasSizeGreaterThan(3000);
        Map<List<Object>, Object> byText = new HashMap<>();
        List<String> problems = new ArrayList<>();
        for (Object recipe : all) {
            try {
                if (!parse(recipe).equals(recipe)) {
                    problems.add(recipe + " parses as " + parse(recipe).getClass());
                }
            } catch (IllegalArgumentException e) {
                problems.add(recipe + " does not parse: " + e.getMessage());
            }
            Object other = byText.put(List.of(recipe instanceof Compressor, recipe.toString()), recipe);
            if (other != null) {
                problems.add("two recipes print as " + recipe);
            }
        }
        assertThat(problems).isEmpty();
    }

    @Test
    void twoAlgorithmsHaveTwoLabels() {
        assertThat(ReducerRecipe.parse("topk(0.1)+gather+warmup(stages=4,steps=100)"))
                .hasToString("topk(0.1)+gather+warmup(stages=4,steps=100)")
                .isNotEqualTo(ReducerRecipe.parse("topk(0.1)+warmup(stages=4,steps=100)"));
        assertThat(ReducerRecipe.parse("sign+ef+gather+warmup(stages=4,steps=100)"))
                .hasToString("sign+ef+gather+warmup(stages=4,steps=100)");
        assertThat(ReducerRecipe.parse("topk(0.1)+gather")).hasToString("topk(0.1)");
        assertThat(ReducerRecipe.parse("topk(0.1)+ef+gather+hierarchical(2)"))
                .hasToString("topk(0.1)+ef+hierarchical(2)");
    }

    @Test
    void anEncoderTakesNoStateOfAnotherRecipe() {
        Map<Compressor, Stateful> all = new HashMap<>();
        Shape shape = new Shape(3, 5);
        Examples.compressors().forEach(each -> all.put(each, each.encoder(shape, Seed.of(1))));
        assertThat(all).hasSizeGreaterThan(200);
        assertRejectedByOthers(all);
    }

    @Test
    void aReductionTakesNoStateOfAnotherRecipe() {
        LocalGroup.run(1, group -> {
            for (Shape shape : List.of(new Shape(3, 5), Shape.vector(15))) {
                Map<Reducer, Stateful> all = new HashMap<>();
                Examples.reducers().forEach(each -> all.put(each, each.reduction(shape, Seed.of(1), group)));
                assertThat(all).hasSizeGreaterThan(200);
                assertRejectedByOthers(all);
            }
            return 0;
        });
    }

    private static void assertRejectedByOthers(Map<?, Stateful> all) {
        List<String> problems = new ArrayList<>();
        all.forEach((recipe, saved) -> {
            ByteBuffer state = ByteBuffer.allocate(saved.stateBytes());
            saved.save(state);
            all.forEach((other, restored) -> {
                try {
                    restored.restore(state.rewind());
                    if (!other.equals(recipe)) {
                        problems.add(other + " takes a state of " + recipe);
                    }
                } catch (IllegalArgumentException e) {
                    if (other.equals(recipe)) {
                        problems.add(other + " rejects its state");
                    }
                }
            });
        });
        assertThat(problems).isEmpty();
    }

    @Test
    void aStateOfAnEarlierBuildIsRejectedByItsVersion() {
        Stateful encoder = Recipe.parse("topk(0.1)+ef").encoder(Shape.vector(8), Seed.of(1));
        ByteBuffer state = ByteBuffer.allocate(encoder.stateBytes());
        encoder.save(state);
        state.put(2, (byte) 1);
        assertThatThrownBy(() -> encoder.restore(state.flip()))
                .isInstanceOf(MalformedInputException.class)
                .hasMessageContaining("a state of version 1")
                .hasMessageContaining("earlier build");
    }
}
