package org.tersegrad.bench.jmh;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.tersegrad.bench.codecs.LosslessBenchmark;

/** Results of JMH as lines of CSV: nanoseconds per element, over {@code read}, and bytes allocated. */
final class ResultTable {
    private ResultTable() {}

    static List<String> of(Collection<RunResult> results) {
        Map<String, Double> read = new TreeMap<>();
        for (RunResult result : results) {
            if (name(result.getParams()).equals("Limits.read")) {
                read.put(result.getParams().getParam("elements"), time(result.getPrimaryResult()));
            }
        }
        List<String> lines = new ArrayList<>();
        lines.add("jdk,benchmark,parameter,elements,ns_per_element,error,over_read,bytes_per_element");
        for (RunResult result : results) {
            lines.add(line(result, read));
        }
        return lines;
    }

    private static String line(RunResult result, Map<String, Double> read) {
        BenchmarkParams params = result.getParams();
        String elements = elements(params);
        double count = count(params);
        String parameter = parameter(params);
        parameter = parameter.contains(",") ? '"' + parameter + '"' : parameter;
        double time = time(result.getPrimaryResult());
        Double limit = read.get(elements);
        Result<?> allocated = result.getSecondaryResults().get("gc.alloc.rate.norm");
        return String.format(
                Locale.ROOT,
                "%s,%s,%s,%s,%.4f,%.4f,%s,%.4f",
                params.getVmVersion().replaceAll("[+-].*", ""),
                name(params),
                parameter,
                elements,
                time / count,
                result.getPrimaryResult().getScoreError() / count,
                limit == null ? "" : String.format(Locale.ROOT, "%.3f", time / limit),
                allocated == null ? Double.NaN : allocated.getScore() / count);
    }

    /** The median of all iterations: one that another process disturbed does not count, while it moves the mean as it likes. */
    static double time(Result<?> primary) {
        return primary.getStatistics().getPercentile(50);
    }

    /** {@code org.tersegrad.bench.codecs.PackingBenchmark.pack} as {@code Packing.pack}, with a peer's coder {@code encodeZstd1}. */
    static String name(BenchmarkParams params) {
        String name = params.getBenchmark().replaceAll(".*\\.(\\w+)Benchmark\\.", "$1.");
        if (!params.getParamsKeys().contains("coder")
                || params.getParam("coder").equals(LosslessBenchmark.OURS)) {
            return name;
        }
        String coder = params.getParam("coder").replace("-", "");
        return name + coder.substring(0, 1).toUpperCase(Locale.ROOT) + coder.substring(1);
    }

    /** All but the size and the coder, which the name has. */
    static String parameter(BenchmarkParams params) {
        StringJoiner values = new StringJoiner(" ");
        for (String key : params.getParamsKeys()) {
            if (!key.equals("elements") && !key.equals("coder")) {
                values.add(key + "=" + params.getParam(key));
            }
        }
        return values.toString();
    }

    /** How many elements there are; one call is one element where there are none. */
    static String elements(BenchmarkParams params) {
        return params.getParamsKeys().contains("elements") ? params.getParam("elements") : "1";
    }

    /** What a time is divided by: where indices are coded, those. */
    static double count(BenchmarkParams params) {
        double count = Double.parseDouble(elements(params));
        boolean indices = params.getParamsKeys().contains("density");
        return indices ? (int) (count * Double.parseDouble(params.getParam("density"))) : count;
    }
}
