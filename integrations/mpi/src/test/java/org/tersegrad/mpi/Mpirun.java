package org.tersegrad.mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Starts a program of the tests in several processes, each of which writes what it has to say into a file of its own.
 *
 * @param folder for those files
 */
record Mpirun(Path folder) {
    private static final int LIMIT_MINUTES = 15;

    /** Exit code and output of a run. */
    record Result(int exitCode, String output) {}

    /** Skips a test on a machine without Open MPI. */
    static void require() {
        boolean found = List.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1)).stream()
                .anyMatch(path -> Files.isExecutable(Path.of(path, "mpirun")));
        assumeTrue(found, "mpirun is not installed (Debian: openmpi-bin), so MPI is not tested here");
    }

    /** Runs it on {@code ranks} ranks. */
    Result run(int ranks, String main, String... arguments) throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of("mpirun", "-np", String.valueOf(ranks), "--oversubscribe", "env"));
        command.addAll(java(main, arguments));
        return start(command);
    }

    /** Runs it in a process of its own, without mpirun. */
    Result runAlone(String main, String... arguments) throws IOException, InterruptedException {
        return start(java(main, arguments));
    }

    private List<String> java(String main, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx256m"));
        command.add("-Dtersegrad.kernels=scalar"); // ranks live too briefly to compile vector kernels
        if (Runtime.version().feature() >= 24) {
            command.add("--enable-native-access=ALL-UNNAMED"); // else Java warns of JNA
        }
        command.addAll(List.of("-cp", folder + File.pathSeparator + System.getProperty("java.class.path"), main));
        command.addAll(List.of(arguments));
        return command;
    }

    private Result start(List<String> command) throws IOException, InterruptedException {
        Path output = folder.resolve("output.txt");
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectInput(new File("/dev/null"))
                .redirectOutput(output.toFile());
        builder.environment().put("OMPI_ALLOW_RUN_AS_ROOT", "1");
        builder.environment().put("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
        Process process = builder.start();
        try {
            assertThat(process.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES))
                    .as(() -> "it has ended")
                    .isTrue();
        } finally {
            process.destroy(); // mpirun ends its processes, too
        }
        return new Result(process.exitValue(), Files.readString(output));
    }

    /** The output of a rank. */
    String said(int rank) throws IOException {
        Path file = file(folder, rank);
        return Files.exists(file) ? Files.readString(file) : "nothing";
    }

    private static Path file(Path folder, int rank) {
        return folder.resolve("rank-" + rank + ".txt");
    }

    /** Writes what a rank has to say. */
    static void say(String folder, int rank, String text) throws IOException {
        Files.writeString(file(Path.of(folder), rank), text);
    }
}
