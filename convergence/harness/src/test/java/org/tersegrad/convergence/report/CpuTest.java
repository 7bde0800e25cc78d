package org.tersegrad.convergence.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CpuTest {
    @Test
    void anArmCoreIsKnownByItsNumbers() {
        List<String> lines = List.of("processor\t: 0", "CPU implementer\t: 0x41", "CPU part\t: 0xd0c");
        assertThat(Cpu.slug(Cpu.name(lines, "aarch64"))).isEqualTo("neoverse-n1");
    }

    @Test
    void anUnknownCoreIsNamedByItsKind() {
        assertThat(Cpu.name(List.of("CPU implementer\t: 0x99", "CPU part\t: 0x001"), "aarch64"))
                .isEqualTo("aarch64");
        assertThat(Cpu.name(List.of(), "riscv64")).isEqualTo("riscv64");
    }

    @Test
    void aModelNameLosesTrademarksAndClock() {
        List<String> lines = List.of("model name\t: Intel(R) Xeon(R) CPU E5-2680 v4 @ 2.40GHz");
        assertThat(Cpu.slug(Cpu.name(lines, "amd64"))).isEqualTo("intel-xeon-e5-2680-v4");
        assertThat(Cpu.slug("AMD Ryzen 9 5950X 16-Core Processor")).isEqualTo("amd-ryzen-9-5950x");
    }
}
