package org.tersegrad.compressors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.compressors.floats.Dense;
import org.tersegrad.compressors.samples.Recipes;
import org.tersegrad.compressors.samples.Tensor;
import org.tersegrad.compressors.signs.ScaledSign;

class FrameTest {
    /** One payload of every compressor, of many sizes. */
    private static List<Payload> payloads() {
        List<Payload> payloads = new ArrayList<>();
        int size = 0;
        for (Compressor compressor : Recipes.all()) {
            payloads.add(compressor.compress(new Tensor(Tensor.Kind.GAUSSIAN, 1, size, 3).values()));
            size = size * 3 % 1009 + 1;
        }
        return payloads;
    }

    private static Frame frameOf(List<Payload> payloads) {
        Frame frame = Frame.allocate(
                Frame.maxBytes(payloads.stream().mapToInt(Payload::byteLength).toArray()));
        payloads.forEach(frame::add);
        return frame;
    }

    private static int[] lengths(List<Payload> payloads) {
        return payloads.stream().mapToInt(Payload::length).toArray();
    }

    private static byte[] bytes(Frame frame) {
        ByteBuffer out = ByteBuffer.allocate(frame.byteLength());
        frame.writeTo(out);
        return out.array();
    }

    @Test
    void whatIsAddedIsReadInOrder() {
        List<Payload> payloads = payloads();
        Frame frame = frameOf(payloads);
        byte[] message = bytes(frame);
        Frame read = Frame.allocate(message.length);
        ByteBuffer in = ByteBuffer.wrap(message);
        assertThat(Frame.elementsOf(in)).isEqualTo(lengths(payloads));
        read.readFrom(in, lengths(payloads));
        assertThat(in.hasRemaining()).isFalse();
        assertThat(read.size()).isEqualTo(payloads.size());
        assertThat(read.bits()).isEqualTo(frame.bits());
        Payload copy = Payload.allocate(1 << 20);
        for (int i = 0; i < payloads.size(); i++) {
            read.get(i, copy);
            assertThat(copy).hasToString(payloads.get(i).toString());
            assertThat(copy.decompress()).isEqualTo(payloads.get(i).decompress());
        }
        assertThat(bytes(read)).isEqualTo(message);
    }

    @Test
    void aSmallTensorTakesFewBytesBesideItsBody() {
        Payload payload = new ScaledSign().compress(new float[100]);
        int body = payload.byteLength() - Payload.HEADER_BYTES;
        Frame frame = frameOf(List.of(payload, payload, payload));
        assertThat(frame.byteLength()).isEqualTo(Frame.HEADER_BYTES + 3 * (3 + body));
    }

    @Test
    void anEmptyFrameIsAFrame() {
        byte[] message = bytes(Frame.allocate(16));
        Frame read = Frame.allocate(16);
        read.readFrom(ByteBuffer.wrap(message));
        assertThat(Frame.elementsOf(ByteBuffer.wrap(message))).isEmpty();
        assertThat(read.size()).isZero();
        assertThat(read.bits()).isEqualTo(128);
        assertThat(read).hasToString("0 payloads in 16 bytes");
    }

    @Test
    void mistakesAreNamed() {
        Payload payload = new Dense().compress(1, 2, 3);
        assertThatThrownBy(() -> Frame.allocate(15)).hasMessageContaining("not for 15");
        assertThatThrownBy(() -> Frame.allocate(30).add(payload)).hasMessageContaining("room for 30");
        assertThatThrownBy(() -> Frame.allocate(90).add(Payload.allocate(16))).hasMessageContaining("empty");
        assertThatThrownBy(() -> frameOf(List.of(payload)).writeTo(ByteBuffer.allocate(3)))
                .hasMessageContaining("room for 3");
        assertThatThrownBy(() -> frameOf(List.of(payload)).get(1, payload))
                .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> Frame.allocate(99).readFrom(ByteBuffer.wrap(new byte[99])))
                .hasMessageContaining("begins with the letters Tf");
    }

    @Test
    void otherTensorsThanExpectedAreRefused() {
        byte[] message = bytes(frameOf(List.of(new Dense().compress(1, 2), new Dense().compress(3))));
        Frame frame = Frame.allocate(100);
        assertRefused(frame, message, 4, "2 payloads, expected are 1", 2);
        assertRefused(frame, message, 4, "2 payloads, expected are 3", 2, 1, 1);
        assertRefused(frame, message, 17, "2 elements, expected are 1", 1, 2);
        assertRefused(frame, message, 28, "1 elements, expected are 2", 2, 2);
        frame.readFrom(ByteBuffer.wrap(message), 2, 1);
        assertThat(frame.size()).isEqualTo(2);
    }

    private static void assertRefused(Frame frame, byte[] message, int offset, String reason, int... lengths) {
        ByteBuffer in = ByteBuffer.wrap(message);
        assertThatThrownBy(() -> frame.readFrom(in, lengths))
                .isInstanceOf(MalformedInputException.class)
                .hasMessage("malformed input at byte " + offset + ": " + reason);
        assertThat(in.position()).isZero();
        assertThat(frame.size()).isZero();
    }

    @Test
    void everyTruncationIsRefusedAndDamageIsRefusedOrHarmless() {
        int[] lengths = lengths(payloads().subList(0, 20));
        byte[] message = bytes(frameOf(payloads().subList(0, 20)));
        Frame frame = Frame.allocate(message.length);
        for (int length = 0; length < message.length; length++) {
            ByteBuffer cut = ByteBuffer.wrap(message, 0, length);
            assertThatThrownBy(() -> frame.readFrom(cut, lengths)).isInstanceOf(MalformedInputException.class);
        }
        Payload payload = Payload.allocate(message.length + 16);
        CRC32C checksum = new CRC32C();
        int refused = 0;
        for (int i = 0; i < 50_000; i++) {
            byte[] damaged = message.clone();
            for (int edit = 0; edit < 1 + i % 3; edit++) {
                int at = Integer.remainderUnsigned(CounterRandom.word(i, 2 * edit), damaged.length);
                damaged[at] = (byte) CounterRandom.word(i, 2 * edit + 1);
            }
            checksum.reset();
            checksum.update(damaged, 0, 12);
            checksum.update(damaged, 16, damaged.length - 16);
            ByteBuffer in = ByteBuffer.wrap(damaged).order(java.nio.ByteOrder.LITTLE_ENDIAN);
            in.putInt(12, (int) checksum.getValue());
            try {
                frame.readFrom(in, lengths);
                frame.get(frame.size() - 1, payload);
            } catch (MalformedInputException e) {
                refused++;
                assertThat(frame.size()).isZero();
            }
        }
        assertThat(refused).isBetween(1000, 49_000);
    }
}
