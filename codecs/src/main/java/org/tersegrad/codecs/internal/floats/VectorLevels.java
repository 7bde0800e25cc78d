package org.tersegrad.codecs.internal.floats;

import static org.tersegrad.codecs.internal.VectorLanes.BLOCK;
import static org.tersegrad.codecs.internal.VectorLanes.FLOATS;
import static org.tersegrad.codecs.internal.VectorLanes.INTS;
import static org.tersegrad.codecs.internal.VectorLanes.LENGTH;
import static org.tersegrad.codecs.internal.VectorLanes.wholeRows;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;

/**
 * Levels to floats without a conversion: an integer in the low bits of 1.5 * 2^23 is a float, from which that number is
 * subtracted.
 */
public final class VectorLevels implements LevelKernels {
    private static final ScalarLevels SCALAR = new ScalarLevels();

    @Override
    public void fromLevels(int[] fields, int from, int count, int offset, float step, float[] values, int to) {
        int whole = wholeRows(count);
        for (int done = 0; done < whole; done += BLOCK) {
            int block = Math.min(BLOCK, whole - done);
            fromLevelsOfRows(fields, from + done, block, offset, step, values, to + done);
        }
        SCALAR.fromLevels(fields, from + whole, count - whole, offset, step, values, to + whole);
    }

    @Override
    public void subtractLevels(
            int[] fields,
            int from,
            int count,
            int offset,
            float step,
            float[] values,
            int at,
            float[] rest,
            int restAt) {
        int whole = wholeRows(count);
        for (int done = 0; done < whole; done += BLOCK) {
            int block = Math.min(BLOCK, whole - done);
            subtractLevelsOfRows(fields, from + done, block, offset, step, values, at + done, rest, restAt + done);
        }
        SCALAR.subtractLevels(
                fields, from + whole, count - whole, offset, step, values, at + whole, rest, restAt + whole);
    }

    private static void fromLevelsOfRows(
            int[] fields, int from, int count, int offset, float step, float[] values, int to) {
        FloatVector steps = FloatVector.broadcast(FLOATS, step);
        FloatVector magic = FloatVector.broadcast(FLOATS, RoundingKernels.MAGIC + offset);
        for (int i = 0; i < count; i += LENGTH) {
            IntVector.fromArray(INTS, fields, from + i)
                    .add(RoundingKernels.MAGIC_BITS)
                    .reinterpretAsFloats()
                    .sub(magic)
                    .mul(steps)
                    .intoArray(values, to + i);
        }
    }

    private static void subtractLevelsOfRows(
            int[] fields,
            int from,
            int count,
            int offset,
            float step,
            float[] values,
            int at,
            float[] rest,
            int restAt) {
        FloatVector steps = FloatVector.broadcast(FLOATS, step);
        FloatVector magic = FloatVector.broadcast(FLOATS, RoundingKernels.MAGIC + offset);
        for (int i = 0; i < count; i += LENGTH) {
            FloatVector decoded = IntVector.fromArray(INTS, fields, from + i)
                    .add(RoundingKernels.MAGIC_BITS)
                    .reinterpretAsFloats()
                    .sub(magic)
                    .mul(steps);
            FloatVector.fromArray(FLOATS, values, at + i).sub(decoded).intoArray(rest, restAt + i);
        }
    }
}
