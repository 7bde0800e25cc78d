package org.tersegrad.convergence.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The name of this machine's processor, for those who read later what was measured on it. */
public final class Cpu {
    /** ARM tells numbers instead of a name: who designed the core, and which one it is. */
    private static final Map<String, String> ARM_CORES = Map.of(
            "0x41/0xd03", "Cortex-A53",
            "0x41/0xd08", "Cortex-A72",
            "0x41/0xd0b", "Cortex-A76",
            "0x41/0xd0c", "Neoverse-N1",
            "0x41/0xd40", "Neoverse-V1",
            "0x41/0xd49", "Neoverse-N2",
            "0x41/0xd4f", "Neoverse-V2",
            "0xc0/0xac3", "Ampere-1");

    private Cpu() {}

    /** The name of this machine's processor, or the kind of processor where the system does not tell. */
    public static String name() {
        String kind = System.getProperty("os.arch", "unknown");
        try {
            return name(Files.readAllLines(Path.of("/proc/cpuinfo")), kind);
        } catch (IOException e) {
            return kind;
        }
    }

    /**
     * @param lines of {@code /proc/cpuinfo}
     * @param kind the answer where they do not tell
     */
    static String name(List<String> lines, String kind) {
        String model = value(lines, "model name");
        return model.isEmpty()
                ? ARM_CORES.getOrDefault(value(lines, "CPU implementer") + '/' + value(lines, "CPU part"), kind)
                : model;
    }

    private static String value(List<String> lines, String key) {
        return lines.stream()
                .filter(line -> line.startsWith(key) && line.contains(":"))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst()
                .orElse("");
    }

    /** {@code Intel(R) Xeon(R) CPU E5 @ 2.20GHz} as {@code intel-xeon-e5}: no trademarks, no clock. */
    public static String slug(String name) {
        return name.toLowerCase(Locale.ROOT)
                .replaceAll("\\((r|tm|c)\\)", " ")
                .replaceAll("@.*", " ")
                .replaceAll("\\b(cpu|processor|\\d+-core)\\b", " ")
                .replaceAll("[^a-z0-9]+", "-")
                .replaceAll("^-|-$", "");
    }
}
