package org.tersegrad.codecs.internal;

import static org.tersegrad.codecs.internal.VectorLanes.LENGTH;

/** The float kernels on the JDK's Vector API: driver loops around leaf kernels, as in {@link VectorKernels}. */
final class VectorFloatKernels implements FloatKernels {
    private static final ScalarFloatKernels SCALAR = new ScalarFloatKernels();
    private static final int LANES = Kernels.LANES;
    /** Elements that share a row of random words. */
    private static final int PAIR = 2 * LANES;
    /** Elements that a leaf kernel takes in one call. */
    private static final int BLOCK = 4096;
    /** A few to begin with, to see whether many of them are large. */
    private static final int FIRST_BLOCK = 512;
    /** Groups in a block. */
    private static final int GROUPS = BLOCK / VectorSelection.GROUP;

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
        // To subtract −0.0 would make 0.0 of −0.0.
        int bits = Float.floatToRawIntBits(positive) | Float.floatToRawIntBits(negative);
        boolean plain = factor == 1f && bits == 0;
        int largest = 0;
        int whole = wholeRows(count);
        for (int done = 0; done < whole; done += BLOCK) {
            int block = Math.min(BLOCK, whole - done);
            int from = offset + done;
            int with = gradientOffset + done;
            int to = sumOffset + done;
            int key = plain
                    ? VectorResidual.add(residual, from, block, gradient, with, sum, to)
                    : VectorResidual.add(residual, from, block, positive, negative, factor, gradient, with, sum, to);
            largest = Math.max(largest, key);
        }
        int key = SCALAR.addToResidual(
                residual,
                offset + whole,
                count - whole,
                positive,
                negative,
                factor,
                gradient,
                gradientOffset + whole,
                sum,
                sumOffset + whole);
        return Math.max(largest, key);
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
        int whole = wholeRows(count);
        for (int done = 0; done < whole; done += BLOCK) {
            int block = Math.min(BLOCK, whole - done);
            int from = offset + done;
            int with = gradientOffset + done;
            int to = sumOffset + done;
            if (LENGTH == 4) {
                for (int run = 0; run < block; run += RUN) {
                    int rows = Math.min(RUN, block - run);
                    for (int lane = 0; lane < LANES; lane += 2 * LENGTH) {
                        VectorResidual.addAndSumTwo(
                                residual,
                                from + run,
                                rows,
                                magnitude,
                                gradient,
                                with + run,
                                sum,
                                to + run,
                                lanes,
                                lane);
                    }
                }
            } else {
                for (int lane = 0; lane < LANES; lane += LENGTH) {
                    VectorResidual.addAndSumOne(residual, from, block, magnitude, gradient, with, sum, to, lanes, lane);
                }
            }
        }
        SCALAR.addToResidualAndSum(
                residual,
                offset + whole,
                count - whole,
                magnitude,
                gradient,
                gradientOffset + whole,
                sum,
                sumOffset + whole,
                lanes);
    }

    @Override
    public void upperHalves(float[] values, int from, int count, byte[] out, int to) {
        int whole = wholeRows(count);
        for (int done = 0; done < whole; done += BLOCK) {
            int block = Math.min(BLOCK, whole - done);
            VectorHalves.upper(values, from + done, block, out, to + 2 * done);
        }
        SCALAR.upperHalves(values, from + whole, count - whole, out, to + 2 * whole);
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
        int done = 0;
        if (first % PAIR == 0 && fraction == USUAL_FRACTION) {
            int base = (MAGIC_BITS >>> fraction) - offset;
            int whole = count & -PAIR;
            while (done < whole) {
                int inGroup = (first + done) % Kernels.GROUP;
                int block = Math.min(Kernels.GROUP - inGroup, whole - done);
                int wordsAt = (first + done) / Kernels.GROUP * Kernels.ROUNDING_WORDS;
                int row = wordsAt + inGroup / 2;
                int dither = wordsAt + Kernels.DITHER;
                int x = from + done;
                int at = to + done;
                VectorRounding.evenRows(values, x, block, factor, words, row, dither, base, fields, at);
                VectorRounding.oddRows(values, x + LANES, block, factor, words, row, dither, base, fields, at + LANES);
                done += block;
            }
        }
        SCALAR.roundAtRandom(
                values, from + done, count - done, factor, fraction, words, first + done, offset, fields, to + done);
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
        if (fraction != USUAL_FRACTION) {
            SCALAR.packAtRandom(values, from, groups, factor, fraction, words, wordsFrom, offset, width, out, to);
            return;
        }
        int base = VectorRounding.inEveryField((MAGIC_BITS >>> fraction) - offset, width);
        for (int group = 0; group < groups; group++) {
            int x = from + group * Kernels.GROUP;
            int w = wordsFrom + group * Kernels.ROUNDING_WORDS;
            int at = to + group * width * Kernels.ROW_BYTES;
            for (int lane = 0; lane < LANES; lane += LENGTH) {
                VectorRounding.packGroup(values, x + lane, factor, words, w + lane, base, width, out, at + 4 * lane);
            }
        }
    }

    @Override
    public void roundToNearest(float[] values, int from, int count, float factor, int offset, int[] fields, int to) {
        int whole = wholeRows(count);
        for (int done = 0; done < whole; done += BLOCK) {
            int block = Math.min(BLOCK, whole - done);
            VectorRounding.nearest(values, from + done, block, factor, MAGIC_BITS - offset, fields, to + done);
        }
        SCALAR.roundToNearest(values, from + whole, count - whole, factor, offset, fields, to + whole);
    }

    @Override
    public void packNearest(
            float[] values, int from, int groups, float factor, int offset, int width, byte[] out, int to) {
        int base = VectorRounding.inEveryField(MAGIC_BITS - offset, width);
        for (int group = 0; group < groups; group++) {
            int x = from + group * Kernels.GROUP;
            int at = to + group * width * Kernels.ROW_BYTES;
            for (int lane = 0; lane < LANES; lane += LENGTH) {
                VectorRounding.packNearestGroup(values, x + lane, factor, base, width, out, at + 4 * lane);
            }
        }
    }

    @Override
    public void fromLevels(int[] fields, int from, int count, int offset, float step, float[] values, int to) {
        int whole = wholeRows(count);
        for (int done = 0; done < whole; done += BLOCK) {
            int block = Math.min(BLOCK, whole - done);
            VectorRounding.fromLevels(fields, from + done, block, offset, step, values, to + done);
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
            VectorRounding.subtractLevels(
                    fields, from + done, block, offset, step, values, at + done, rest, restAt + done);
        }
        SCALAR.subtractLevels(
                fields, from + whole, count - whole, offset, step, values, at + whole, rest, restAt + whole);
    }

    @Override
    public int collect(float[] values, int offset, int count, int leastKey, int base, int[] indices, int to) {
        int whole = count & -VectorSelection.GROUP;
        int next = to;
        boolean dense = false;
        int block;
        for (int done = 0; done < whole; done += block) {
            block = Math.min(done == 0 ? FIRST_BLOCK : BLOCK, whole - done);
            int found = dense
                    ? collectDense(values, offset + done, block, leastKey, base + done, indices, next)
                    : collectSparse(values, offset + done, block, leastKey, base + done, indices, next);
            dense = found > block / VectorSelection.GROUP;
            next += found;
        }
        return next - to + SCALAR.collect(values, offset + whole, count - whole, leastKey, base + whole, indices, next);
    }

    private static int collectSparse(
            float[] values, int offset, int block, int leastKey, int base, int[] indices, int to) {
        int groups = to + block; // what passes between the loops lies behind all that they can write
        int words = groups + GROUPS;
        int hits = VectorSelection.hits(values, offset, block, leastKey, indices, groups);
        VectorSelection.words(values, offset, leastKey, indices, groups, hits, words);
        return VectorSelection.walk(indices, groups, words, hits, base, to);
    }

    private static int collectDense(
            float[] values, int offset, int block, int leastKey, int base, int[] indices, int to) {
        int words = to + block + VectorSelection.OVERRUN;
        int all = block / VectorSelection.GROUP;
        VectorSelection.allWords(values, offset, leastKey, all, indices, words);
        indices[words + all] = 0;
        return VectorSelection.walkAll(indices, words, all, base, to);
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
        VectorLowRank.multiply(matrix, offset, rows, columns, rank, right, rightOffset, left, leftOffset, scratch);
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
        VectorLowRank.multiplyTransposed(
                matrix, offset, rows, columns, rank, left, leftOffset, right, rightOffset, scratch);
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
        VectorLowRank.addProduct(
                target, offset, rows, columns, rank, weight, left, leftOffset, right, rightOffset, scratch);
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
        VectorMatrices.addProduct(rows, inner, columns, a, aAt, aRow, aColumn, b, bAt, bRow, bColumn, c, cAt, scratch);
    }

    /** The largest multiple of sixteen up to {@code count}; what is left goes to the scalar kernel. */
    private static int wholeRows(int count) {
        return count & -LANES;
    }
}
