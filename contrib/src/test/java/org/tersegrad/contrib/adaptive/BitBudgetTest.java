package org.tersegrad.contrib.adaptive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.ReducerRecipe;
import org.tersegrad.reducers.group.LocalGroup;
import org.tersegrad.reducers.model.NamedTensor;
import org.tersegrad.reducers.model.Policy;

class BitBudgetTest {
    private static final List<Reducer> CHOICES = List.of(
            ReducerRecipe.parse("topk(0.01)"),
            ReducerRecipe.parse("topk(0.1)"),
            ReducerRecipe.parse("int4+twoshot"),
            ReducerRecipe.parse("int8+twoshot"));

    private static List<NamedTensor> tensors(int count) {
        List<NamedTensor> tensors = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            tensors.add(new NamedTensor("layer" + i, Shape.vector(100 * (i + 1))));
        }
        return tensors;
    }

    /** A made-up table: every choice has a number of bits and an error. */
    private static ErrorTable table(int tensors, long seed) {
        List<List<ErrorTable.Entry>> entries = new ArrayList<>();
        for (int t = 0; t < tensors; t++) {
            List<ErrorTable.Entry> row = new ArrayList<>();
            for (int c = 0; c < CHOICES.size(); c++) {
                int random = CounterRandom.word(seed, 10 * t + c) >>> 16;
                row.add(new ErrorTable.Entry(100.0 * (c + 1) * (c + 1), random / (c + 1.0)));
            }
            entries.add(row);
        }
        return new ErrorTable(tensors(tensors), CHOICES, entries);
    }

    private static double[] bitsAndError(ErrorTable table, Policy policy) {
        double[] sums = new double[2];
        for (int t = 0; t < table.tensors().size(); t++) {
            int choice = CHOICES.indexOf(policy.reducer(table.tensors().get(t)));
            sums[0] += table.entries().get(t).get(choice).bits();
            sums[1] += table.entries().get(t).get(choice).squaredError();
        }
        return sums;
    }

    /** The least error of all combinations whose rounded bits fit. */
    private static double leastError(ErrorTable table, int tensor, double left) {
        if (left < 0) {
            return Double.POSITIVE_INFINITY;
        }
        if (tensor == table.tensors().size()) {
            return 0;
        }
        double least = Double.POSITIVE_INFINITY;
        for (ErrorTable.Entry entry : table.entries().get(tensor)) {
            least = Math.min(least, entry.squaredError() + leastError(table, tensor + 1, left - entry.bits()));
        }
        return least;
    }

    @Test
    void asGoodAsTheBestOfAllCombinations() {
        for (int seed = 0; seed < 20; seed++) {
            ErrorTable table = table(6, seed);
            for (double budget : new double[] {0.5, 1, 2, 4}) {
                Policy policy = new BitBudget(budget).choose(table);
                double[] found = bitsAndError(table, policy);
                double most = budget * table.elements();
                assertThat(found[0]).isLessThanOrEqualTo(most);
                // Rounding up takes less than a unit of each tensor away.
                assertThat(found[1])
                        .isBetween(
                                leastError(table, 0, most) - 1e-6, leastError(table, 0, most - 6 * most / 4096) + 1e-6);
            }
        }
    }

    @Test
    void theChoiceIsTextThatReadsAsTheSame() {
        Policy policy = new BitBudget(1).choose(table(6, 3));
        assertThat(Policy.parse(policy.toString())).isEqualTo(policy);
    }

    /** Heavy-tailed tensors get Top-k, even ones integers; all workers choose alike, and beat any one recipe of as many bits. */
    @Test
    void measuredOverAGroupTheErrorIsLessThanWithOneRecipe() {
        List<NamedTensor> tensors = List.of(
                new NamedTensor("heavy", new Shape(40, 50)),
                new NamedTensor("even", new Shape(20, 50)),
                new NamedTensor("size of it", Shape.vector(300)));
        List<String> chosen = LocalGroup.run(3, group -> {
            List<FloatSlice> gradients = new ArrayList<>();
            for (int t = 0; t < tensors.size(); t++) {
                float[] values = CounterRandom.gaussians(tensors.get(t).shape().size(), 10L * group.rank() + t);
                for (int i = 0; t == 0 && i < values.length; i++) {
                    values[i] *= values[i] * values[i] * values[i] * values[i];
                }
                gradients.add(FloatSlice.of(values));
            }
            ErrorTable table = ErrorTable.measure(CHOICES, tensors, gradients, Seed.of(1), group);
            Policy policy = new BitBudget(6).choose(table);
            double[] adaptive = bitsAndError(table, policy);
            assertThat(adaptive[0]).isLessThanOrEqualTo(6.0 * table.elements());
            for (Reducer each : CHOICES) {
                double[] uniform = bitsAndError(table, Policy.of(each));
                assertThat(uniform[0] > 6.0 * table.elements() || uniform[1] >= adaptive[1])
                        .as("%s: %s bits, error %s", each, uniform[0], uniform[1])
                        .isTrue();
            }
            return policy.toString();
        });
        assertThat(chosen).containsOnly(chosen.get(0));
        assertThat(Policy.parse(chosen.get(0)).rules()).hasSizeGreaterThan(1);
    }

    @Test
    void tooSmallABudgetIsRefused() {
        assertThatThrownBy(() -> new BitBudget(0.01).choose(table(3, 1)))
                .hasMessage("a budget of 0.01 bits an element, and the choices of fewest bits take 0.5");
        assertThatThrownBy(() -> new BitBudget(0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void optimizersHaveNoError() {
        List<Reducer> lion = List.of(ReducerRecipe.parse("dlion(vote)"));
        assertThatThrownBy(() ->
                        LocalGroup.run(1, group -> ErrorTable.measure(lion, List.of(), List.of(), Seed.of(1), group)))
                .hasMessageContaining("what comes out of dlion(vote) is a step of an optimizer");
    }
}
