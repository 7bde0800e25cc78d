package org.tersegrad.convergence.cli;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.tersegrad.codecs.Simd;
import org.tersegrad.convergence.cli.shared.JsonOption;
import org.tersegrad.convergence.report.Cpu;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Describes the machine, for reports about measurements. */
@Command(
        name = "info",
        description = "Prints the JDK, the kernels and the machine in use.",
        mixinStandardHelpOptions = true)
final class Info implements Runnable {
    @Spec
    private CommandSpec spec;

    @Mixin
    private JsonOption json;

    @Override
    public void run() {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("JDK", System.getProperty("java.version") + ", " + System.getProperty("java.vendor"));
        facts.put("JDK path", System.getProperty("java.home"));
        facts.put("CPU", Cpu.name() + ", " + System.getProperty("os.arch"));
        facts.put("kernels", Simd.describe());
        facts.put("processors", Runtime.getRuntime().availableProcessors());
        PrintWriter out = spec.commandLine().getOut();
        if (json.isGiven()) {
            Map<String, Object> members = new LinkedHashMap<>();
            facts.forEach(
                    (name, value) -> members.put(name.toLowerCase(Locale.ROOT).replace(' ', '_'), value));
            JsonOption.print(members, out);
        } else {
            facts.forEach((name, value) -> out.printf(Locale.ROOT, "%-10s  %s%n", name, value));
        }
    }
}
