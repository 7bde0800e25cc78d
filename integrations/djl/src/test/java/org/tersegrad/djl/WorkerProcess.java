package org.tersegrad.djl;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.tersegrad.reducers.group.TcpGroup;
import org.tersegrad.testkit.Loopback;

/**
 * A worker in a separate process.
 *
 * @param exit its exit value
 * @param lines what it printed
 * @param errors what it wrote to standard error
 */
record WorkerProcess(int exit, List<String> lines, String errors) {
    /** For a machine that is busy with other things, too. */
    private static final long LIMIT_MINUTES = 10;

    /** Runs a job on several workers that are connected by TCP. */
    static List<WorkerProcess> run(int workers, Class<? extends Job> job, Path folder) throws Exception {
        List<String> command = java(System.getProperty("java.class.path"));
        command.addAll(List.of(WorkerProcess.class.getName(), job.getName(), folder.toString()));
        return run(workers, command, folder);
    }

    /** The start of a command: java with the options of this process. */
    static List<String> java(String classPath) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(each -> each.startsWith("-Dai.djl")
                        || each.startsWith("-DDJL")
                        || each.startsWith("-Dtersegrad")
                        || each.startsWith("--add-modules")
                        || each.startsWith("--enable-native-access"))
                .forEach(command::add);
        command.addAll(List.of("-XX:+UseSerialGC", "-cp", classPath));
        return command;
    }

    /** Runs a command for each worker at once, with its place in the environment, and waits for all. */
    static List<WorkerProcess> run(int workers, List<String> command, Path folder) throws Exception {
        String port = String.valueOf(Loopback.addresses(1).get(0).getPort());
        List<Process> processes = new ArrayList<>();
        try {
            for (int rank = 0; rank < workers; rank++) {
                ProcessBuilder builder = new ProcessBuilder(command)
                        .redirectOutput(file(folder, rank, "out"))
                        .redirectError(file(folder, rank, "err"));
                builder.environment()
                        .putAll(Map.of(
                                "RANK",
                                "" + rank,
                                "WORLD_SIZE",
                                "" + workers,
                                "MASTER_ADDR",
                                "localhost",
                                "MASTER_PORT",
                                port));
                processes.add(builder.start());
            }
            List<WorkerProcess> ended = new ArrayList<>();
            for (int rank = 0; rank < workers; rank++) {
                if (!processes.get(rank).waitFor(LIMIT_MINUTES, TimeUnit.MINUTES)) {
                    throw new IOException("worker " + rank + " has not ended after " + LIMIT_MINUTES + " minutes");
                }
                ended.add(new WorkerProcess(
                        processes.get(rank).exitValue(),
                        Files.readAllLines(file(folder, rank, "out").toPath()),
                        Files.readString(file(folder, rank, "err").toPath())));
            }
            return ended;
        } finally {
            processes.forEach(Process::destroyForcibly);
        }
    }

    private static File file(Path folder, int rank, String kind) {
        return folder.resolve("worker-" + rank + "." + kind).toFile();
    }

    /** A job and a folder. */
    public static void main(String[] args) throws Exception {
        Job job = Class.forName(args[0])
                .asSubclass(Job.class)
                .getDeclaredConstructor()
                .newInstance();
        try (TcpGroup group = TcpGroup.join()) {
            job.run(group, Path.of(args[1]));
        }
    }
}
