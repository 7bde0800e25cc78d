package org.example.localsteps;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Trains with several rules, each with three processes on this machine. */
public final class Launcher {
    private static final int WORKERS = 3;

    private Launcher() {}

    public static void main(String[] args) throws Exception {
        print("local(1)", "dense");
        print("local(10)", "dense");
        print("diloco(10)", "dense");
        print("diloco(10)", "vectors: qsgd(4bit)");
    }

    private static void print(String rule, String policy) throws IOException {
        System.out.println(rule + ", " + policy);
        run(rule, policy).forEach(line -> System.out.println("  " + line));
    }

    /** Runs all workers until they end; returns what each prints. */
    static List<String> run(String rule, String policy) throws IOException {
        String port = freePort();
        List<Process> processes = new ArrayList<>();
        try {
            for (int rank = 0; rank < WORKERS; rank++) {
                processes.add(start(rank, rule, policy, port));
            }
            List<String> lines = new ArrayList<>();
            for (Process process : processes) {
                try (BufferedReader printed = process.inputReader()) {
                    lines.add(printed.readLine());
                }
            }
            return lines;
        } finally {
            processes.forEach(Process::destroyForcibly); // those that still run, if something went wrong here
        }
    }

    private static Process start(int rank, String rule, String policy, String port) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // The model is small: SIMD would not pay, and without this the workers would warn that it is off.
        command.add("-Dtersegrad.kernels=scalar");
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Worker.class.getName()));
        command.addAll(List.of(rule, policy));
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
