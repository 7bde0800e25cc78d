package org.example.trainer;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Starts four workers on this machine; kills one of them; starts all four again, and compares the result with an undisturbed run. */
public final class Trainer {
    static final int WORKERS = 4;
    static final int NO_WORKER = -1;

    private static final int VICTIM = 2;
    private static final int KILLED_AT = 37;

    private Trainer() {}

    public static void main(String[] args) throws Exception {
        Path folder = args.length > 0 ? Path.of(args[0]) : Files.createTempDirectory("trainer");
        print("undisturbed", run(folder.resolve("undisturbed"), NO_WORKER));
        print("worker " + VICTIM + " is killed in step " + KILLED_AT, run(folder.resolve("killed"), VICTIM));
        print("started again", run(folder.resolve("killed"), NO_WORKER));
    }

    private static void print(String title, List<String> lines) {
        System.out.println(title);
        for (int rank = 0; rank < lines.size(); rank++) {
            System.out.println("  worker " + rank + ": " + lines.get(rank));
        }
    }

    /**
     * Runs all workers until they end.
     *
     * @param checkpoints the folder to start from and to write to
     * @param victim the worker that is killed, or {@link #NO_WORKER}
     * @return the last line of each worker
     */
    static List<String> run(Path checkpoints, int victim) throws IOException {
        String port = freePort();
        List<Process> processes = new ArrayList<>();
        try {
            for (int rank = 0; rank < WORKERS; rank++) {
                processes.add(start(rank, checkpoints, rank == victim ? KILLED_AT : NO_WORKER, port));
            }
            if (victim != NO_WORKER) {
                kill(processes.get(victim));
            }
            List<String> last = new ArrayList<>();
            for (int rank = 0; rank < WORKERS; rank++) {
                last.add(rank == victim ? "killed" : lastLine(processes.get(rank)));
            }
            return last;
        } finally {
            processes.forEach(Process::destroyForcibly); // those that still run, if something went wrong here
        }
    }

    /** Waits until a worker pauses, and ends it as kill -9 does: it cannot tell the others. */
    private static void kill(Process victim) throws IOException {
        try (BufferedReader lines = victim.inputReader()) {
            String line = lines.readLine();
            if (!Worker.PAUSED.equals(line)) {
                throw new IOException("a worker was to pause, and printed " + line);
            }
            victim.destroyForcibly();
        }
    }

    private static String lastLine(Process process) throws IOException {
        try (BufferedReader lines = process.inputReader()) {
            return lines.lines().reduce("", (earlier, later) -> later);
        }
    }

    private static Process start(int rank, Path checkpoints, int pause, String port) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // The model is small: SIMD would not pay, and without this the workers would warn that it is off.
        command.add("-Dtersegrad.kernels=scalar");
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Worker.class.getName()));
        command.addAll(List.of(checkpoints.toString(), String.valueOf(pause)));
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().putAll(Map.of(
                "RANK", String.valueOf(rank),
                "WORLD_SIZE", String.valueOf(WORKERS),
                "MASTER_ADDR", "localhost",
                "MASTER_PORT", port));
        return builder.start();
    }

    /** A port that is free on this machine. On several machines a scheduler sets these variables. */
    private static String freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return String.valueOf(socket.getLocalPort());
        }
    }
}
