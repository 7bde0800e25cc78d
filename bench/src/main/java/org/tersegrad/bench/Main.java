package org.tersegrad.bench;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Runs JMH with its own options, and then says each result as nanoseconds per element, as a multiple of {@code read} and
 * as bytes allocated, where JMH's own bookkeeping leaves some ten-thousandths. {@code -rff FILE} writes the same as CSV.
 * {@code --report} and {@code --scaling} write pages of such results.
 */
public final class Main {
    private Main() {}

    public static void main(String[] args) throws Exception {
        if (Pages.write(List.of(args))) {
            return;
        }
        CommandLineOptions options;
        try {
            options = new CommandLineOptions(args);
        } catch (CommandLineOptionException e) {
            System.err.println(e.getMessage() + "\nThe options are those of JMH, -h lists them.");
            System.exit(2);
            return;
        }
        if (options.shouldHelp()) {
            options.showHelp();
            return;
        }
        if (options.shouldList()) {
            new Runner(options).list();
            return;
        }
        if (options.shouldListWithParams()) {
            new Runner(options).listWithParams(options);
            return;
        }
        if (matches(options).isEmpty()) {
            System.err.println("No benchmark matches " + options.getIncludes() + "; -l lists them.");
            System.exit(2);
            return;
        }
        ChainedOptionsBuilder all = new OptionsBuilder().parent(options).addProfiler(GCProfiler.class);
        options.getIncludes().forEach(all::include);
        if (options.getIncludes().isEmpty()) {
            all.exclude("\\.Scaling"); // they have a command of their own
        } else {
            all.include(LimitsBenchmark.class.getName()); // what the others are measured by
        }
        List<String> lines;
        try {
            lines = table(new Runner(all.build()).run());
        } catch (RunnerException e) { // such as another run that is still going on
            System.err.println(e.getMessage());
            System.exit(1);
            return;
        }
        lines.forEach(System.out::println);
        if (options.getResult().hasValue()) {
            Path file = Path.of(options.getResult().get());
            Files.write(file, lines);
            System.out.println("Written to " + file);
        }
    }

    private static Set<BenchmarkListEntry> matches(Options options) {
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        OutputFormat silent = OutputFormatFactory.createFormatInstance(nowhere, VerboseMode.SILENT);
        return BenchmarkList.defaultList().find(silent, options.getIncludes(), options.getExcludes());
    }

    private static List<String> table(Collection<RunResult> results) {
        Map<String, Double> read = new TreeMap<>();
        for (RunResult result : results) {
            if (name(result.getParams()).equals("Limits.read")) {
                read.put(
                        result.getParams().getParam("elements"),
                        result.getPrimaryResult().getScore());
            }
        }
        List<String> lines = new java.util.ArrayList<>();
        lines.add("jdk,benchmark,parameter,elements,ns_per_element,error,over_read,bytes_per_element");
        for (RunResult result : results) {
            lines.add(line(result, read));
        }
        return lines;
    }

    private static String line(RunResult result, Map<String, Double> read) {
        BenchmarkParams params = result.getParams();
        String elements = params.getParamsKeys().contains("elements") ? params.getParam("elements") : "1";
        double count = Double.parseDouble(elements);
        StringJoiner values = new StringJoiner(" ");
        for (String key : params.getParamsKeys()) {
            if (!key.equals("elements")) {
                values.add(key + "=" + params.getParam(key));
            }
        }
        String parameter = values.toString();
        if (parameter.startsWith("density=")) {
            count = (int) (count * Double.parseDouble(params.getParam("density"))); // what is coded are the indices
        }
        parameter = parameter.contains(",") ? '"' + parameter + '"' : parameter;
        double time = result.getPrimaryResult().getScore();
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

    /** {@code org.tersegrad.bench.PackingBenchmark.pack} as {@code Packing.pack}. */
    private static String name(BenchmarkParams params) {
        return params.getBenchmark().replaceAll(".*\\.(\\w+)Benchmark\\.", "$1.");
    }
}
