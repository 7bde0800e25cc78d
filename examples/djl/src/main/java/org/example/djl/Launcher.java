package org.example.djl;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Trains twice with two processes on this machine: without compression, and with PowerSGD. */
public final class Launcher {
    private static final int WORKERS = 2;

    private Launcher() {}

    public static void main(String[] args) throws Exception {
        for (String policy : List.of("dense", "*bias: dense; *: powersgd(2)+ef")) {
            System.out.println(policy);
            run(policy);
        }
    }

    /** Runs all workers until they end, and prints what they print, in the order of ranks. */
    private static void run(String policy) throws IOException {
        String port = freePort();
        List<Process> processes = new ArrayList<>();
        try {
            for (int rank = 0; rank < WORKERS; rank++) {
                processes.add(start(rank, policy, port));
            }
            for (Process process : processes) {
                try (BufferedReader printed = process.inputReader()) {
                    printed.lines().forEach(line -> System.out.println("  " + line));
                }
            }
        } finally {
            processes.forEach(Process::destroyForcibly); // those that still run, if something went wrong here
        }
    }

    private static Process start(int rank, String policy, String port) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Dai.djl.offline=true"); // PyTorch is on the class path
        command.add("-Dai.djl.pytorch.num_threads=1");
        // The model is small: SIMD would not pay, and without this the workers would warn that it is off.
        command.add("-Dtersegrad.kernels=scalar");
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Worker.class.getName()));
        command.add(policy);
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
