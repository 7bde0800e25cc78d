package org.tersegrad.bench.jmh;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.format.OutputFormat;

/** One line for each benchmark, and how long it will take. What JMH says beside that is shown only of one that failed. */
final class ProgressFormat implements OutputFormat {
    private static final Pattern PROGRESS = Pattern.compile("# Run progress: ([0-9.]+)% complete.*");

    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private final long began = System.nanoTime();
    private double done;

    @Override
    public void startBenchmark(BenchmarkParams params) {
        showWhatWasSaid();
    }

    @Override
    public void endBenchmark(BenchmarkResult result) {
        if (result == null) { // it failed
            return;
        }
        said.reset();
        BenchmarkParams params = result.getParams();
        double nanos = ResultTable.time(result.getPrimaryResult()) / ResultTable.count(params);
        System.out.printf(
                Locale.ROOT,
                "%3.0f %%, %s: %s %s %s, %.4g ns%n",
                done,
                toGo(),
                ResultTable.name(params),
                ResultTable.parameter(params),
                ResultTable.elements(params),
                nanos);
    }

    /** By what the benchmarks before took, which JMH's own guess does not know. */
    private String toGo() {
        if (done == 0) {
            return "just begun";
        }
        Duration all = Duration.ofNanos((long) ((System.nanoTime() - began) * (100 - done) / done));
        return "about " + (all.toMinutes() > 1 ? all.toMinutes() + " min" : all.toSeconds() + " s") + " to go";
    }

    @Override
    public void endRun(Collection<RunResult> results) {
        showWhatWasSaid();
    }

    /** What is left of a benchmark that did not end. */
    private void showWhatWasSaid() {
        said.toString(StandardCharsets.UTF_8)
                .lines()
                .filter(line -> !line.isBlank() && !line.startsWith("WARNING: ") && !line.startsWith("# "))
                .forEach(System.out::println);
        said.reset();
    }

    @Override
    public void print(String text) {
        said.writeBytes(text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void println(String text) {
        Matcher progress = PROGRESS.matcher(text);
        if (progress.matches()) {
            done = Double.parseDouble(progress.group(1));
        }
        print(text + '\n');
    }

    @Override
    public void write(int character) {
        said.write(character);
    }

    @Override
    public void write(byte[] text) {
        said.writeBytes(text);
    }

    @Override
    public void startRun() {}

    @Override
    public void iteration(BenchmarkParams params, IterationParams iteration, int number) {}

    @Override
    public void iterationResult(
            BenchmarkParams params, IterationParams iteration, int number, IterationResult result) {}

    @Override
    public void verbosePrintln(String text) {}

    @Override
    public void flush() {
        System.out.flush();
    }

    @Override
    public void close() {}
}
