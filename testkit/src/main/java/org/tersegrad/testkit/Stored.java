package org.tersegrad.testkit;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.ShortBuffer;
import java.util.Arrays;
import java.util.List;
import org.tersegrad.compressors.BufferSlice;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.HalfFloat;
import org.tersegrad.compressors.HalfSlice;
import org.tersegrad.compressors.Slice;

/**
 * A tensor that is not in an array of floats: 16-bit floats, or in a buffer. It is in the middle of a longer one.
 *
 * @param slice the tensor
 * @param around the same and the elements around it, NaNs at first, which must be neither read nor written
 * @param longer the tensor and one element more
 */
record Stored(Slice slice, Slice around, Slice longer) {
    /** The kinds of {@link Slice} that are no {@link FloatSlice}. */
    enum Kind {
        FP16,
        FLOATS,
        BF16,
        DIRECT_FLOATS,
        DIRECT_FP16,
        DIRECT_BF16;

        private Memory memory(int size) {
            return switch (this) {
                case FP16 -> halves(size, HalfFloat.FP16);
                case FLOATS -> floats(FloatBuffer.wrap(new float[size]));
                case BF16 -> halves(size, HalfFloat.BF16);
                case DIRECT_FLOATS -> floats(direct(size, Float.BYTES).asFloatBuffer());
                case DIRECT_FP16 -> shorts(direct(size, Short.BYTES).asShortBuffer(), HalfFloat.FP16);
                case DIRECT_BF16 -> shorts(direct(size, Short.BYTES).asShortBuffer(), HalfFloat.BF16);
            };
        }

        /** Two kinds, others for another tensor: those of many tensors are all. */
        static List<Kind> someFor(Tensor tensor) {
            Kind[] all = values();
            return List.of(all[tensor.seed() % all.length], all[(tensor.seed() + 1) % all.length]);
        }

        /** A tensor rounded to this kind; values that are too large for it become 1. */
        Stored of(Tensor tensor, int margin) {
            Stored stored = of(tensor.size(), margin);
            stored.slice.set(FloatSlice.of(tensor.values()));
            FloatSlice rounded = stored.floats();
            for (int i = 0; i < rounded.length(); i++) {
                rounded.array()[i] = Float.isFinite(rounded.array()[i]) ? rounded.array()[i] : 1f;
            }
            stored.slice.set(rounded);
            return stored;
        }

        /** NaNs everywhere. */
        Stored of(int size, int margin) {
            Memory all = memory(size + 2 * margin + 1);
            Slice around = all.slice(0, size + 2 * margin + 1);
            float[] nans = new float[around.length()];
            Arrays.fill(nans, Float.NaN);
            around.set(FloatSlice.of(nans));
            return new Stored(all.slice(margin, size), around, all.slice(margin, size + 1));
        }
    }

    /** Memory of which slices are made. */
    private interface Memory {
        Slice slice(int from, int length);
    }

    private static Memory halves(int size, HalfFloat format) {
        short[] array = new short[size];
        return (from, length) -> new HalfSlice(array, from, length, format);
    }

    private static Memory floats(FloatBuffer buffer) {
        return (from, length) ->
                BufferSlice.of(buffer.duplicate().position(from).limit(from + length));
    }

    private static Memory shorts(ShortBuffer buffer, HalfFloat format) {
        return (from, length) -> {
            ShortBuffer part = buffer.duplicate().position(from).limit(from + length);
            return format == HalfFloat.FP16 ? BufferSlice.fp16(part) : BufferSlice.bf16(part);
        };
    }

    private static ByteBuffer direct(int size, int bytes) {
        return ByteBuffer.allocateDirect(size * bytes).order(ByteOrder.nativeOrder());
    }

    /** The same numbers in an array. */
    FloatSlice floats() {
        return floats(slice);
    }

    /** The same numbers in a new array. */
    static FloatSlice floats(Slice slice) {
        FloatSlice floats = FloatSlice.of(new float[slice.length()]);
        slice.copyTo(floats);
        return floats;
    }

    /** All of the memory. */
    float[] memory() {
        return floats(around).array();
    }
}
