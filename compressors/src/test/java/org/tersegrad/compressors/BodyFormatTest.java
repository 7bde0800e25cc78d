package org.tersegrad.compressors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.compressors.wrappers.Chunked;

/** Custom formats. Their damage is looked for by {@link StrangersDamageTest}. */
class BodyFormatTest {
    /** Decodes to whatever it is told, and looks at more bytes than there are. */
    private record Bad(String name, int version, float value, int reads) implements BodyFormat {
        @Override
        public Id id() {
            return Id.name(name, version);
        }

        @Override
        public void validate(Body body) {
            for (int i = 0; i < reads; i++) {
                body.u8(i);
            }
        }

        @Override
        public void addTo(Body body, float[] target, int offset, float weight) {
            for (int i = 0; i < body.elements(); i++) {
                target[offset + i] += weight * (i == 6000 ? value : 1);
            }
        }

        @Override
        public String describe(Body body) {
            return name;
        }
    }

    private static byte[] bytes(Payload payload) {
        ByteBuffer out = ByteBuffer.allocate(payload.byteLength());
        payload.writeTo(out);
        return out.array();
    }

    @Test
    void travelsInAnOrdinaryPayload() {
        float[] gradient = CounterRandom.gaussians(12_345, 1);
        Payload payload = new ByteSteps().compress(gradient);
        assertThat(payload.byteLength()).isEqualTo(16 + 2 + "byte-steps".length() + 4 + gradient.length);
        assertThat(payload.header()).contains("format 13 (named)");
        assertThat(payload.toString()).contains("byte-steps version 1");
        Payload received = Payload.allocate(payload.byteLength());
        received.readFrom(ByteBuffer.wrap(bytes(payload)), gradient.length);
        float[] decoded = received.decompress();
        float step = FloatSlice.of(gradient).largestMagnitude() / 127;
        for (int i = 0; i < gradient.length; i++) {
            assertThat(decoded[i]).isBetween(gradient[i] - 0.51f * step, gradient[i] + 0.51f * step);
        }
        assertThat(decoded).isEqualTo(payload.decompress());
    }

    @Test
    void travelsInAFrameAndInChunks() {
        float[] gradient = CounterRandom.gaussians(1000, 2);
        Payload payload = new Chunked(new ByteSteps(), 300).compress(gradient);
        float[] decoded = payload.decompress();
        Frame frame = Frame.allocate(Frame.maxBytes(payload.byteLength(), payload.byteLength()));
        frame.add(payload);
        frame.add(new ByteSteps().compress(gradient));
        ByteBuffer out = ByteBuffer.allocate(frame.byteLength());
        frame.writeTo(out);
        frame.readFrom(out.flip(), 1000, 1000);
        Payload copy = Payload.allocate(payload.byteLength());
        frame.get(0, copy);
        assertThat(copy.decompress()).isEqualTo(decoded);
        frame.get(1, copy);
        assertThat(copy.decompress())
                .isEqualTo(new ByteSteps().compress(gradient).decompress());
        assertThat(frame.bits()).isEqualTo(8L * frame.byteLength());
    }

    /** One that no service names can be passed to the payload. */
    @Test
    void anUnknownFormatIsRefusedByItsName() {
        byte[] message = new Wire().u8(3).u8('a', '-', '1').u8(7).payload(13, 10_000);
        assertThatThrownBy(() -> Payload.allocate(100).readFrom(ByteBuffer.wrap(message), 10_000))
                .isInstanceOf(MalformedInputException.class)
                .hasMessageContaining("the body format a-1, version 7, is not known here; known are byte-steps 1");
        Payload other = Payload.allocate(100, new Bad("a-2", 7, 1, 0)); // a name as long
        assertThatThrownBy(() -> other.readFrom(ByteBuffer.wrap(message), 10_000))
                .hasMessageContaining("a-1, version 7, is not known here; known are ")
                .hasMessageContaining("a-2 7");
        Payload payload = Payload.allocate(100, new Bad("a-1", 7, 1, 0));
        payload.readFrom(ByteBuffer.wrap(message), 10_000);
        assertThat(payload.decompress()).hasSize(10_000).containsOnly(1f);
    }

    @Test
    void whatAFormatDoesBadlyNeverReachesAGradient() {
        byte[] message = new Wire().u8(1).u8('a').u8(0).payload(13, 10_000);
        for (float bad : new float[] {Float.NaN, Float.POSITIVE_INFINITY}) {
            Payload payload = Payload.allocate(100, new Bad("a", 0, bad, 0));
            assertThatThrownBy(() -> payload.readFrom(ByteBuffer.wrap(message), 10_000))
                    .isInstanceOf(MalformedInputException.class)
                    .hasMessageContaining("a: element 6000 decodes to " + bad);
            assertThat(payload.isEmpty()).isTrue();
        }
        Payload payload = Payload.allocate(100, new Bad("a", 0, 1, 1));
        assertThatThrownBy(() -> payload.readFrom(ByteBuffer.wrap(message), 10_000))
                .isInstanceOf(MalformedInputException.class)
                .hasMessageContaining("a: java.lang.IndexOutOfBoundsException");
    }

    @Test
    void namesAndVersionsAreChecked() {
        for (String name : new String[] {"", "A", "a b", "x".repeat(65), "ä"}) {
            assertThatThrownBy(() -> Payload.allocate(100, new Bad(name, 0, 1, 0)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("1 to 64 lower-case letters, digits, dots and hyphens");
        }
        for (int version : new int[] {-1, 256}) {
            assertThatThrownBy(() -> Payload.allocate(100, new Bad("x".repeat(64), version, 1, 0)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("0 to 255");
        }
    }

    /** By what every format has unless it does better: all of it at once, rounded once, and on the thread that calls. */
    @Test
    void addsToHalvesAndOnAnExecutorWhatItAddsToFloats() {
        byte[] message = new Wire().u8(1).u8('a').u8(0).payload(13, 5);
        Payload payload = Payload.allocate(100, new Bad("a", 0, 1, 0));
        payload.readFrom(ByteBuffer.wrap(message), 5);
        HalfSlice halves = HalfSlice.fp16(new short[5]);
        halves.set(FloatSlice.of(1, -2, 0.5f, 0, 1024));
        payload.addTo(halves, 0.25f);
        FloatSlice floats = FloatSlice.of(new float[5]);
        halves.copyTo(floats);
        assertThat(floats.array())
                .containsExactly(1.25f, -1.75f, 0.75f, 0.25f, 1024f); // 1024.25 lies between two halves
        payload.addTo(floats, 2f, task -> {
            throw new AssertionError("no parts, no helpers");
        });
        assertThat(floats.array()).containsExactly(3.25f, 0.25f, 2.75f, 2.25f, 1026f);
    }

    @Test
    void theShortestNameAndTheLongestAreRead() {
        for (String name : new String[] {"x", "x".repeat(64)}) {
            Wire message = new Wire().u8(name.length());
            name.chars().forEach(message::u8);
            Payload payload = Payload.allocate(100, new Bad(name, 1, 1, 0));
            payload.readFrom(ByteBuffer.wrap(message.u8(1).payload(13, 3)), 3);
            assertThat(payload.decompress()).containsExactly(1, 1, 1);
        }
    }

    @Test
    void aGradientThatIsNotFiniteIsRefusedBeforeTheEncoderSeesIt() {
        assertThatThrownBy(() -> new ByteSteps().compress(1, Float.NaN))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("element 1 of the gradient is NaN");
    }
}
