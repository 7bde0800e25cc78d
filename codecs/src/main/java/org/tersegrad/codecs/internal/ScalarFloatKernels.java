package org.tersegrad.codecs.internal;

import java.util.Arrays;

/** The specification of every float kernel, in plain Java. */
public final class ScalarFloatKernels implements FloatKernels {
    private static final int LANES = Kernels.LANES;

    @Override
    public int largestKey(float[] values, int offset, int count) {
        int largest = 0;
        for (int i = offset; i < offset + count; i++) {
            largest = Math.max(largest, Float.floatToRawIntBits(values[i]) & Integer.MAX_VALUE);
        }
        return largest;
    }

    @Override
    public void sumMagnitudes(float[] values, int offset, int count, float[] lanes) {
        int whole = count - count % LANES;
        for (int run = 0; run < whole; run += RUN) {
            int end = Math.min(run + RUN, whole);
            for (int lane = 0; lane < LANES; lane++) {
                float sum = 0;
                for (int i = run + lane; i < end; i += LANES) {
                    sum += Math.abs(values[offset + i]);
                }
                lanes[lane] += sum;
            }
        }
        for (int i = whole; i < count; i++) {
            lanes[i - whole] += Math.abs(values[offset + i]);
        }
    }

    @Override
    public void sumSquares(float[] values, int offset, int count, float factor, float[] lanes) {
        int whole = count - count % LANES;
        for (int run = 0; run < whole; run += RUN) {
            int end = Math.min(run + RUN, whole);
            for (int lane = 0; lane < LANES; lane++) {
                float sum = 0;
                for (int i = run + lane; i < end; i += LANES) {
                    sum += square(values[offset + i] * factor);
                }
                lanes[lane] += sum;
            }
        }
        for (int i = whole; i < count; i++) {
            lanes[i - whole] += square(values[offset + i] * factor);
        }
    }

    @Override
    public void sumPositive(float[] values, int offset, int count, float factor, float[] lanes) {
        int whole = count - count % LANES;
        for (int run = 0; run < whole; run += RUN) {
            int end = Math.min(run + RUN, whole);
            for (int lane = 0; lane < LANES; lane++) {
                float sum = 0;
                for (int i = run + lane; i < end; i += LANES) {
                    sum += Math.max(values[offset + i] * factor, 0f);
                }
                lanes[lane] += sum;
            }
        }
        for (int i = whole; i < count; i++) {
            lanes[i - whole] += Math.max(values[offset + i] * factor, 0f);
        }
    }

    private static float square(float value) {
        return value * value;
    }

    @Override
    public void addScaled(float[] values, int offset, int count, float weight, float[] target, int targetOffset) {
        for (int i = 0; i < count; i++) {
            target[targetOffset + i] += weight * values[offset + i];
        }
    }

    @Override
    public int addToResidual(
            float[] residual,
            int offset,
            int count,
            float positive,
            float negative,
            float factor,
            float[] gradient,
            int gradientOffset,
            float[] sum,
            int sumOffset) {
        for (int i = 0; i < count; i++) {
            float before = residual[offset + i];
            float still = before - (Float.floatToRawIntBits(before) < 0 ? negative : positive);
            sum[sumOffset + i] = factor * still + gradient[gradientOffset + i];
        }
        return largestKey(sum, sumOffset, count);
    }

    @Override
    public void addToResidualAndSum(
            float[] residual,
            int offset,
            int count,
            float magnitude,
            float[] gradient,
            int gradientOffset,
            float[] sum,
            int sumOffset,
            float[] lanes) {
        addToResidual(residual, offset, count, magnitude, -magnitude, 1f, gradient, gradientOffset, sum, sumOffset);
        sumMagnitudes(sum, sumOffset, count, lanes);
    }

    @Override
    public void upperHalves(float[] values, int from, int count, byte[] out, int to) {
        for (int i = 0; i < count; i++) {
            int bits = Float.floatToRawIntBits(values[from + i]);
            LittleEndian.putShort(out, to + 2 * i, (bits + 0x7fff + (bits >>> 16 & 1)) >>> 16);
        }
    }

    @Override
    public void roundAtRandom(
            float[] values,
            int from,
            int count,
            float factor,
            int fraction,
            int[] words,
            int first,
            int offset,
            int[] fields,
            int to) {
        int base = (MAGIC_BITS >>> fraction) - offset;
        int done = 0;
        while (done < count) {
            int element = (first + done) % Kernels.GROUP;
            int lane = element % LANES;
            int end = Math.min(done + LANES - lane, count);
            int group = (first + done) / Kernels.GROUP * Kernels.ROUNDING_WORDS;
            int word = group + element / 32 * LANES + lane;
            int dither = group + Kernels.DITHER + lane;
            int shift = shift(element / LANES, fraction);
            for (; done < end; done++) {
                int level = atRandom(values[from + done], factor, fraction, words[word++] >> shift, words[dither++]);
                fields[to + done] = level - base;
            }
        }
    }

    @Override
    public void packAtRandom(
            float[] values,
            int from,
            int groups,
            float factor,
            int fraction,
            int[] words,
            int wordsFrom,
            int offset,
            int width,
            byte[] out,
            int to) {
        int base = (MAGIC_BITS >>> fraction) - offset;
        for (int group = 0; group < groups; group++) {
            int at = to + group * width * Kernels.ROW_BYTES;
            clear(out, at, width);
            int wordsAt = wordsFrom + group * Kernels.ROUNDING_WORDS;
            for (int i = 0; i < Kernels.GROUP; i++) {
                int word = words[wordsAt + i / 32 * LANES + i % LANES] >> shift(i / LANES, fraction);
                int dither = words[wordsAt + Kernels.DITHER + i % LANES];
                float value = values[from + group * Kernels.GROUP + i];
                add(atRandom(value, factor, fraction, word, dither) - base, i, width, out, at);
            }
        }
    }

    @Override
    public void roundToNearest(float[] values, int from, int count, float factor, int offset, int[] fields, int to) {
        for (int i = 0; i < count; i++) {
            fields[to + i] = Float.floatToRawIntBits(values[from + i] * factor + MAGIC) - (MAGIC_BITS - offset);
        }
    }

    @Override
    public void packNearest(
            float[] values, int from, int groups, float factor, int offset, int width, byte[] out, int to) {
        for (int group = 0; group < groups; group++) {
            clear(out, to + group * width * Kernels.ROW_BYTES, width);
            for (int i = 0; i < Kernels.GROUP; i++) {
                float scaled = values[from + group * Kernels.GROUP + i] * factor + MAGIC;
                int field = Float.floatToRawIntBits(scaled) - (MAGIC_BITS - offset);
                add(field, i, width, out, to + group * width * Kernels.ROW_BYTES);
            }
        }
    }

    /** Where the random bits of a slot begin in their word: an even slot takes the lowest, an odd one the highest. */
    private static int shift(int slot, int fraction) {
        return slot % 2 * (32 - fraction);
    }

    /**
     * The level of one element, together with what the magic number leaves in it.
     *
     * @param random in its lowest bits
     * @param dither the bits of a float
     */
    private static int atRandom(float value, float factor, int fraction, int random, int dither) {
        int bits = Float.floatToRawIntBits(value);
        float dithered = value * factor + Float.intBitsToFloat(dither ^ (bits & Integer.MIN_VALUE));
        int above = (random ^ bits >> 31) & ((1 << fraction) - 1);
        return (Float.floatToRawIntBits(dithered + MAGIC) + above) >>> fraction;
    }

    private static void clear(byte[] out, int at, int width) {
        java.util.Arrays.fill(out, at, at + width * Kernels.ROW_BYTES, (byte) 0);
    }

    /** Adds element {@code i} of a group to its lane's word. */
    private static void add(int field, int i, int width, byte[] out, int groupAt) {
        int bit = i / LANES * width;
        int at = groupAt + bit / 32 * Kernels.ROW_BYTES + i % LANES * 4;
        LittleEndian.putInt(out, at, LittleEndian.getInt(out, at) + (field << bit));
    }

    @Override
    public void fromLevels(int[] fields, int from, int count, int offset, float step, float[] values, int to) {
        for (int i = 0; i < count; i++) {
            values[to + i] = step * (fields[from + i] - offset);
        }
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
        for (int i = 0; i < count; i++) {
            rest[restAt + i] = values[at + i] - step * (fields[from + i] - offset);
        }
    }

    @Override
    public int collect(float[] values, int offset, int count, int leastKey, int base, int[] indices, int to) {
        int next = to;
        for (int i = 0; i < count; i++) {
            // Always written and kept by moving on: there is no branch to predict.
            indices[next] = base + i;
            int key = Float.floatToRawIntBits(values[offset + i]) & Integer.MAX_VALUE;
            next += (leastKey - 1 - key) >>> 31;
        }
        return next - to;
    }

    @Override
    public void multiply(
            float[] matrix,
            int offset,
            int rows,
            int columns,
            int rank,
            float[] right,
            int rightOffset,
            float[] left,
            int leftOffset,
            float[] scratch) {
        for (int i = 0; i < rank * rows; i++) {
            int row = offset + (i % rows) * columns;
            int factor = rightOffset + (i / rows) * columns;
            float sum = 0;
            for (int from = 0; from < columns; from += COLUMN_TILE) {
                int count = Math.min(COLUMN_TILE, columns - from);
                sum += dot(matrix, row + from, right, factor + from, count, scratch, 0);
            }
            left[leftOffset + i] = sum;
        }
    }

    /** The sum of products of one tile; {@code lanes} holds what is summed up from {@code first} on. */
    public static float dot(float[] a, int aOffset, float[] b, int bOffset, int count, float[] lanes, int first) {
        Arrays.fill(lanes, first, first + DOT_LANES, 0f);
        int whole = count & -DOT_LANES;
        for (int i = 0; i < whole; i++) {
            lanes[first + i % DOT_LANES] += a[aOffset + i] * b[bOffset + i];
        }
        float sum = fold(lanes, first);
        for (int i = whole; i < count; i++) {
            sum += a[aOffset + i] * b[bOffset + i];
        }
        return sum;
    }

    /** Adds the upper half of eight lanes to the lower one until one is left: 8 to 4 to 2 to 1. */
    public static float fold(float[] lanes, int i) {
        float even = (lanes[i] + lanes[i + 4]) + (lanes[i + 2] + lanes[i + 6]);
        float odd = (lanes[i + 1] + lanes[i + 5]) + (lanes[i + 3] + lanes[i + 7]);
        return even + odd;
    }

    @Override
    public void multiplyTransposed(
            float[] matrix,
            int offset,
            int rows,
            int columns,
            int rank,
            float[] left,
            int leftOffset,
            float[] right,
            int rightOffset,
            float[] scratch) {
        for (int k = 0; k < rank; k++) {
            int factor = leftOffset + k * rows;
            int to = rightOffset + k * columns;
            Arrays.fill(right, to, to + columns, 0f);
            for (int row = 0; row < rows; row += ROW_TILE) {
                Arrays.fill(scratch, 0, columns, 0f);
                for (int i = row; i < Math.min(row + ROW_TILE, rows); i++) {
                    addScaled(matrix, offset + i * columns, columns, left[factor + i], scratch, 0);
                }
                addScaled(scratch, 0, columns, 1f, right, to);
            }
        }
    }

    @Override
    public void addProduct(
            float[] target,
            int offset,
            int rows,
            int columns,
            int rank,
            float weight,
            float[] left,
            int leftOffset,
            float[] right,
            int rightOffset,
            float[] scratch) {
        for (int i = 0; i < rank * rows; i++) {
            float scale = weight * left[leftOffset + i];
            int factor = rightOffset + (i / rows) * columns;
            addScaled(right, factor, columns, scale, target, offset + (i % rows) * columns);
        }
    }

    @Override
    public void addMatrixProduct(
            int rows,
            int inner,
            int columns,
            float[] a,
            int aAt,
            int aRow,
            int aColumn,
            float[] b,
            int bAt,
            int bRow,
            int bColumn,
            float[] c,
            int cAt,
            float[] scratch) {
        for (int i = 0; i < rows; i++) {
            for (int k = 0; k < inner; k++) {
                float factor = a[aAt + i * aRow + k * aColumn];
                for (int j = 0; j < columns; j++) {
                    c[cAt + i * columns + j] += factor * b[bAt + k * bRow + j * bColumn];
                }
            }
        }
    }
}
