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
 * Runs JMH with its own options, and then prints each result as nanoseconds per element, as a multiple of {@code read} and as bytes
 * allocated, where JMH's own bookkeeping leaves some ten-thousandths. {@code -rff FILE} writes the same as CSV, unless {@code -rf} asks for
 * one of JMH's formats; {@code -v NORMAL} shows all that JMH says.
 */
public final class Jmh {
    private Jmh() {}

    /**
     * Measures as the options of JMH say.
     *
     * @param help what {@code -h} prints before the options of JMH
     * @return the results; none if the options only ask for help or a list
     * @throws IllegalArgumentException if an option is wrong, or nothing matches
     * @throws RunnerException if JMH cannot run, such as beside another run
     */
    public static List<Row> run(List<String> words, String help) throws Exception {
        BenchmarkParameters parameters = BenchmarkParameters.parse(words);
        CommandLineOptions options;
        try {
            options = new CommandLineOptions(parameters.others().toArray(String[]::new));
        } catch (CommandLineOptionException e) {
            throw new IllegalArgumentException(
                    e.getMessage() + "\nThe options are those of JMH, -h lists them; --help has examples.", e);
        }
        if (options.shouldHelp()) {
            System.out.println(help);
            options.showHelp();
            return List.of();
        }
        if (options.shouldList()) {
            new Runner(options).list();
            return List.of();
        }
        if (options.shouldListWithParams()) {
            new Runner(options).listWithParams(options);
            return List.of();
        }
        if (matches(options).isEmpty()) {
            throw new IllegalArgumentException("No benchmark matches " + options.getIncludes() + "; -l lists them.");
        }
        ChainedOptionsBuilder all = new OptionsBuilder().parent(options).addProfiler(GCProfiler.class);
        options.getIncludes().forEach(all::include);
        parameters.values().forEach((name, values) -> all.param(name, values.toArray(String[]::new)));
        if (options.getIncludes().isEmpty()) {
            all.exclude("\\.Scaling"); // they have a command of their own
        } else {
            all.include(LimitsBenchmark.class.getName()); // what the others are measured by
        }
        OutputFormat brief = format(new BriefOutput(System.out), VerboseMode.NORMAL);
        boolean asJmhSays = options.verbosity().hasValue();
        Runner runner = asJmhSays ? new Runner(all.build()) : new Runner(all.build(), brief);
        List<Row> rows = Results.rows(runner.run());
        System.out.print(Row.csv(rows));
        if (options.getResult().hasValue() && !options.getResultFormat().hasValue()) {
            Path file = Path.of(options.getResult().get());
            Files.writeString(file, Row.csv(rows));
            System.out.println("Written to " + file);
        }
        return rows;
    }

    private static Set<BenchmarkListEntry> matches(Options options) {
        OutputFormat silent = format(OutputStream.nullOutputStream(), VerboseMode.SILENT);
        return BenchmarkList.defaultList().find(silent, options.getIncludes(), options.getExcludes());
    }

    private static OutputFormat format(OutputStream out, VerboseMode mode) {
        return OutputFormatFactory.createFormatInstance(new PrintStream(out, true, StandardCharsets.UTF_8), mode);
    }
}
