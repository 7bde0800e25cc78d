package org.tersegrad.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ArgumentsTest {
    @Test
    void takesItsOwnAndLeavesTheRestToJmh() {
        Arguments arguments = Arguments.parse(List.of("Packing", "--peers", "torch.csv", "-wi", "1"));
        assertThat(arguments.peers()).contains(Path.of("torch.csv"));
        assertThat(arguments.jmh()).containsExactly("Packing", "-wi", "1");
        assertThat(Arguments.parse(List.of("--from", "a", "--from", "b")).from())
                .containsExactly(Path.of("a"), Path.of("b"));
    }

    @Test
    void measuresInRoundsOnAQuietMachineUnlessToldOtherwise() {
        Arguments usual = Arguments.parse(List.of("Packing"));
        assertThat(usual.busy()).isFalse();
        assertThat(usual.rounds()).isEmpty();
        Arguments arguments = Arguments.parse(List.of("--busy", "Packing", "--rounds", "5"));
        assertThat(arguments.busy()).isTrue();
        assertThat(arguments.rounds()).hasValue(5);
        assertThat(arguments.jmh()).containsExactly("Packing");
    }

    @Test
    void aDefaultGivesWayToTheUser() {
        Arguments arguments = Arguments.parse(List.of("-wi", "1", "-p", "width=2"));
        assertThat(arguments.jmhWith(List.of("-wi 3", "-p width=1,4"))).isEqualTo(arguments.jmh());
        assertThat(arguments.jmhWith(List.of("-i 5"))).endsWith("-i", "5");
        assertThat(arguments.jmhWith(List.of("-p recipe=sign"))).endsWith("-p", "recipe=sign");
    }

    @Test
    void refusesWhatMakesNoSense() {
        assertThatThrownBy(() -> Arguments.parse(List.of("--from"))).hasMessageContaining("needs a file");
        assertThatThrownBy(() -> Arguments.parse(List.of("--rounds"))).hasMessageContaining("needs a number");
        assertThatThrownBy(() -> Arguments.parse(List.of("--rounds", "0"))).hasMessageContaining("needs a number");
        assertThatThrownBy(() -> Arguments.parse(List.of("--from", "a", "Packing")))
                .hasMessageContaining("Packing");
        assertThatThrownBy(() -> Arguments.parse(List.of("--from", "a", "--busy", "--rounds", "5")))
                .hasMessageEndingWith("no use for --rounds 5 --busy");
        assertThatThrownBy(() -> ScalingCommand.run(List.of("--rounds", "5"))).hasMessageContaining("no rounds");
        assertThatThrownBy(() -> Arguments.parse(List.of("-rff", "x"))).hasMessageContaining("-rff");
    }
}
