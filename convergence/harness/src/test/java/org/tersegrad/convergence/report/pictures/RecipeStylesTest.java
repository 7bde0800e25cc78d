package org.tersegrad.convergence.report.pictures;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.tersegrad.convergence.report.chart.LineStyle;

class RecipeStylesTest {
    @Test
    void manyRecipesAllLookDifferent() {
        List<String> recipes = new ArrayList<>(List.of("dense", "topk(0.01)", "topk(0.01)+ef", "topk(0.01)+ef21"));
        for (int i = 0; i < 20; i++) {
            recipes.add("int" + i);
        }
        assertThat(RecipeStyles.of(recipes)).hasSameSizeAs(recipes).doesNotHaveDuplicates();
    }

    @Test
    void memoryIsSolidAndItsAbsenceDashed() {
        List<LineStyle> styles = RecipeStyles.of(
                List.of("topk(0.01,values=int8)", "sign", "gather(topk(k=1))", "topk(0.01,values=int8)+ef"));
        assertThat(styles.get(0).shade()).isEqualTo(styles.get(3).shade());
        assertThat(styles.get(0).dash()).isNotEmpty();
        assertThat(styles.get(3).dash()).isEmpty();
        assertThat(styles.get(1).dash()).isEmpty();
        assertThat(styles.get(2).shade()).isNotEqualTo(styles.get(0).shade());
    }

    @Test
    void memoryInsideAWrapperIsSeen() {
        List<LineStyle> styles = RecipeStyles.of(List.of("gather(sign+ef(decay=0.9))", "gather(sign)"));
        assertThat(styles.get(0).shade()).isEqualTo(styles.get(1).shade());
    }
}
