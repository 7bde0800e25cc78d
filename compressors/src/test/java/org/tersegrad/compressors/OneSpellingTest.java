package org.tersegrad.compressors;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.compressors.floats.Dense;
import org.tersegrad.compressors.floats.Half;
import org.tersegrad.compressors.floats.Natural;
import org.tersegrad.compressors.samples.Messages;
import org.tersegrad.compressors.signs.Sign;

/**
 * Bodies that have one spelling: whatever bytes are accepted, the compressor makes the same bytes of what they decode to. If a
 * writer chooses (a step, a code of indices, a table of frequencies), the choice is in the bytes and a reader takes any.
 */
class OneSpellingTest {
    /** The decoded elements of a message, with the sign of zeros; empty if it is rejected. */
    private static Optional<float[]> decode(byte[] message, int elements) {
        Payload payload = Payload.allocate(message.length);
        try {
            payload.readFrom(ByteBuffer.wrap(message), elements);
        } catch (MalformedInputException e) {
            return Optional.empty();
        }
        float[] decoded = new float[elements];
        Arrays.fill(decoded, -0f);
        payload.addTo(FloatSlice.of(decoded), 1f);
        return Optional.of(decoded);
    }

    private static int accepted(Compressor compressor, byte[] message, int elements) {
        Optional<float[]> decoded = decode(message, elements);
        decoded.ifPresent(values ->
                assertThat(Messages.bytes(compressor.compress(values))).isEqualTo(message));
        return decoded.isPresent() ? 1 : 0;
    }

    @Test
    void everyHalfFloat() {
        int fp16 = 0;
        int bf16 = 0;
        for (int bits = 0; bits < 1 << 16; bits++) {
            fp16 += accepted(Half.fp16(), new Wire().u16(bits).payload(2, 1), 1);
            bf16 += accepted(Half.bf16(), new Wire().u16(bits).payload(3, 1), 1);
        }
        assertThat(fp16).isEqualTo((1 << 16) - (1 << 11)); // all but exponent 31
        assertThat(bf16).isEqualTo((1 << 16) - (1 << 8)); // all but exponent 255
    }

    @Test
    void everyPowerOfTwo() {
        int found = 0;
        for (int bits = 0; bits < 1 << 16; bits++) {
            found += accepted(new Natural(), new Wire().u16(bits).payload(10, 1), 1);
        }
        assertThat(found).isEqualTo(2 * 255); // two signs, exponents 0 to 254, no padding
    }

    @Test
    void anyFloatsAndAnySigns() {
        int floats = 0;
        int signs = 0;
        for (int i = 0; i < 2000; i++) {
            int word = CounterRandom.word(1, i);
            floats += accepted(new Dense(), new Wire().i32(word, i).payload(1, 2), 2);
            byte[] bits = new byte[66];
            Arrays.fill(bits, (byte) word);
            bits[65] = (byte) (word >>> 30);
            signs += accepted(new Sign(), new Wire().f32(1f).raw(bits).payload(8, 521), 521);
        }
        assertThat(floats).isBetween(1900, 1999); // one exponent of 256 is not finite
        assertThat(signs).isBetween(900, 1100); // one bit of the last byte only fills it up
    }
}
