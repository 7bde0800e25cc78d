package org.tersegrad.compressors.sparse;

import org.tersegrad.codecs.IndexSetWriter;
import org.tersegrad.codecs.internal.LittleEndian;
import org.tersegrad.compressors.floats.Dense;
import org.tersegrad.compressors.internal.bodies.HalfFloat;
import org.tersegrad.compressors.levels.QuantizerPlan;

/** Writes the body of indices and values that all sparsifiers share. */
public final class SparseWriter {
    private final IndexSetWriter indexWriter = new IndexSetWriter();
    private final ValueFormat format;
    private final int size;

    public SparseWriter(ValueFormat format, int size) {
        this.format = format;
        this.size = size;
    }

    public static long maxBytes(ValueFormat format, int count, int size) {
        return SparseBody.FIELDS + IndexSetWriter.maxBytes(count, size) + format.byteLength(count);
    }

    /**
     * Writes the body.
     *
     * @param values finite; modified if {@code andSubtract} says so: loses what is written, as a receiver will decode it
     * @param indices not modified; relative to {@code offset}, increasing
     */
    public int write(float[] values, int offset, int[] indices, int count, boolean andSubtract, byte[] out, int at) {
        int to = at + writeIndices(format, indices, count, out, at);
        switch (format) {
            case FP32 -> writeFloats(values, offset, indices, count, andSubtract, out, to);
            case FP16 -> writeHalves(HalfFloat.FP16, values, offset, indices, count, out, to);
            case BF16 -> writeHalves(HalfFloat.BF16, values, offset, indices, count, out, to);
            case INT8 -> writeLevels(values, offset, indices, count, out, to);
        }
        if (andSubtract && format != ValueFormat.FP32) {
            for (int i = 0; i < count; i++) {
                values[offset + indices[i]] -= format.read(out, to, i);
            }
        }
        return to - at + (int) format.byteLength(count);
    }

    /**
     * Writes the body of floats that stand one after the other.
     *
     * @param indices not modified; increasing
     * @param values not modified; finite
     */
    public int writeEntries(int[] indices, float[] values, int count, byte[] out, int at) {
        int to = at + writeIndices(ValueFormat.FP32, indices, count, out, at);
        to += Dense.write(values, 0, count, out, to);
        return to - at;
    }

    /** What stands before the values; returns its bytes. */
    private int writeIndices(ValueFormat values, int[] indices, int count, byte[] out, int at) {
        out[at] = (byte) values.id();
        LittleEndian.putInt(out, at + 1, count);
        int to = at + SparseBody.FIELDS;
        return to + indexWriter.write(indices, 0, count, size, out, to) - at;
    }

    /** Each value is somewhere else in memory and slow to get at: what is to be done with it is done at once. */
    private static void writeFloats(
            float[] values, int offset, int[] indices, int count, boolean andSubtract, byte[] out, int to) {
        for (int i = 0; i < count; i++) {
            int index = offset + indices[i];
            LittleEndian.putInt(out, to + 4 * i, Float.floatToRawIntBits(values[index]));
            if (andSubtract) {
                values[index] = 0f;
            }
        }
    }

    private static void writeHalves(
            HalfFloat half, float[] values, int offset, int[] indices, int count, byte[] out, int to) {
        for (int i = 0; i < count; i++) {
            LittleEndian.putShort(out, to + 2 * i, half.encode(values[offset + indices[i]]));
        }
    }

    /** To the nearest of 255 levels up to the largest value. */
    private static void writeLevels(float[] values, int offset, int[] indices, int count, byte[] out, int to) {
        float largest = 0;
        for (int i = 0; i < count; i++) {
            largest = Math.max(largest, Math.abs(values[offset + indices[i]]));
        }
        float step = QuantizerPlan.step(largest, ValueFormat.LEVELS);
        LittleEndian.putInt(out, to, Float.floatToRawIntBits(step));
        for (int i = 0; i < count; i++) {
            double level = step == 0 ? 0 : Math.rint((double) values[offset + indices[i]] / step);
            int limited = (int) Math.max(-ValueFormat.LEVELS, Math.min(ValueFormat.LEVELS, level));
            out[to + 4 + i] = (byte) (limited + ValueFormat.LEVELS);
        }
    }
}
