package org.tersegrad.network;

import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.tersegrad.codecs.Simd;
import org.tersegrad.convergence.report.Cpu;

/** Begins a file of measurements with a head that says where, when, and beside what load it is made. */
final class Begin {
    private Begin() {}

    /** {@code args} are the file and further lines for its head. */
    public static void main(String[] args) throws Exception {
        List<String> head = new ArrayList<>();
        head.add("date: " + LocalDate.now(ZoneOffset.UTC));
        head.add(
                "CPU: " + Cpu.name() + ", " + Runtime.getRuntime().availableProcessors() + " processors for all nodes");
        head.add("JDK: " + System.getProperty("java.version") + ", " + System.getProperty("java.vendor"));
        head.add("kernels: " + Simd.describe());
        head.add("load before it began (1, 5, 15 minutes): "
                + Files.readString(Path.of("/proc/loadavg")).replaceAll("^(\\S+) (\\S+) (\\S+) .*\\R?", "$1, $2, $3"));
        head.addAll(List.of(args).subList(1, args.length));
        try {
            MeasurementsCsv.create(Path.of(args[0]), head);
        } catch (FileAlreadyExistsException e) {
            System.err.println("slow-network: " + args[0] + " is there already");
            System.exit(2);
        }
    }
}
