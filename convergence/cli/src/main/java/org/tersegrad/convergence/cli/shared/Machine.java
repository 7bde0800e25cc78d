package org.tersegrad.convergence.cli.shared;

import java.util.LinkedHashMap;
import java.util.Map;
import org.tersegrad.codecs.Simd;
import org.tersegrad.convergence.report.Cpu;

/** The machine of a measurement, for later readers. */
public final class Machine {
    private Machine() {}

    /** The JDK, the CPU, the kernels and the commit, by name. */
    public static Map<String, String> describe() {
        Map<String, String> about = new LinkedHashMap<>();
        about.put("JDK", System.getProperty("java.version") + ", " + System.getProperty("java.vendor"));
        about.put("CPU", Cpu.name() + ", " + Runtime.getRuntime().availableProcessors() + " processors");
        about.put("kernels", Simd.describe());
        about.put("commit", System.getProperty("tersegrad.commit", "unknown")); // the launcher knows
        return about;
    }
}
