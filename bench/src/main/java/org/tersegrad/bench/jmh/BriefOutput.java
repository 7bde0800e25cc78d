package org.tersegrad.bench.jmh;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * A filter for the text of JMH: of each benchmark pass its name, its parameters and how far the run is, and of one that fails the
 * reason.
 */
final class BriefOutput extends OutputStream {
    private static final Pattern BRIEF = Pattern.compile("# (Benchmark|Parameters|Run progress): .*");
    private static final Pattern FAILURE = Pattern.compile(".*<(failure|forked VM failed.*|JMH had finished.*)>.*");

    private final PrintStream out;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private boolean failing;

    BriefOutput(PrintStream out) {
        this.out = out;
    }

    @Override
    public void write(int character) {
        if (character != '\n') {
            line.write(character);
            return;
        }
        String text = line.toString(StandardCharsets.UTF_8).stripTrailing();
        line.reset();
        // What JMH says of the next benchmark begins with a #.
        failing = FAILURE.matcher(text).matches() || (failing && !text.startsWith("#"));
        if (!text.isEmpty() && (failing || BRIEF.matcher(text).matches())) {
            out.println(text);
        }
    }
}
