package org.tersegrad.bench.jmh;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.openjdk.jmh.profile.GCProfiler;
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
import org.tersegrad.bench.LimitsBenchmark;

/**
 * Runs JMH with its own options, and then says each result as nanoseconds per element, as a multiple of {@code read} and
 * as bytes allocated, where JMH's own bookkeeping leaves some ten-thousandths. {@code -rff FILE} writes the same as CSV,
 * {@code -v NORMAL} shows all that JMH says.
 */
public final class Jmh {
    private Jmh() {}

    /** Measures as the options of JMH say. */
    public static void run(List<String> words, String help) throws Exception {
        BenchmarkParameters parameters;
        CommandLineOptions options;
        try {
            parameters = BenchmarkParameters.parse(words);
            options = new CommandLineOptions(parameters.others().toArray(String[]::new));
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.exit(2);
            return;
        } catch (CommandLineOptionException e) {
            System.err.println(e.getMessage() + "\nThe options are those of JMH, -h lists them; --help has examples.");
            System.exit(2);
            return;
        }
        if (options.shouldHelp()) {
            System.out.println(help);
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
        parameters.values().forEach((name, values) -> all.param(name, values.toArray(String[]::new)));
        if (options.getIncludes().isEmpty()) {
            all.exclude("\\.Scaling"); // they have a command of their own
        } else {
            all.include(LimitsBenchmark.class.getName()); // what the others are measured by
        }
        List<String> lines;
        try {
            boolean asJmhSays = options.verbosity().hasValue();
            Options chosen = all.build();
            lines = ResultTable.of((asJmhSays ? new Runner(chosen) : new Runner(chosen, new ProgressFormat())).run());
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
}
