package org.tersegrad.convergence.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command line in a process of its own, whose standard output and error are read as one. */
public final class CommandProcess implements AutoCloseable {
    private final Process process;
    private final BufferedReader lines;

    private CommandProcess(Process process) {
        this.process = process;
        lines = process.inputReader(StandardCharsets.UTF_8);
    }

    public static CommandProcess start(List<String> arguments) throws IOException {
        return start(List.of(), arguments);
    }

    /**
     * Starts it behind another command.
     *
     * @param before such as a shell that limits what a process may do
     */
    public static CommandProcess start(List<String> before, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(before);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:-UsePerfData",
                "-cp",
                System.getProperty("java.class.path"),
                "--add-modules",
                "jdk.incubator.vector",
                Main.class.getName()));
        command.addAll(arguments);
        return new CommandProcess(
                new ProcessBuilder(command).redirectErrorStream(true).start());
    }

    /** Waits for a line that begins so, and returns it; or for the end, and returns all lines until then. */
    public String awaitLine(String beginning) throws IOException {
        StringBuilder all = new StringBuilder();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.startsWith(beginning)) {
                return line;
            }
            all.append(line).append('\n');
        }
        return all.toString();
    }

    public Process process() {
        return process;
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly().onExit().join();
        lines.close();
    }
}
