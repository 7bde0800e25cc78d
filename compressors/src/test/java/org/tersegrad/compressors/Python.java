package org.tersegrad.compressors;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Starts Python in the folder {@code python}, where there is one with NumPy. */
final class Python {
    /** Why a test is skipped. */
    static final String NOT_HERE = "skipped: there is no python3 (3.9 or newer) with NumPy (1.21 or newer) here";

    private static final String CHECK = "import sys, numpy; v = numpy.__version__.split('.');"
            + " sys.exit(sys.version_info < (3, 9) or (int(v[0]), int(v[1])) < (1, 21))";

    private Python() {}

    /** Whether there is one. */
    static boolean isHere() throws InterruptedException {
        try {
            return waitFor(command("-c", CHECK)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start())
                    == 0;
        } catch (IOException e) {
            return false; // no python3
        }
    }

    /**
     * Runs it to its end and returns its status.
     *
     * @param output the file that takes what it prints
     */
    static int run(Path output, String... arguments) throws IOException, InterruptedException {
        return waitFor(command(arguments).redirectOutput(output.toFile()).start());
    }

    /** A process that is not started yet; errors go where its output goes. */
    static ProcessBuilder command(String... arguments) {
        List<String> words = new ArrayList<>(List.of("python3", "-B"));
        words.addAll(List.of(arguments));
        return new ProcessBuilder(words).directory(new File("../python")).redirectErrorStream(true);
    }

    /** Waits for the end, which must come within minutes, and returns the status. */
    static int waitFor(Process process) throws InterruptedException {
        if (!process.waitFor(10, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            throw new AssertionError("a process of Python takes more than ten minutes");
        }
        return process.exitValue();
    }
}
