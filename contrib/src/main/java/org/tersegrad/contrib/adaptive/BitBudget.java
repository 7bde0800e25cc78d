package org.tersegrad.contrib.adaptive;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.model.NamedTensor;
import org.tersegrad.reducers.model.Policy;
import org.tersegrad.reducers.model.Rule;

/**
 * Chooses a reducer for each tensor, so that the squared error of the whole gradient is least within a budget of bits per element
 * over all tensors. The result is a {@link Policy}, which prints and parses as any other.
 *
 * <pre>{@code
 * BitBudget budget = new BitBudget(1.5);
 * List<Reducer> choices = List.of(
 *         ReducerRecipe.parse("topk(0.001)+ef"), ReducerRecipe.parse("topk(0.03)+ef"), ReducerRecipe.parse("int8+ef"));
 * ModelReduction model = new ModelReduction(Policy.parse("dense"), tensors, Seed.of(42), group);
 * for (int step = 0; step < 10_000; step++) {
 *     if (step % 500 == 0) {
 *         model.replace(budget.choose(ErrorTable.measure(choices, tensors, gradients, Seed.of(step), group)));
 *     }
 * }
 * }</pre>
 *
 * <p>Bits are counted in units of 1/4096 of the budget, each tensor's rounded up; then, tensor by tensor:
 *
 * <pre>
 *   best(t, u) = the least error of tensors 0 .. t with at most u units
 *              = min over choices c of  error(t, c) + best(t − 1, u − units(t, c))
 * </pre>
 *
 * <p>Of equal errors the choice that comes first wins. The same table gives the same policy on every worker.
 *
 * @param bitsPerElement what a worker may send in a step, above 0
 */
public record BitBudget(double bitsPerElement) {
    /** Number of units that a budget is divided into. */
    private static final int UNITS = 4096;

    public BitBudget {
        if (!(bitsPerElement > 0 && bitsPerElement < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("a budget is above 0 bits an element, this is " + bitsPerElement);
        }
    }

    /**
     * The policy with the least error.
     *
     * @throws IllegalArgumentException if even the fewest bits of all tensors are too many, or names of tensors cannot be told
     *     apart by a pattern
     */
    public Policy choose(ErrorTable table) {
        int[] chosen = cheapest(table);
        double most = bitsPerElement * table.elements();
        double least = bits(table, chosen);
        if (least > most) {
            throw new IllegalArgumentException("a budget of " + brief(bitsPerElement)
                    + " bits an element, and the choices of fewest bits take "
                    + brief(least / table.elements()));
        }
        double[] best = new double[UNITS + 1];
        byte[][] choices = new byte[table.tensors().size()][UNITS + 1];
        for (int t = 0; t < choices.length; t++) {
            best = extend(best, table.entries().get(t), most / UNITS, choices[t]);
        }
        // Rounding up may leave no way at all, though the fewest bits are within the budget: then these are taken.
        for (int t = choices.length - 1, units = UNITS; t >= 0 && best[UNITS] < Double.POSITIVE_INFINITY; t--) {
            chosen[t] = choices[t][units];
            units -= units(table.entries().get(t).get(chosen[t]), most / UNITS);
        }
        return policy(table, chosen);
    }

    /** One tensor more: the least errors with it, and which choice makes them. */
    private static double[] extend(double[] best, List<ErrorTable.Entry> row, double unit, byte[] choices) {
        double[] next = new double[best.length];
        Arrays.fill(next, Double.POSITIVE_INFINITY);
        for (int c = 0; c < row.size(); c++) {
            int units = units(row.get(c), unit);
            for (int u = units; u < next.length; u++) {
                double error = row.get(c).squaredError() + best[u - units];
                if (error < next[u]) {
                    next[u] = error;
                    choices[u] = (byte) c;
                }
            }
        }
        return next;
    }

    private static int units(ErrorTable.Entry entry, double unit) {
        return (int) Math.min(UNITS + 1, Math.ceil(entry.bits() / unit));
    }

    /** The choice of fewest bits for each tensor. */
    private static int[] cheapest(ErrorTable table) {
        if (table.choices().isEmpty() || table.choices().size() > Byte.MAX_VALUE || table.elements() == 0) {
            throw new IllegalArgumentException("1 to " + Byte.MAX_VALUE + " choices for 1 element or more, not "
                    + table.choices().size() + " for " + table.elements());
        }
        int[] cheapest = new int[table.tensors().size()];
        for (int t = 0; t < cheapest.length; t++) {
            List<ErrorTable.Entry> row = table.entries().get(t);
            for (int c = 1; c < row.size(); c++) {
                cheapest[t] = row.get(c).bits() < row.get(cheapest[t]).bits() ? c : cheapest[t];
            }
        }
        return cheapest;
    }

    private static double bits(ErrorTable table, int[] chosen) {
        double sum = 0;
        for (int t = 0; t < chosen.length; t++) {
            sum += table.entries().get(t).get(chosen[t]).bits();
        }
        return sum;
    }

    /** A rule for each tensor, but for those with the most frequent choice, which is the last rule's. */
    private static Policy policy(ErrorTable table, int[] chosen) {
        int[] counts = new int[table.choices().size()];
        int usual = 0;
        for (int choice : chosen) {
            counts[choice]++;
            usual = counts[choice] > counts[usual] ? choice : usual;
        }
        List<Rule> rules = new ArrayList<>();
        for (int t = 0; t < chosen.length; t++) {
            if (chosen[t] != usual) {
                String name = pattern(table.tensors().get(t).name());
                rules.add(Rule.named(name, table.choices().get(chosen[t])));
            }
        }
        rules.add(Rule.forAll(table.choices().get(usual)));
        Policy policy = new Policy(rules);
        for (int t = 0; t < chosen.length; t++) {
            NamedTensor tensor = table.tensors().get(t);
            Reducer expected = table.choices().get(chosen[t]);
            if (!policy.reducer(tensor).equals(expected)) {
                throw new IllegalArgumentException("the name " + tensor.name() + " is that of other tensors, too");
            }
        }
        return policy;
    }

    /** Three digits, for reading. */
    private static String brief(double value) {
        return new BigDecimal(value)
                .round(new MathContext(3))
                .stripTrailingZeros()
                .toPlainString();
    }

    /** A pattern for one name: {@code ?} where a letter would mean something else in a rule. */
    private static String pattern(String name) {
        String plain = name.replaceAll("[\\s;*]", "?");
        boolean keyword = plain.equals("vectors") || plain.equals("matrices") || plain.startsWith("size");
        return keyword ? "?" + plain.substring(1) : plain;
    }
}
