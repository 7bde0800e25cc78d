package org.tersegrad.codecs.internal;

import static org.tersegrad.codecs.internal.FloatKernels.COLUMN_TILE;
import static org.tersegrad.codecs.internal.VectorLanes.FLOATS;
import static org.tersegrad.codecs.internal.VectorLanes.LENGTH;
import static org.tersegrad.codecs.internal.VectorLanes.floats;

import jdk.incubator.vector.FloatVector;

/** One, two or four packed vectors, each times a number of its own, added to one row of a matrix. */
final class VectorOuterProducts {
    private static final int TWO = 2 * COLUMN_TILE;
    private static final int THREE = 3 * COLUMN_TILE;

    private VectorOuterProducts() {}

    /** Vector k is scaled by {@code weight * left[from + k * stride]}. */
    static void addFour(
            float[] tiles,
            int tile,
            float weight,
            float[] left,
            int from,
            int stride,
            float[] target,
            int offset,
            int count) {
        FloatVector a = FloatVector.broadcast(FLOATS, weight * left[from]);
        FloatVector b = FloatVector.broadcast(FLOATS, weight * left[from + stride]);
        FloatVector c = FloatVector.broadcast(FLOATS, weight * left[from + 2 * stride]);
        FloatVector d = FloatVector.broadcast(FLOATS, weight * left[from + 3 * stride]);
        for (int i = 0; i < count; i += LENGTH) {
            FloatVector w = floats(tiles, tile + i).mul(a);
            FloatVector x = floats(tiles, tile + i + COLUMN_TILE).mul(b);
            FloatVector y = floats(tiles, tile + i + TWO).mul(c);
            FloatVector z = floats(tiles, tile + i + THREE).mul(d);
            z.add(y.add(x.add(w.add(floats(target, offset + i))))).intoArray(target, offset + i);
        }
    }

    static void addTwo(
            float[] tiles,
            int tile,
            float weight,
            float[] left,
            int from,
            int stride,
            float[] target,
            int offset,
            int count) {
        FloatVector a = FloatVector.broadcast(FLOATS, weight * left[from]);
        FloatVector b = FloatVector.broadcast(FLOATS, weight * left[from + stride]);
        for (int i = 0; i < count; i += LENGTH) {
            FloatVector w = floats(tiles, tile + i).mul(a);
            FloatVector x = floats(tiles, tile + i + COLUMN_TILE).mul(b);
            x.add(w.add(floats(target, offset + i))).intoArray(target, offset + i);
        }
    }
}
