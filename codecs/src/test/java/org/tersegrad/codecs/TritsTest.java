package org.tersegrad.codecs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class TritsTest {
    private static final int[] WEIGHTS = {1, 3, 9, 27, 81};

    /** The layout as the class note draws it. */
    private static byte[] naive(int[] trits) {
        byte[] out = new byte[(trits.length + 4) / 5];
        int rest = trits.length / 320 * 320;
        for (int i = 0; i < trits.length; i++) {
            int slot = i % 320 / 16;
            int at = i < rest ? i / 320 * 64 + 4 * (i % 16) + slot / 5 : rest / 5 + (i - rest) / 5;
            int digit = i < rest ? slot % 5 : (i - rest) % 5;
            out[at] = (byte) (out[at] + WEIGHTS[digit] * (trits[i] + 1));
        }
        return out;
    }

    @Test
    void equalsTheNaiveTwinForAllLengths() {
        int[] all = new SequenceCodec.TritsCodec().sample(2, 1000);
        for (int count = 0; count <= all.length; count++) {
            int[] trits = Arrays.copyOf(all, count);
            assertThat(new SequenceCodec.TritsCodec().encode(trits)).isEqualTo(naive(trits));
        }
    }

    @Test
    void all243BytesReadBackAndTheOther13AreMalformed() {
        int[] trits = new int[5];
        for (int b = 0; b < 256; b++) {
            byte[] in = {(byte) b};
            if (b < 243) {
                Trits.unpack(in, 0, 1, trits, 0, 5);
                assertThat(new SequenceCodec.TritsCodec().encode(trits)).isEqualTo(in);
            } else {
                assertThatThrownBy(() -> Trits.unpack(in, 0, 1, trits, 0, 5))
                        .hasMessage("malformed input at byte 0: byte " + b + ", five trits make at most 242");
            }
        }
    }

    /** In whole vectors of bytes, in words behind them, and in bytes behind those. */
    @Test
    void aByteAbove242IsFoundWhereverItStands() {
        for (int bytes : new int[] {1, 3, 4, 7, 64, 200, 331}) {
            byte[] in = new byte[bytes + 2];
            Arrays.fill(in, (byte) 242);
            Trits.check(in, 1, bytes, 5 * bytes);
            for (int i = 1; i <= bytes; i++) {
                int at = i;
                in[at] = (byte) (i % 2 == 0 ? 243 : 255);
                assertThatThrownBy(() -> Trits.check(in, 1, bytes, 5 * bytes))
                        .isInstanceOf(MalformedInputException.class)
                        .hasMessageStartingWith("malformed input at byte " + at + ": byte " + (in[at] & 0xff));
                in[at] = (byte) 242;
            }
        }
    }

    @Test
    void digitsPastTheEndAreMalformed() {
        assertThatThrownBy(() -> Trits.unpack(new byte[] {9}, 0, 1, new int[2], 0, 2))
                .hasMessage("malformed input at byte 0: byte 9, the last 2 trits make at most 8");
    }

    @Test
    void whatIsNotATritIsNamed() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Trits.pack(new int[] {0, 1, 2}, 0, 3, new byte[1], 0))
                .withMessage("a trit is -1, 0 or 1, the value at index 2 is 2");
    }

    @Test
    void theSizeIsExactUpToTheLargestCount() {
        assertThat(Trits.byteLength(0)).isZero();
        assertThat(Trits.byteLength(6)).isEqualTo(2);
        assertThat(Trits.byteLength(Integer.MAX_VALUE)).isEqualTo(429_496_730);
    }
}
