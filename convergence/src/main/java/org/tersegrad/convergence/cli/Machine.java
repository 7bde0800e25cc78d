package org.tersegrad.convergence.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import org.tersegrad.codecs.Simd;
import org.tersegrad.convergence.report.Cpu;

/** Where something was measured, for those who read it later. */
final class Machine {
    private Machine() {}

    static Map<String, String> describe() {
        Map<String, String> about = new LinkedHashMap<>();
        about.put("JDK", System.getProperty("java.version") + ", " + System.getProperty("java.vendor"));
        about.put("CPU", Cpu.name() + ", " + Runtime.getRuntime().availableProcessors() + " processors");
        about.put("kernels", Simd.describe());
        about.put("commit", System.getProperty("tersegrad.commit", "unknown")); // the launcher knows
        return about;
    }
}
