package org.tersegrad.codecs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class RunLengthTest {
    private static final RunLength RUNS = new RunLength(2);

    @Provide
    Arbitrary<int[]> levels() {
        return Arbitraries.frequency(
                        net.jqwik.api.Tuple.of(8, 0), net.jqwik.api.Tuple.of(1, 1), net.jqwik.api.Tuple.of(1, 3))
                .array(int[].class)
                .ofMaxSize(100);
    }

    @Property
    void readsBackWithTheDeclaredLength(@ForAll("levels") int[] levels) {
        byte[] bytes = new byte[levels.length];
        BitWriter writer = new BitWriter().wrap(bytes, 0, bytes.length);
        RUNS.write(levels, 0, levels.length, writer);
        assertThat(writer.bitLength()).isEqualTo(RUNS.bits(levels, 0, levels.length));
        int[] read = new int[levels.length];
        BitReader reader = new BitReader().wrap(bytes, 0, writer.finish());
        RUNS.read(reader, read, 0, read.length);
        reader.requireEnd();
        assertThat(read).isEqualTo(levels);
    }

    @Test
    void aLongRunTakesAFewBits() {
        assertThat(RUNS.bits(new int[1 << 20], 0, 1 << 20)).isEqualTo(2 + 41);
    }

    @Test
    void twoRunsOfOneValueAreMalformed() {
        byte[] bytes = new byte[2];
        BitWriter writer = new BitWriter().wrap(bytes, 0, 2);
        for (int i = 0; i < 2; i++) {
            writer.write(3, 2);
            new EliasGamma().write(1, writer);
        }
        int length = writer.finish();
        assertThatThrownBy(() -> RUNS.read(new BitReader().wrap(bytes, 0, length), new int[2], 0, 2))
                .isInstanceOf(MalformedInputException.class)
                .hasMessageContaining("two runs of the value 3");
    }

    @Test
    void aRunPastTheCountIsMalformed() {
        byte[] bytes = new byte[2];
        BitWriter writer = new BitWriter().wrap(bytes, 0, 2);
        RUNS.write(new int[5], 0, 5, writer);
        int length = writer.finish();
        assertThatThrownBy(() -> RUNS.read(new BitReader().wrap(bytes, 0, length), new int[4], 0, 4))
                .hasMessageContaining("a run of 5 values where 4 are left");
    }

    @Test
    void aValueWiderThanTheWidthIsRefused() {
        BitWriter writer = new BitWriter().wrap(new byte[9], 0, 9);
        assertThatIllegalArgumentException().isThrownBy(() -> RUNS.write(new int[] {4}, 0, 1, writer));
        assertThatIllegalArgumentException().isThrownBy(() -> new RunLength(0)).withMessageContaining("1 to 32");
    }
}
