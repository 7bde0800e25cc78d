package org.tersegrad.contrib.adaptive;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Traits;
import org.tersegrad.reducers.AllReduce;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.model.NamedTensor;

/**
 * The cost of several reducers for each tensor, and the distance of their results from the exact mean. It is the same on all
 * workers, so whatever they conclude from it is the same, too.
 *
 * @param tensors of a model
 * @param choices the ways to average them
 * @param entries of each tensor, in the order of the choices
 */
public record ErrorTable(List<NamedTensor> tensors, List<Reducer> choices, List<List<Entry>> entries) {
    /**
     * One way for one tensor.
     *
     * @param bits what a worker sends in a step, as a mean over the workers
     * @param squaredError |result − exact mean|²
     */
    public record Entry(double bits, double squaredError) {}

    public ErrorTable {
        tensors = List.copyOf(tensors);
        choices = List.copyOf(choices);
        entries = entries.stream().map(List::copyOf).toList();
        if (entries.size() != tensors.size()) {
            throw new IllegalArgumentException(entries.size() + " rows for " + tensors.size() + " tensors");
        }
        for (List<Entry> row : entries) {
            if (row.size() != choices.size()) {
                throw new IllegalArgumentException(row.size() + " entries for " + choices.size() + " choices");
            }
        }
    }

    /**
     * Averages the gradients of one step with every reducer, each with a fresh reduction of its own, and exactly. All workers call
     * it together. It sends as much as one step of each, so call it once in some hundred steps.
     *
     * @param choices reducers whose result is a mean, not a step of an optimizer
     * @param gradients not modified: this worker's, of each tensor
     * @param seed the same on all workers
     */
    public static ErrorTable measure(
            List<Reducer> choices, List<NamedTensor> tensors, List<FloatSlice> gradients, Seed seed, Collective group) {
        if (gradients.size() != tensors.size()) {
            throw new IllegalArgumentException(gradients.size() + " gradients for " + tensors.size() + " tensors");
        }
        for (Reducer choice : choices) {
            if (choice.traits(Traits.ANY_SHAPE).keepsMomentum()) {
                throw new IllegalArgumentException(
                        "what comes out of " + choice + " is a step of an optimizer, which has no error");
            }
        }
        List<List<Entry>> entries = new ArrayList<>();
        for (int i = 0; i < tensors.size(); i++) {
            entries.add(measure(choices, tensors.get(i), gradients.get(i), seed.fork(i), group));
        }
        return new ErrorTable(tensors, choices, entries);
    }

    private static List<Entry> measure(
            List<Reducer> choices, NamedTensor tensor, FloatSlice gradient, Seed seed, Collective group) {
        float[] exact = copy(gradient);
        new AllReduce().reduction(tensor.shape(), seed, group).reduce(FloatSlice.of(exact));
        float[] bits = new float[choices.size()];
        double[] errors = new double[choices.size()];
        for (int c = 0; c < errors.length; c++) {
            float[] result = copy(gradient);
            bits[c] = choices.get(c)
                    .reduction(tensor.shape(), seed.fork(c), group)
                    .reduce(FloatSlice.of(result));
            for (int i = 0; i < result.length; i++) {
                double difference = (double) result[i] - exact[i];
                errors[c] += difference * difference;
            }
        }
        group.allReduceSum(FloatSlice.of(bits));
        List<Entry> row = new ArrayList<>();
        for (int c = 0; c < errors.length; c++) {
            row.add(new Entry((double) bits[c] / group.size(), errors[c]));
        }
        return row;
    }

    private static float[] copy(FloatSlice gradient) {
        float[] copy = new float[gradient.length()];
        System.arraycopy(gradient.array(), gradient.offset(), copy, 0, copy.length);
        return copy;
    }

    /** Number of elements of all tensors. */
    public long elements() {
        return tensors.stream().mapToLong(tensor -> tensor.shape().size()).sum();
    }

    /** A line for each tensor and choice. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < tensors.size(); i++) {
            for (int c = 0; c < choices.size(); c++) {
                Entry entry = entries.get(i).get(c);
                text.append(String.format(
                        Locale.ROOT,
                        "%s  %s  %.0f bits  error %.3g%n",
                        tensors.get(i).name(),
                        choices.get(c),
                        entry.bits(),
                        entry.squaredError()));
            }
        }
        return text.toString();
    }
}
