package org.tersegrad.codecs.internal.lowrank;

import static org.tersegrad.codecs.internal.lowrank.VectorLowRank.FLOATS;
import static org.tersegrad.codecs.internal.lowrank.VectorLowRank.WIDTH;

import jdk.incubator.vector.FloatVector;

/**
 * Four, two or one packed vectors, each times a number of its own, added to two rows of a matrix.
 *
 * <p>See {@link VectorLowRank} for the indices, and for why nothing here is done by a helper method.
 */
final class VectorOuterProducts {
    private static final int W2 = 2 * WIDTH;
    private static final int W3 = 3 * WIDTH;
    private static final int W4 = 4 * WIDTH;

    private VectorOuterProducts() {}

    /** Vector k times {@code weight * left[factor + k * rows + i]} is added to row i, vectors first to last. */
    static void addFour(
            float[] packed,
            int from,
            float weight,
            float[] left,
            int factor,
            int rows,
            float[] target,
            int row,
            int next,
            int count) {
        FloatVector a0 = FloatVector.broadcast(FLOATS, weight * left[factor]);
        FloatVector a1 = FloatVector.broadcast(FLOATS, weight * left[factor + 1]);
        FloatVector b0 = FloatVector.broadcast(FLOATS, weight * left[factor + rows]);
        FloatVector b1 = FloatVector.broadcast(FLOATS, weight * left[factor + rows + 1]);
        FloatVector c0 = FloatVector.broadcast(FLOATS, weight * left[factor + 2 * rows]);
        FloatVector c1 = FloatVector.broadcast(FLOATS, weight * left[factor + 2 * rows + 1]);
        FloatVector d0 = FloatVector.broadcast(FLOATS, weight * left[factor + 3 * rows]);
        FloatVector d1 = FloatVector.broadcast(FLOATS, weight * left[factor + 3 * rows + 1]);
        for (int column = 0; column < count; column += WIDTH) {
            int i = 4 * column;
            FloatVector x = FloatVector.fromArray(FLOATS, target, row + column + WIDTH);
            FloatVector y = FloatVector.fromArray(FLOATS, target, next + column + WIDTH);
            FloatVector u = FloatVector.fromArray(FLOATS, packed, from + i + WIDTH);
            x = u.mul(a0).add(x);
            y = u.mul(a1).add(y);
            u = FloatVector.fromArray(FLOATS, packed, from + i + W2);
            x = u.mul(b0).add(x);
            y = u.mul(b1).add(y);
            u = FloatVector.fromArray(FLOATS, packed, from + i + W3);
            x = u.mul(c0).add(x);
            y = u.mul(c1).add(y);
            u = FloatVector.fromArray(FLOATS, packed, from + i + W4);
            x = u.mul(d0).add(x);
            y = u.mul(d1).add(y);
            x.intoArray(target, row + column + WIDTH);
            y.intoArray(target, next + column + WIDTH);
        }
    }

    static void addTwo(
            float[] packed,
            int from,
            float weight,
            float[] left,
            int factor,
            int rows,
            float[] target,
            int row,
            int next,
            int count) {
        FloatVector a0 = FloatVector.broadcast(FLOATS, weight * left[factor]);
        FloatVector a1 = FloatVector.broadcast(FLOATS, weight * left[factor + 1]);
        FloatVector b0 = FloatVector.broadcast(FLOATS, weight * left[factor + rows]);
        FloatVector b1 = FloatVector.broadcast(FLOATS, weight * left[factor + rows + 1]);
        for (int column = 0; column < count; column += WIDTH) {
            int i = 2 * column;
            FloatVector x = FloatVector.fromArray(FLOATS, target, row + column + WIDTH);
            FloatVector y = FloatVector.fromArray(FLOATS, target, next + column + WIDTH);
            FloatVector u = FloatVector.fromArray(FLOATS, packed, from + i + WIDTH);
            x = u.mul(a0).add(x);
            y = u.mul(a1).add(y);
            u = FloatVector.fromArray(FLOATS, packed, from + i + W2);
            x = u.mul(b0).add(x);
            y = u.mul(b1).add(y);
            x.intoArray(target, row + column + WIDTH);
            y.intoArray(target, next + column + WIDTH);
        }
    }

    static void addOne(
            float[] packed,
            int from,
            float weight,
            float[] left,
            int factor,
            float[] target,
            int row,
            int next,
            int count) {
        FloatVector a0 = FloatVector.broadcast(FLOATS, weight * left[factor]);
        FloatVector a1 = FloatVector.broadcast(FLOATS, weight * left[factor + 1]);
        for (int i = 0; i < count; i += WIDTH) {
            FloatVector x = FloatVector.fromArray(FLOATS, target, row + i + WIDTH);
            FloatVector y = FloatVector.fromArray(FLOATS, target, next + i + WIDTH);
            FloatVector u = FloatVector.fromArray(FLOATS, packed, from + i + WIDTH);
            x = u.mul(a0).add(x);
            y = u.mul(a1).add(y);
            x.intoArray(target, row + i + WIDTH);
            y.intoArray(target, next + i + WIDTH);
        }
    }
}
