package org.tersegrad.bench.cli;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import org.openjdk.jmh.runner.RunnerException;
import org.tersegrad.bench.coldstart.ColdStartCommand;
import org.tersegrad.bench.jmh.Jmh;
import org.tersegrad.bench.reducers.OverlapCommand;
import org.tersegrad.bench.report.ReportCommand;
import org.tersegrad.bench.report.ScalingCommand;

/** The command line: JMH's own, {@code --report} and {@code --scaling}, which write pages of its results,
 * {@code --cold-start} and {@code --overlap}. */
public final class Main {
    /** Printed by {@code --help}; {@code -h} lists the options of JMH after it. */
    private static final String HELP = """
            Usage: tersegrad bench [REGEX...] [OPTIONS OF JMH]
                   tersegrad bench --report [REGEX...] [OPTIONS OF JMH] [--peers FILE] [--rounds N] [--busy]
                   tersegrad bench --report --from FILE [--from FILE...] [--peers FILE]
                   tersegrad bench --scaling [OPTIONS OF JMH] [--busy]
                   tersegrad bench --cold-start [RECIPE...]
                   tersegrad bench --overlap [RECIPE...]
            Measures compressors, codecs and kernels, beside reading and copying the same memory, scalar code, and other
            libraries. Prints nanoseconds per element, time over that of reading, and bytes allocated.

              REGEX          what to measure: a part of the name of a class or a method; everything if there is none
              -p NAME=A,B    values of a parameter: elements (multiples of 4096), recipe, gradient, width, ...
              -rff FILE      writes the results as CSV too, or with -rf json as JMH does
              -l, -lp        lists the benchmarks, or those with their parameters
              -h             this, and all options of JMH
              --report       measures in rounds, keeps the medians in bench/results, compares them with the records before it, and
                             writes bench/RESULTS.md and the tables of docs/reference/numbers.md; fails if a row is slower by
                             15 % and no line '# slower WORDS: reason' of the record explains it; all of it takes about 45
                             minutes a round
              --rounds N     how often all of it is measured: 3
              --busy         measures although the load average exceeds the number of cores, and notes it; without it, --report
                             and --scaling reject such a machine, and no later record is compared with one that is busy
              --from FILE    reports a record that is there instead of measuring
              --peers FILE   rows of PyTorch that were measured before, as bench/peers/torch_peers.py prints them; without
                             it PyTorch is run if python3 has it
              --scaling      measures cost against size, 1K to 64M floats, and against threads; writes bench/SCALING.md
              --cold-start   prints what the warm-up of vector kernels costs in fresh processes, and when it is over
              --overlap      prints how much of encoding and exchange a backward pass of eight layers hides, on two cores

            Examples:
              tersegrad bench Packing -p width=4 -p elements=1048576
              tersegrad bench CompressorBenchmark.encode -p 'recipe=topk(0.01),int8' -p elements=1048576 -f 1 -wi 3 -i 3
              tersegrad bench --cold-start sign int8
              tersegrad bench --report Symbol
              tersegrad bench --scaling -f 1 -wi 4 -w 700ms -i 3 -r 100ms
            """;

    private Main() {}

    public static void main(String[] args) throws Exception {
        List<String> words = List.of(args);
        String command = words.contains("--help") ? "--help" : words.isEmpty() ? "" : words.get(0);
        List<String> rest = words.subList(Math.min(1, words.size()), words.size());
        try {
            switch (command) {
                case "--help" -> System.out.print(HELP);
                case "--cold-start" -> ColdStartCommand.run(rest);
                case "--overlap" -> OverlapCommand.run(rest);
                case "--report" -> {
                    if (!ReportCommand.run(rest)) {
                        System.exit(1);
                    }
                }
                case "--scaling" -> ScalingCommand.run(rest);
                default -> Jmh.run(words, HELP);
            }
        } catch (RunnerException e) {
            fail(1, command, String.valueOf(e.getMessage()));
        } catch (NoSuchFileException e) {
            fail(2, command, "there is no file " + e.getFile());
        } catch (IOException | IllegalArgumentException e) {
            fail(2, command, String.valueOf(e.getMessage()));
        }
    }

    private static void fail(int code, String command, String why) {
        System.err.println(command.startsWith("--") ? command + ": " + why : why);
        System.exit(code);
    }
}
