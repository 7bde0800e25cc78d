package org.tersegrad.codecs.internal;

import static org.tersegrad.codecs.internal.VectorLanes.LENGTH;

/** The float kernels on the JDK's Vector API: driver loops around leaf kernels, as in {@link VectorKernels}. */
final class VectorFloatKernels implements FloatKernels {
    private static final ScalarFloatKernels SCALAR = new ScalarFloatKernels();
    private static final int LANES = Kernels.LANES;
    /** Elements that a leaf kernel takes in one call. */
    private static final int BLOCK = 4096;

    @Override
    public int largestKey(float[] values, int offset, int count) {
        int largest = 0;
        int whole = wholeRows(count);
        for (int done = 0; done < whole; done += BLOCK) {
            int block = Math.min(BLOCK, whole - done);
            largest = Math.max(largest, VectorReductions.largestKey(values, offset + done, block));
        }
        return Math.max(largest, SCALAR.largestKey(values, offset + whole, count - whole));
    }

    @Override
    public void sumMagnitudes(float[] values, int offset, int count, float[] lanes) {
        int whole = wholeRows(count);
        for (int done = 0; done < whole; done += BLOCK) {
            int block = Math.min(BLOCK, whole - done);
            if (LENGTH == 4) {
                VectorReductions.sumMagnitudesOfFour(values, offset + done, block, lanes);
            } else {
                for (int lane = 0; lane < LANES; lane += LENGTH) {
                    VectorReductions.sumMagnitudesOfOne(values, offset + done, block, lanes, lane);
                }
            }
        }
        SCALAR.sumMagnitudes(values, offset + whole, count - whole, lanes);
    }

    @Override
    public void sumSquares(float[] values, int offset, int count, float factor, float[] lanes) {
        int whole = wholeRows(count);
        for (int done = 0; done < whole; done += BLOCK) {
            int block = Math.min(BLOCK, whole - done);
            if (LENGTH == 4) {
                VectorReductions.sumSquaresOfFour(values, offset + done, block, factor, lanes);
            } else {
                for (int lane = 0; lane < LANES; lane += LENGTH) {
                    VectorReductions.sumSquaresOfOne(values, offset + done, block, factor, lanes, lane);
                }
            }
        }
        SCALAR.sumSquares(values, offset + whole, count - whole, factor, lanes);
    }

    @Override
    public void sumPositive(float[] values, int offset, int count, float factor, float[] lanes) {
        int whole = wholeRows(count);
        for (int done = 0; done < whole; done += BLOCK) {
            int block = Math.min(BLOCK, whole - done);
            for (int lane = 0; lane < LANES; lane += LENGTH) {
                VectorReductions.sumPositive(values, offset + done, block, factor, lanes, lane);
            }
        }
        SCALAR.sumPositive(values, offset + whole, count - whole, factor, lanes);
    }

    @Override
    public void addScaled(float[] values, int offset, int count, float weight, float[] target, int targetOffset) {
        int whole = wholeRows(count);
        for (int done = 0; done < whole; done += BLOCK) {
            int block = Math.min(BLOCK, whole - done);
            VectorReductions.addScaled(values, offset + done, block, weight, target, targetOffset + done);
        }
        SCALAR.addScaled(values, offset + whole, count - whole, weight, target, targetOffset + whole);
    }

    @Override
    public int collect(float[] values, int offset, int count, int leastKey, int base, int[] indices, int to) {
        int whole = count & -VectorSelection.GROUP;
        int next = to;
        for (int done = 0; done < whole; done += BLOCK) {
            int block = Math.min(BLOCK, whole - done);
            int from = offset + done;
            // What passes between the loops lies behind all that they can write.
            int groups = next + block + VectorSelection.STEP;
            int words = groups + BLOCK / VectorSelection.GROUP;
            int hits = VectorSelection.hits(values, from, block, leastKey, indices, groups);
            VectorSelection.words(values, from, leastKey, indices, groups, hits, words);
            next += VectorSelection.walk(indices, groups, words, hits, base + done, next);
        }
        return next - to + SCALAR.collect(values, offset + whole, count - whole, leastKey, base + whole, indices, next);
    }

    /** The largest multiple of sixteen up to {@code count}; what is left goes to the scalar kernel. */
    private static int wholeRows(int count) {
        return count & -LANES;
    }
}
