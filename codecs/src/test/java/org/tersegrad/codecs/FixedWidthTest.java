package org.tersegrad.codecs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class FixedWidthTest {
    /** The layout as the class note draws it, bit by bit: the naive twin. */
    private static byte[] naive(int[] values, int width) {
        byte[] out = new byte[(values.length * width + 7) / 8];
        int rest = values.length / 512 * 512;
        for (int i = 0; i < values.length; i++) {
            for (int b = 0; b < width; b++) {
                if ((values[i] >>> b & 1) == 1) {
                    int bit = i < rest ? bitInGroup(i, b, width) : i * width + b;
                    out[bit / 8] = (byte) (out[bit / 8] | 1 << (bit % 8));
                }
            }
        }
        return out;
    }

    private static int bitInGroup(int i, int b, int width) {
        int lane = i % 16;
        int bitInLane = i % 512 / 16 * width + b;
        int word = bitInLane / 32;
        return 8 * (i / 512 * 64 * width + 64 * word + 4 * lane) + bitInLane % 32;
    }

    @Test
    void equalsTheNaiveTwinForAllWidthsAndLengths() {
        for (int width = 1; width <= 32; width++) {
            int[] all = new SequenceCodec.FixedWidthCodec(width).sample(width, 1102);
            for (int count = 0; count <= 1100; count += count < 300 ? 1 : 53) {
                int from = count % 3;
                int to = count % 8;
                int[] values = Arrays.copyOfRange(all, from, from + count);
                byte[] packed = new byte[to + FixedWidth.byteLength(count, width)];
                FixedWidth.pack(all, from, count, width, packed, to);
                assertThat(Arrays.copyOfRange(packed, to, packed.length))
                        .as("width %d, %d values", width, count)
                        .isEqualTo(naive(values, width));
            }
        }
    }

    @Test
    void theSizeIsExact() {
        assertThat(FixedWidth.byteLength(0, 7)).isZero();
        assertThat(FixedWidth.byteLength(3, 5)).isEqualTo(2);
        assertThat(FixedWidth.byteLength(512, 3)).isEqualTo(192);
        assertThat(FixedWidth.byteLength(Integer.MAX_VALUE, 1)).isEqualTo(1 << 28);
        assertThat(FixedWidth.byteLength((1 << 30) - 1, 16)).isEqualTo(Integer.MAX_VALUE - 1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FixedWidth.byteLength(1 << 30, 16))
                .withMessage("1073741824 fields of 16 bits take 2147483648 bytes, the limit is 2147483647");
    }

    @Test
    void aValueThatDoesNotFitIsNamed() {
        int[] values = new int[1000];
        for (int at : new int[] {3, 999}) {
            Arrays.fill(values, 1);
            values[at] = 32;
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> FixedWidth.pack(values, 0, 1000, 5, new byte[700], 0))
                    .withMessage("value 32 at index " + at + " does not fit in 5 bits (largest 31)");
        }
    }

    @Test
    void mistakesOfTheCallerAreNamed() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FixedWidth.byteLength(1, 33))
                .withMessage("the width of a field is 1 to 32, this is 33");
        assertThatIllegalArgumentException().isThrownBy(() -> FixedWidth.byteLength(-1, 3));
        assertThatThrownBy(() -> FixedWidth.pack(new int[9], 0, 9, 8, new byte[8], 0))
                .isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void wrongLengthAndSetPaddingAreMalformed() {
        byte[] packed = new byte[4];
        FixedWidth.pack(new int[] {1, 2, 3, 4, 5}, 0, 5, 5, packed, 0);
        int[] values = new int[5];
        assertThatThrownBy(() -> FixedWidth.unpack(packed, 0, 3, 5, values, 0, 5))
                .hasMessage("malformed input at byte 3: 5 fields of 5 bits take 4 bytes, these are 3");
        packed[3] = (byte) (packed[3] | 0x80);
        assertThatThrownBy(() -> FixedWidth.unpack(packed, 0, 4, 5, values, 0, 5))
                .hasMessage("malformed input at byte 3: padding bits that are not zero");
        assertThat(values).as("nothing was written").containsOnly(0);
    }
}
