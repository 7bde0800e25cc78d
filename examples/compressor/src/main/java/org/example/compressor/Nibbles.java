package org.example.compressor;

import org.tersegrad.compressors.Body;
import org.tersegrad.compressors.BodyEncoder;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;

/**
 * Quantizes each element to one of 15 levels, -7 to 7, and sends it in four bits.
 *
 * <pre>
 *   step = max |x_i| / 7;   level_i = x_i / step, rounded to the nearest integer;   C(x)_i = step * level_i
 * </pre>
 *
 * <p>Rounding to the nearest level moves no element by more than its own size, and the largest element stays as it is. So
 * |C(x) - x|² is at most (1 - 1/d) |x|², where d is the number of elements: the compressor is contractive, and needs error feedback.
 */
public record Nibbles() implements Compressor {
    @Override
    public Encoder encoder(Shape shape, Seed seed) {
        return new BodyEncoder(this, shape, seed, NibblesFormat.INSTANCE) {
            @Override
            protected int encodeBody(float[] values, int offset, byte[] out, int at) {
                float step = step(values, offset, size);
                Body.putF32(out, at, step);
                for (int i = 0; i < size; i += 2) {
                    int low = level(values[offset + i], step);
                    int high = i + 1 < size ? level(values[offset + i + 1], step) : 0;
                    out[at + Float.BYTES + i / 2] = (byte) (high << 4 | low & 0xf);
                }
                return NibblesFormat.bodyBytes(size);
            }
        };
    }

    private static float step(float[] values, int offset, int size) {
        float largest = 0;
        for (int i = offset; i < offset + size; i++) {
            largest = Math.max(largest, Math.abs(values[i]));
        }
        return Math.min(largest / NibblesFormat.MOST, NibblesFormat.LARGEST_STEP);
    }

    /** A number from -7 to 7; -x has the negative level of x. */
    private static int level(float value, float step) {
        int level = step == 0 ? 0 : (int) Math.rint(value / step);
        return Math.max(-NibblesFormat.MOST, Math.min(NibblesFormat.MOST, level));
    }

    @Override
    public int maxBytes(Shape shape) {
        return NibblesFormat.INSTANCE.payloadBytes(NibblesFormat.bodyBytes(shape.size()), shape);
    }

    @Override
    public Traits traits(Shape shape) {
        return Traits.contractive(1.0 / Math.max(1, shape.size()));
    }

    @Override
    public String toString() {
        return "nibbles";
    }
}
