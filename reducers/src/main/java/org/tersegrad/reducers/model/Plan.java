package org.tersegrad.reducers.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.Reducer;

/**
 * The application of a {@link Policy} to the tensors of a model, with the bits it takes, before training starts.
 *
 * @param lines one for each tensor
 * @param fuseBytes up to how many bytes of floats tensors are exchanged together; 0: each by itself
 * @param collectives how often a step calls the group
 * @param stepBits what this worker sends in a first step with tensors exchanged together as the policy says
 */
public record Plan(List<Line> lines, long fuseBytes, long collectives, long stepBits) {
    /**
     * The plan for one tensor.
     *
     * @param reducer how it is averaged
     * @param bits what this worker sends for it in a first step if it is exchanged by itself
     */
    public record Line(NamedTensor tensor, Reducer reducer, long bits) {}

    public Plan {
        lines = List.copyOf(lines);
    }

    /**
     * Averages one made-up gradient of each tensor, nearly Gaussian, over the group, and counts. All workers call it together.
     * It counts the first step: what starts later, or sends more at first, differs in later ones.
     */
    public static Plan rehearse(Policy policy, List<NamedTensor> tensors, Collective group) {
        List<Line> lines = new ArrayList<>();
        for (NamedTensor tensor : tensors) {
            Reducer reducer = policy.reducer(tensor);
            Seed seed = Seed.of(lines.size());
            float[] gradient = madeUp(tensor.shape().size(), seed.fork(group.rank()));
            long bits = reducer.reduction(tensor.shape(), seed, group).reduce(FloatSlice.of(gradient));
            lines.add(new Line(tensor, reducer, bits));
        }
        ModelReduction model = new ModelReduction(policy, tensors, Seed.of(0), group);
        for (int i = 0; i < tensors.size(); i++) {
            int size = tensors.get(i).shape().size();
            model.begin(i, FloatSlice.of(madeUp(size, Seed.of(i).fork(group.rank()))));
        }
        long stepBits = model.finish();
        return new Plan(lines, policy.fuseBytes(), model.collectives(), stepBits);
    }

    /** Sums of four uniform numbers. */
    private static float[] madeUp(int size, Seed seed) {
        float[] values = new float[size];
        for (int i = 0; i < size; i++) {
            for (int part = 0; part < 4; part++) {
                values[i] += CounterRandom.word(seed.fork(part).value(), i) * 0x1p-31f;
            }
        }
        return values;
    }

    /** Bits that this worker sends in a first step if every tensor is exchanged by itself. */
    public long bits() {
        return lines.stream().mapToLong(Line::bits).sum();
    }

    /** Number of elements of all tensors. */
    public long elements() {
        return lines.stream().mapToLong(line -> line.tensor().shape().size()).sum();
    }

    /** The cautions of all reducers ({@link org.tersegrad.compressors.Traits#caution}), each with its tensors. */
    public List<String> warnings() {
        Map<String, List<String>> tensors = new LinkedHashMap<>();
        for (Line line : lines) {
            line.reducer()
                    .traits(line.tensor().shape())
                    .caution()
                    .ifPresent(
                            caution -> tensors.computeIfAbsent(line.reducer() + ": " + caution, c -> new ArrayList<>())
                                    .add(line.tensor().name()));
        }
        return tensors.entrySet().stream()
                .map(each -> "warning: " + each.getKey() + " (" + String.join(", ", each.getValue()) + ")")
                .toList();
    }

    /** A table, and a line for each warning. */
    @Override
    public String toString() {
        int names = lines.stream()
                .mapToInt(line -> line.tensor().name().length())
                .max()
                .orElse(0);
        int recipes = lines.stream()
                .mapToInt(line -> line.reducer().toString().length())
                .max()
                .orElse(0);
        String row = "%-" + Math.max(6, names) + "s  %15s  %-" + Math.max(7, recipes) + "s  %13s  %12s%n";
        StringBuilder table = new StringBuilder();
        table.append(String.format(Locale.ROOT, row, "tensor", "shape", "reducer", "bits", "bits/element"));
        for (Line line : lines) {
            Shape shape = line.tensor().shape();
            String size = shape.rows() + " x " + shape.columns();
            table.append(row(row, line.tensor().name(), size, line.reducer().toString(), line.bits(), shape.size()));
        }
        table.append(row(row, "all", Long.toString(elements()), "", bits(), elements()));
        if (fuseBytes > 0) {
            table.append(String.format(
                    Locale.ROOT, "fused: %d bits in %d calls of the group a step%n", stepBits, collectives));
        }
        warnings().forEach(warning -> table.append(warning).append(System.lineSeparator()));
        return table.toString();
    }

    private static String row(String format, String name, String size, String reducer, long bits, long elements) {
        String perElement = elements == 0 ? "" : String.format(Locale.ROOT, "%.3f", (double) bits / elements);
        return String.format(Locale.ROOT, format, name, size, reducer, bits, perElement);
    }
}
