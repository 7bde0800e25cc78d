package org.tersegrad.convergence.cli;

import java.io.PrintWriter;
import org.tersegrad.codecs.Simd;
import org.tersegrad.convergence.report.Cpu;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** What a report about a measurement has to say of the machine. */
@Command(
        name = "info",
        description = "Prints the JDK, the kernels and the machine in use.",
        mixinStandardHelpOptions = true)
final class Info implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        PrintWriter out = spec.commandLine().getOut();
        out.println("JDK         " + System.getProperty("java.version") + ", " + System.getProperty("java.vendor"));
        out.println("JDK path    " + System.getProperty("java.home"));
        out.println("CPU         " + Cpu.name() + ", " + System.getProperty("os.arch"));
        out.println("kernels     " + Simd.describe());
        out.println("processors  " + Runtime.getRuntime().availableProcessors());
    }
}
