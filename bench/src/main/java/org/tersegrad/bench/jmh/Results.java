package org.tersegrad.bench.jmh;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.tersegrad.bench.codecs.LosslessBenchmark;

/** Results of JMH as rows: nanoseconds per element, over {@code read}, and bytes allocated. */
final class Results {
    private Results() {}

    static List<Row> rows(Collection<RunResult> results) {
        Map<String, Double> read = new HashMap<>();
        for (RunResult result : results) {
            if (name(result.getParams()).equals("Limits.read")) {
                read.put(elements(result.getParams()), time(result));
            }
        }
        return results.stream().map(result -> row(result, read)).toList();
    }

    private static Row row(RunResult result, Map<String, Double> read) {
        BenchmarkParams params = result.getParams();
        double count = count(params);
        Result<?> allocated = result.getSecondaryResults().get("gc.alloc.rate.norm");
        return new Row(
                params.getVmVersion().replaceAll("[+-].*", ""),
                name(params),
                parameter(params),
                Long.parseLong(elements(params)),
                time(result) / count,
                result.getPrimaryResult().getScoreError() / count,
                time(result) / read.getOrDefault(elements(params), Double.NaN),
                allocated == null ? Double.NaN : allocated.getScore() / count);
    }

    /** The median of all iterations: one that another process disturbed does not count, while it moves the mean as it likes. */
    private static double time(RunResult result) {
        return result.getPrimaryResult().getStatistics().getPercentile(50);
    }

    /** {@code org.tersegrad.bench.codecs.PackingBenchmark.pack} as {@code Packing.pack}, with a peer's coder {@code encodeZstd1}. */
    private static String name(BenchmarkParams params) {
        String name = params.getBenchmark().replaceAll(".*\\.(\\w+)Benchmark\\.", "$1.");
        String coder = params.getParam("coder");
        if (coder == null || coder.equals(LosslessBenchmark.OURS)) {
            return name;
        }
        return name
                + coder.substring(0, 1).toUpperCase(Locale.ROOT)
                + coder.substring(1).replace("-", "");
    }

    /** All but the size and the coder, which the name has. */
    private static String parameter(BenchmarkParams params) {
        return params.getParamsKeys().stream()
                .filter(key -> !key.equals("elements") && !key.equals("coder"))
                .map(key -> key + "=" + params.getParam(key))
                .collect(Collectors.joining(" "));
    }

    /** The number of elements; one call is one element where there are none. */
    private static String elements(BenchmarkParams params) {
        String elements = params.getParam("elements");
        return elements == null ? "1" : elements;
    }

    /** The divisor of a time: the number of indices where indices are coded. */
    private static double count(BenchmarkParams params) {
        double count = Double.parseDouble(elements(params));
        String density = params.getParam("density");
        return density == null ? count : (int) (count * Double.parseDouble(density));
    }
}
