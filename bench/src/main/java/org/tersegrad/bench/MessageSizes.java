package org.tersegrad.bench;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How long messages are. To be fast is easy for who may write more; JMH has no column for that. */
public final class MessageSizes {
    private static final int ELEMENTS = 1 << 20;

    private MessageSizes() {}

    /**
     * What the coders of these classes of benchmarks need for a million elements.
     *
     * @param family {@code Index} or {@code Lossless}; there is nothing to say of others
     */
    public static Map<String, String> of(String family) {
        Map<String, String> sizes = new LinkedHashMap<>();
        if (family.equals("Index")) {
            for (double density : new double[] {0.001, 0.01, 0.1}) {
                IndexBenchmark one = new IndexBenchmark();
                one.density = density;
                one.elements = ELEMENTS;
                one.setup();
                sizes.put("Index, bits per index, density " + density, one.sizes());
            }
        }
        if (family.equals("Lossless")) {
            List<String> coders =
                    List.of(LosslessBenchmark.OURS, "deflate-1", "deflate-6", "zstd-1", "zstd-3", "lz4-1");
            for (String recipe : List.of("qsgd(4bit)", "terngrad", "int8")) {
                sizes.put("Lossless, bits per level, " + recipe, LosslessBenchmark.sizes(recipe, coders, ELEMENTS));
            }
        }
        return sizes;
    }
}
