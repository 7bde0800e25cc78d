package org.tersegrad.codecs.internal.rotations;

import static jdk.incubator.vector.VectorOperators.ASHR;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.XOR;
import static org.tersegrad.codecs.internal.VectorLanes.FLOATS;
import static org.tersegrad.codecs.internal.VectorLanes.INTS;
import static org.tersegrad.codecs.internal.VectorLanes.LENGTH;
import static org.tersegrad.codecs.internal.VectorLanes.wholeRows;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import org.tersegrad.codecs.internal.Kernels;
import org.tersegrad.codecs.internal.floats.RoundingKernels;

/** Rotations with vectors. */
public final class VectorRotations implements RotationKernels {
    private static final ScalarRotations SCALAR = new ScalarRotations();
    private static final int ROW = Kernels.LANES;
    private static final IntVector SIGN = IntVector.broadcast(INTS, Integer.MIN_VALUE);
    private static final IntVector MAGNITUDE = IntVector.broadcast(INTS, Integer.MAX_VALUE);

    private static final IntVector UNITS = IntVector.broadcast(INTS, (1 << LEVEL_SHIFT) - 1);

    @Override
    public void flipSigns(float[] values, int offset, int count, float factor, int[] words, float[] target, int to) {
        int whole = count - count % Kernels.GROUP;
        for (int group = 0; group < whole; group += Kernels.GROUP) {
            for (int lane = 0; lane < ROW; lane += LENGTH) {
                int word = group / Kernels.GROUP * ROW + lane;
                flipLanes(values, offset + group + lane, factor, words, word, target, to + group + lane);
            }
        }
        for (int i = whole; i < count; i++) {
            target[to + i] = ScalarRotations.flipped(values[offset + i], factor, words, i);
        }
    }

    /** {@code LENGTH} lanes of one group. */
    private static void flipLanes(
            float[] values, int offset, float factor, int[] words, int word, float[] target, int to) {
        IntVector signs = IntVector.fromArray(INTS, words, word);
        FloatVector factors = FloatVector.broadcast(FLOATS, factor);
        for (int slot = 0; slot < 32; slot++) {
            IntVector flip = signs.lanewise(LSHL, 31 - slot).and(SIGN);
            FloatVector.fromArray(FLOATS, values, offset + slot * ROW)
                    .mul(factors)
                    .reinterpretAsInts()
                    .lanewise(XOR, flip)
                    .reinterpretAsFloats()
                    .intoArray(target, to + slot * ROW);
        }
    }

    @Override
    public void hadamard(float[] values, int offset, int count) {
        if (count < 2 * ROW) {
            SCALAR.hadamard(values, offset, count);
        } else {
            VectorHadamard.transform(values, offset, count);
        }
    }

    @Override
    public void toLevels(
            float[] values, int offset, int count, int[] thresholds, int[] rises, int[] fields, int to, float[] lanes) {
        boolean known = thresholds.length <= 4 || thresholds.length == 8;
        int whole = known ? wholeRows(count) : 0;
        if (thresholds.length == 8) {
            VectorEightLevels.toLevels(values, offset, whole, thresholds, rises, fields, to, lanes);
        } else {
            for (int lane = 0; lane < ROW && whole > 0; lane += LENGTH) {
                levelsOfLanes(values, offset + lane, whole, thresholds, rises, fields, to + lane, lanes, lane);
            }
        }
        SCALAR.toLevels(values, offset + whole, count - whole, thresholds, rises, fields, to + whole, lanes);
    }

    /**
     * {@code LENGTH} lanes of whole rows, up to four levels. They are written out: a loop over them carries a vector, which C2 of JDK 25
     * boxed when it had seen few turns of it.
     */
    private static void levelsOfLanes(
            float[] values,
            int offset,
            int count,
            int[] thresholds,
            int[] rises,
            int[] fields,
            int to,
            float[] lanes,
            int lane) {
        int last = count - ROW + LENGTH;
        assert count % ROW == 0 : count + " floats, not whole rows";
        assert offset >= 0 && offset + last <= values.length : "rows to " + (offset + last) + " of " + values.length;
        assert to >= 0 && to + last <= fields.length : "fields to " + (to + last) + " of " + fields.length;
        assert lanes.length >= 2 * ROW : lanes.length + " lanes";
        FloatVector products = FloatVector.fromArray(FLOATS, lanes, lane);
        FloatVector squares = FloatVector.fromArray(FLOATS, lanes, ROW + lane);
        int levels = thresholds.length;
        int start = rises[0];
        int threshold1 = orZero(thresholds, 1);
        int threshold2 = orZero(thresholds, 2);
        int threshold3 = orZero(thresholds, 3);
        int rise1 = orZero(rises, 1);
        int rise2 = orZero(rises, 2);
        int rise3 = orZero(rises, 3);
        for (int i = 0; i < count; i += ROW) {
            IntVector bits = FloatVector.fromArray(FLOATS, values, offset + i).reinterpretAsInts();
            IntVector key = bits.and(MAGNITUDE);
            IntVector minus = key.neg();
            IntVector sum = minus.add(threshold1).lanewise(ASHR, 31).and(rise1).add(start);
            sum = minus.add(threshold2).lanewise(ASHR, 31).and(rise2).add(sum);
            sum = minus.add(threshold3).lanewise(ASHR, 31).and(rise3).add(sum);
            sum.lanewise(LSHR, LEVEL_SHIFT)
                    .add(bits.lanewise(LSHR, 31).mul(levels))
                    .intoArray(fields, to + i);
            FloatVector magnitude = sum.and(UNITS)
                    .add(RoundingKernels.MAGIC_BITS)
                    .reinterpretAsFloats()
                    .sub(RoundingKernels.MAGIC);
            products = key.reinterpretAsFloats().mul(magnitude).add(products);
            squares = magnitude.mul(magnitude).add(squares);
        }
        products.intoArray(lanes, lane);
        squares.intoArray(lanes, ROW + lane);
    }

    /** A level that is not there has no threshold and does not rise. */
    private static int orZero(int[] ofLevels, int level) {
        return level < ofLevels.length ? ofLevels[level] : 0;
    }

    @Override
    public void addProduct(
            float[] left,
            int leftAt,
            int rows,
            int terms,
            float[] right,
            int rightAt,
            int columns,
            float[] out,
            int outAt) {
        if (rows % VectorProducts.ROWS != 0 || columns % VectorProducts.COLUMNS != 0) {
            SCALAR.addProduct(left, leftAt, rows, terms, right, rightAt, columns, out, outAt);
            return;
        }
        for (int row = 0; row < rows; row += VectorProducts.ROWS) {
            int to = outAt + row * columns;
            for (int column = 0; column < columns; column += VectorProducts.COLUMNS) {
                VectorProducts.add(left, leftAt + row, rows, terms, right, rightAt + column, columns, out, to + column);
            }
        }
    }
}
