package org.example.localsteps;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

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
        List<String> addresses = freeAddresses();
        List<Process> processes = new ArrayList<>();
        try {
            for (int rank = 0; rank < WORKERS; rank++) {
                processes.add(start(rank, rule, policy, addresses));
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

    private static Process start(int rank, String rule, String policy, List<String> addresses) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // The model is small: SIMD would not pay, and without this the workers would warn that it is off.
        command.add("-Dtersegrad.kernels=scalar");
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Worker.class.getName()));
        command.addAll(List.of(String.valueOf(rank), rule, policy));
        command.addAll(addresses);
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** Ports that are free on this machine. Workers on several machines get addresses from whatever starts them. */
    private static List<String> freeAddresses() throws IOException {
        List<ServerSocket> sockets = new ArrayList<>();
        List<String> addresses = new ArrayList<>();
        for (int rank = 0; rank < WORKERS; rank++) {
            sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
            addresses.add("localhost:" + sockets.get(rank).getLocalPort());
        }
        for (ServerSocket socket : sockets) {
            socket.close();
        }
        return addresses;
    }
}
