package org.tersegrad.convergence.report.tables;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Seed;
import org.tersegrad.convergence.training.Contestant;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.group.GroupFailedException;
import org.tersegrad.reducers.group.LocalGroup;
import org.tersegrad.reducers.model.ModelReduction;
import org.tersegrad.reducers.model.NamedTensor;
import org.tersegrad.reducers.model.Policy;

/**
 * The compression ratio of each recipe over dense training, in groups of different sizes. Counted, not computed: every
 * group exchanges one made-up gradient.
 *
 * @param workers the sizes of the groups
 * @param lines one for each recipe
 */
public record Scaling(List<Integer> workers, List<Line> lines) {
    private static final String TWO_SHOTS = "+twoshot";
    private static final String HEADER = "recipe,workers,bits_per_element,ratio\n";

    /** The groups of the picture. */
    private static final List<Integer> USUAL = List.of(2, 4, 8, 16, 32);

    /** Gradients of all workers together, in floats: beyond this a group of that size is left out. */
    private static final long MOST_FLOATS = 1L << 26;

    /**
     * One recipe.
     *
     * @param bits what a worker sends for each element, as a mean over workers, by group; NaN where the recipe is not for
     *     groups of that size
     */
    public record Line(String recipe, List<Double> bits) {
        public Line {
            bits = List.copyOf(bits);
        }
    }

    public Scaling {
        workers = List.copyOf(workers);
        lines = List.copyOf(lines);
    }

    /**
     * Counts for groups of 2 to 32 workers, as far as memory allows. A recipe of two shots is there gathered, too, to show what the
     * second shot is for.
     */
    public static Scaling of(List<Contestant> contestants, List<NamedTensor> tensors) {
        long elements =
                tensors.stream().mapToLong(tensor -> tensor.shape().size()).sum();
        List<Integer> workers =
                USUAL.stream().filter(each -> each * elements <= MOST_FLOATS).toList();
        List<Line> lines = new ArrayList<>();
        withGathered(contestants)
                .forEach((label, policy) -> lines.add(new Line(
                        label,
                        workers.stream()
                                .map(each -> bits(policy, tensors, each) / elements)
                                .toList())));
        return new Scaling(workers, lines);
    }

    private static Map<String, Policy> withGathered(List<Contestant> contestants) {
        Map<String, Policy> all = new LinkedHashMap<>();
        contestants.forEach(contestant -> all.put(contestant.policy().toString(), contestant.policy()));
        for (String label : List.copyOf(all.keySet())) {
            if (label.endsWith(TWO_SHOTS)) {
                Policy gathered = Policy.parse(label.substring(0, label.length() - TWO_SHOTS.length()));
                all.putIfAbsent(gathered.toString(), gathered);
            }
        }
        return all;
    }

    private static double bits(Policy policy, List<NamedTensor> tensors, int workers) {
        try {
            return LocalGroup.run(workers, group -> firstStep(policy, tensors, group)).stream()
                    .mapToLong(each -> each)
                    .average()
                    .orElseThrow();
        } catch (GroupFailedException e) {
            if (e.getCause() instanceof IllegalArgumentException) {
                return Double.NaN; // not for groups of that size, as levels whose sums would be too wide
            }
            throw e;
        }
    }

    private static long firstStep(Policy policy, List<NamedTensor> tensors, Collective group) {
        ModelReduction model = new ModelReduction(policy, tensors, Seed.of(1), group);
        for (int tensor = 0; tensor < tensors.size(); tensor++) {
            float[] gradient = new float[tensors.get(tensor).shape().size()];
            long seed = Seed.of(tensor).fork(group.rank()).value();
            for (int i = 0; i < gradient.length; i++) {
                gradient[i] = CounterRandom.word(seed, i) * 0x1p-31f;
            }
            model.begin(tensor, FloatSlice.of(gradient));
        }
        return model.finish();
    }

    /** Bits per element that an all-reduce of 32-bit floats sends. */
    static double denseBits(int workers) {
        return 2.0 * Float.SIZE * (workers - 1) / workers;
    }

    /** The compression ratio of a recipe over dense. */
    public static double ratio(Line line, int group, List<Integer> workers) {
        return denseBits(workers.get(group)) / line.bits().get(group);
    }

    /** Whether a file is such a table. */
    public static boolean isTable(Path file) throws IOException {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        try (InputStream in = Files.newInputStream(file)) {
            return Arrays.equals(in.readNBytes(HEADER.length()), HEADER.getBytes(StandardCharsets.US_ASCII));
        }
    }

    /** The table for a file. */
    public String csv() {
        StringBuilder text = new StringBuilder(HEADER);
        for (Line line : lines) {
            for (int i = 0; i < workers.size(); i++) {
                if (Double.isFinite(line.bits().get(i))) {
                    text.append(ResultsCsv.cell(line.recipe()))
                            .append(String.format(
                                    Locale.ROOT,
                                    ",%d,%.4f,%.4f\n",
                                    workers.get(i),
                                    line.bits().get(i),
                                    ratio(line, i, workers)));
                }
            }
        }
        return text.toString();
    }
}
