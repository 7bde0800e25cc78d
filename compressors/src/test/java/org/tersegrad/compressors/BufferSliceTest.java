package org.tersegrad.compressors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.ShortBuffer;
import org.junit.jupiter.api.Test;
import org.tersegrad.compressors.sparse.TopK;

/** The laws of the test kit compare all encoders on buffers and arrays; these are the rest. */
final class BufferSliceTest {
    private static ByteBuffer direct(int bytes, ByteOrder order) {
        return ByteBuffer.allocateDirect(bytes).order(order);
    }

    private static ByteOrder foreign() {
        return ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
    }

    @Test
    void coversWhatRemainsAndLeavesThePositionAlone() {
        FloatBuffer buffer = direct(20, ByteOrder.nativeOrder()).asFloatBuffer().put(new float[] {9, 1, -2, 3, 9});
        buffer.position(1).limit(4);
        BufferSlice slice = BufferSlice.of(buffer);
        assertThat(slice.length()).isEqualTo(3);
        TopK.count(1).compress(1, -2, 3).addTo(slice, 2f);
        assertThat(buffer.position()).isEqualTo(1);
        buffer.clear(); // a slice does not follow
        float[] all = new float[5];
        buffer.get(all);
        assertThat(all).containsExactly(9, 1, -2, 9, 9);
        FloatSlice copy = slice.floats();
        assertThat(copy.array()).containsExactly(1, -2, 9);
        buffer.put(1, 7);
        assertThat(slice.floats()).isSameAs(copy);
        assertThat(copy.array()).containsExactly(7, -2, 9);
    }

    @Test
    void throwsForTheOtherByteOrder() {
        for (ByteBuffer bytes :
                new ByteBuffer[] {direct(8, foreign()), ByteBuffer.allocate(8).order(foreign())}) {
            assertThatThrownBy(() -> BufferSlice.of(bytes.asFloatBuffer()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("the buffer's order is " + foreign())
                    .hasMessageContaining("order(ByteOrder.nativeOrder())");
            assertThatThrownBy(() -> BufferSlice.bf16(bytes.asShortBuffer()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("the buffer's order is " + foreign());
        }
    }

    @Test
    void aReadOnlyBufferIsReadAndNeverATarget() {
        FloatBuffer buffer = FloatBuffer.wrap(new float[] {1, -2, 3});
        BufferSlice slice = BufferSlice.of(buffer.asReadOnlyBuffer());
        Payload payload = Payload.allocate(TopK.count(2).maxBytes(Shape.vector(3)));
        Residual residual = new Residual(3);
        TopK.count(2).encoder(Shape.vector(3), Seed.of(1)).encode(slice, residual, payload);
        assertThat(payload.decompress()).containsExactly(0, -2, 3);
        for (Runnable write : new Runnable[] {
            () -> payload.addTo(slice, 1f),
            () -> residual.addTo(slice, 1f),
            () -> new Mirror(Shape.vector(3)).addTo(slice, 1f),
            () -> slice.set(FloatSlice.of(1, 2, 3)),
            () -> BufferSlice.fp16(ShortBuffer.allocate(3).asReadOnlyBuffer()).set(FloatSlice.of(1, 2, 3))
        }) {
            assertThatThrownBy(write::run)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("the buffer of 3 elements is read-only, and would be modified");
        }
        assertThat(buffer.array()).containsExactly(1, -2, 3);
    }

    @Test
    void residualsAndMirrorsAreAddedAsToArrays() {
        BufferSlice target = BufferSlice.of(FloatBuffer.wrap(new float[] {10, 20, 30}));
        Residual residual = new Residual(3);
        Payload payload = Payload.allocate(TopK.count(1).maxBytes(Shape.vector(3)));
        TopK.count(1).encoder(Shape.vector(3), Seed.of(1)).encode(FloatSlice.of(1, -2, 3), residual, payload);
        residual.addTo(target, 2f);
        payload.markIncrement();
        Mirror mirror = new Mirror(Shape.vector(3));
        mirror.add(payload, 1f);
        mirror.addTo(target, 1f);
        assertThat(target.floats().array()).containsExactly(12, 16, 33);
    }

    /** 16-bit floats are converted by pieces of 2048. */
    @Test
    void severalPiecesOfHalves() {
        float[] values = new float[5000];
        for (int i = 0; i < values.length; i++) {
            values[i] = i % 200;
        }
        ShortBuffer shorts = direct(10000, ByteOrder.nativeOrder()).asShortBuffer();
        BufferSlice slice = BufferSlice.bf16(shorts);
        slice.set(FloatSlice.of(values));
        assertThat(slice.floats().array()).containsExactly(values);
        slice.add(4999, 1f);
        assertThat(slice.floats().array()[4999]).isEqualTo(200f);
        assertThat(shorts.get(4999)).isEqualTo((short) (Float.floatToIntBits(200f) >>> 16));
    }
}
