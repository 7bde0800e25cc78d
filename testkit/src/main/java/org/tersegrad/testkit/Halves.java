package org.tersegrad.testkit;

import java.util.Arrays;
import java.util.List;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.HalfFloat;
import org.tersegrad.compressors.HalfSlice;

/** Tensors of 16-bit floats beside the same numbers as floats of 32 bits. */
final class Halves {
    private Halves() {}

    static List<HalfFloat> formats() {
        return List.of(HalfFloat.values());
    }

    /** A rounded tensor, in the middle of a longer array; values that are too large become 1. */
    static HalfSlice of(Tensor tensor, HalfFloat format, int margin) {
        short[] array = new short[tensor.size() + 2 * margin];
        Arrays.fill(array, (short) 0x7fff); // a NaN, which must not be read
        HalfSlice halves = new HalfSlice(array, margin, tensor.size(), format);
        float[] values = tensor.values();
        halves.set(FloatSlice.of(values));
        FloatSlice rounded = floats(halves);
        for (int i = 0; i < values.length; i++) {
            rounded.array()[i] = Float.isFinite(rounded.array()[i]) ? rounded.array()[i] : 1f;
        }
        halves.set(rounded);
        return halves;
    }

    /** The same numbers. */
    static FloatSlice floats(HalfSlice halves) {
        FloatSlice floats = FloatSlice.of(new float[halves.length()]);
        halves.copyTo(floats);
        return floats;
    }
}
