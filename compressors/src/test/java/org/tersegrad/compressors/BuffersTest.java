package org.tersegrad.compressors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.nio.ShortBuffer;
import org.junit.jupiter.api.Test;

/** Copied data, buffer positions afterwards, and rejected arguments. */
class BuffersTest {
    private static final FloatSlice FLOATS = new FloatSlice(new float[] {9f, 1f, 2f, 3f, 9f}, 1, 3);

    private static HalfSlice halves() {
        return new HalfSlice(new short[] {9, 1, 2, 3, 9}, 1, 3, HalfFloat.BF16);
    }

    @Test
    void floatsThroughBytes() {
        ByteBuffer bytes = ByteBuffer.allocateDirect(20).position(4);
        Buffers.copy(FLOATS, bytes);
        assertThat(bytes.position()).isEqualTo(16);
        assertThat(bytes.getFloat(0)).isZero();
        assertThat(bytes.getFloat(4)).isEqualTo(1f);
        assertThat(bytes.getFloat(12)).isEqualTo(3f);

        FloatSlice back = new FloatSlice(new float[5], 2, 3);
        Buffers.copy(bytes.position(4), back);
        assertThat(bytes.position()).isEqualTo(16);
        assertThat(back.array()).containsExactly(0f, 0f, 1f, 2f, 3f);
        assertThatThrownBy(() -> Buffers.copy(FLOATS, ByteBuffer.allocate(11)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Buffers.copy(ByteBuffer.allocate(11), back))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void floatsThroughFloats() {
        FloatBuffer floats = FloatBuffer.allocate(4).position(1); // just enough
        Buffers.copy(FLOATS, floats);
        assertThat(floats.position()).isEqualTo(4);
        FloatSlice back = new FloatSlice(new float[3], 0, 3);
        Buffers.copy(floats.position(1), back);
        assertThat(floats.position()).isEqualTo(4);
        assertThat(back.array()).containsExactly(1f, 2f, 3f);
        assertThatThrownBy(() -> Buffers.copy(FLOATS, FloatBuffer.allocate(2)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Buffers.copy(FloatBuffer.allocate(2), back))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the buffer has 2 floats, the slice 3");
    }

    @Test
    void halvesThroughBytes() {
        ByteBuffer bytes = ByteBuffer.allocate(10).position(2);
        Buffers.copy(halves(), bytes);
        assertThat(bytes.position()).isEqualTo(8);
        assertThat(bytes.getShort(2)).isEqualTo((short) 1);
        HalfSlice back = new HalfSlice(new short[4], 1, 3, HalfFloat.BF16);
        Buffers.copy(bytes.position(2), back);
        assertThat(bytes.position()).isEqualTo(8);
        assertThat(back.array()).containsExactly((short) 0, (short) 1, (short) 2, (short) 3);
        assertThatThrownBy(() -> Buffers.copy(halves(), ByteBuffer.allocate(5)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Buffers.copy(ByteBuffer.allocate(5), back))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void halvesThroughShorts() {
        ShortBuffer shorts = ShortBuffer.allocate(5).position(1);
        Buffers.copy(halves(), shorts);
        assertThat(shorts.position()).isEqualTo(4);
        HalfSlice back = new HalfSlice(new short[3], 0, 3, HalfFloat.BF16);
        Buffers.copy(shorts.position(1), back);
        assertThat(shorts.position()).isEqualTo(4);
        assertThat(back.array()).containsExactly((short) 1, (short) 2, (short) 3);
        assertThatThrownBy(() -> Buffers.copy(halves(), ShortBuffer.allocate(2)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Buffers.copy(ShortBuffer.allocate(2), back))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
