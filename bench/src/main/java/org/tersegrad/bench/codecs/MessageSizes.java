package org.tersegrad.bench.codecs;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.annotations.Param;

/** Lengths of messages, for which JMH has no column: a coder that writes more is easily faster. */
public final class MessageSizes {
    private static final int ELEMENTS = 1 << 20;

    private MessageSizes() {}

    /**
     * The bytes that the coders of these classes of benchmarks need for a million elements.
     *
     * @param family {@code Index} or {@code Lossless}; there is nothing to say of others
     */
    public static Map<String, String> of(String family) {
        Map<String, String> sizes = new LinkedHashMap<>();
        if (family.equals("Index")) {
            for (String density : parameters(IndexBenchmark.class, "density")) {
                IndexBenchmark one = new IndexBenchmark();
                one.density = Double.parseDouble(density);
                one.elements = ELEMENTS;
                one.setup();
                sizes.put("Index, bits per index, density " + density, one.sizes());
            }
        }
        if (family.equals("Lossless")) {
            List<String> coders = parameters(LosslessBenchmark.class, "coder");
            for (String recipe : parameters(LosslessBenchmark.class, "recipe")) {
                sizes.put("Lossless, bits per level, " + recipe, LosslessBenchmark.sizes(recipe, coders, ELEMENTS));
            }
        }
        return sizes;
    }

    /** The default parameters of a benchmark. */
    private static List<String> parameters(Class<?> benchmark, String field) {
        try {
            return List.of(benchmark.getField(field).getAnnotation(Param.class).value());
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException(e);
        }
    }
}
