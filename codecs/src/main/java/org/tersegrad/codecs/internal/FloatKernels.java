package org.tersegrad.codecs.internal;

/**
 * The other half of the SIMD seam: loops over floats. The rules are those of {@link Kernels}; every method takes any
 * count.
 *
 * <p>The <i>key</i> of a float is the bit pattern of its magnitude. Keys order like magnitudes, and that of an infinity
 * or a NaN is {@link #NON_FINITE} or more, so a largest key tells whether all is finite.
 *
 * <p>Sums of floats depend on their order. The order here is that of sixteen lanes, element {@code i} in lane
 * {@code i % 16}, whatever the width of a vector. Whole rows of sixteen go in runs of {@link #RUN} elements: in a run each lane
 * is summed from 0, first to last, and then added to its total; of many small numbers after a large one few are lost. What is
 * left behind the last whole row is added to the totals. Products are rounded before they are added.
 */
public interface FloatKernels {
    /** Elements that are summed up before they are added to the sums of those before them. */
    int RUN = 16 * Kernels.LANES;

    /** The smallest key that is not of a finite number. */
    int NON_FINITE = 0x7f800000;

    /** How many places more than the elements it looks at {@link #collect} needs. */
    int COLLECT_ROOM = 272;

    /** The largest key; 0 for no elements. */
    int largestKey(float[] values, int offset, int count);

    /**
     * Adds magnitudes.
     *
     * @param lanes modified: {@code lanes[i % 16] += |values[offset + i]|}
     */
    void sumMagnitudes(float[] values, int offset, int count, float[] lanes);

    /**
     * Adds the squares of {@code factor * value}.
     *
     * @param lanes modified: {@code lanes[i % 16] += (factor * values[offset + i])^2}
     */
    void sumSquares(float[] values, int offset, int count, float factor, float[] lanes);

    /**
     * Adds what is positive of {@code factor * value}.
     *
     * @param lanes modified: {@code lanes[i % 16] += max(factor * values[offset + i], 0)}
     */
    void sumPositive(float[] values, int offset, int count, float factor, float[] lanes);

    /**
     * {@code target[i] += weight * values[i]}.
     *
     * @param values not modified
     * @param target modified in {@code [targetOffset, targetOffset + count)}
     */
    void addScaled(float[] values, int offset, int count, float weight, float[] target, int targetOffset);

    /**
     * Adds a gradient to the residual of earlier ones, from which a value for each sign is still to be subtracted. Fast if
     * {@code factor} is 1 and both values are 0.
     *
     * <pre>
     *   sum = factor * (residual − (negative where the sign of residual is set, else positive)) + gradient
     * </pre>
     *
     * @param residual not modified
     * @param gradient not modified
     * @param sum modified in {@code [sumOffset, sumOffset + count)}
     * @return the largest key of the sums
     */
    int addToResidual(
            float[] residual,
            int offset,
            int count,
            float positive,
            float negative,
            float factor,
            float[] gradient,
            int gradientOffset,
            float[] sum,
            int sumOffset);

    /**
     * The same for one magnitude, which is positive or negative as {@code residual} is, and magnitudes of the sums added up.
     *
     * @param magnitude above 0
     * @param lanes modified: {@code lanes[i % 16] += |sum[sumOffset + i]|}
     */
    void addToResidualAndSum(
            float[] residual,
            int offset,
            int count,
            float magnitude,
            float[] gradient,
            int gradientOffset,
            float[] sum,
            int sumOffset,
            float[] lanes);

    /** From this key on {@link #upperHalves} would round up to an infinity. */
    int HALF_OVERFLOW = 0x7f7f8000;

    /**
     * The upper 16 bits of every float, rounded to nearest, halves to even.
     *
     * @param values not modified; their keys are below {@link #HALF_OVERFLOW}
     * @param out modified in {@code [to, to + 2 * count)}: little-endian
     */
    void upperHalves(float[] values, int from, int count, byte[] out, int to);

    /** Lanes that {@link #multiply} sums up in: half as many as elsewhere, so that eight sums fit in 128-bit registers. */
    int DOT_LANES = 8;
    /** Columns of a matrix that {@link #multiply} sums up before it adds them to the sums of the columns before. */
    int COLUMN_TILE = 4096;
    /** Rows of a matrix that {@link #multiplyTransposed} sums up before it adds them to the sums of the rows before. */
    int ROW_TILE = 192;
    /** How many floats of working memory the products of a matrix with {@code rank} vectors need. */
    static int scratch(int rank, int columns) {
        return Math.addExact(Math.multiplyExact(rank, columns), 8 * DOT_LANES);
    }

    /**
     * {@code left = matrix * right}: each row of a row-major matrix times {@code rank} vectors, P = M Q in PowerSGD.
     *
     * <p>The order of a sum: columns go in tiles of {@link #COLUMN_TILE}. In a tile, the whole eights of columns go to
     * {@link #DOT_LANES} lanes, first to last. Then lane {@code i} takes up lane {@code i + 4}, for i below 4, and so on
     * with 2 and 1; to lane 0 the columns left over are added one by one. The tiles are added first to last.
     *
     * @param matrix not modified: {@code rows * columns} floats from {@code offset} on
     * @param right not modified: {@code rank} vectors of {@code columns} floats, one after another
     * @param left modified: {@code rank} vectors of {@code rows} floats, one after another
     * @param scratch modified: at least {@link #scratch} floats; what they are is of no meaning
     */
    void multiply(
            float[] matrix,
            int offset,
            int rows,
            int columns,
            int rank,
            float[] right,
            int rightOffset,
            float[] left,
            int leftOffset,
            float[] scratch);

    /**
     * {@code right = transpose(matrix) * left}, Q = Mᵀ P in PowerSGD; stored as for {@link #multiply}.
     *
     * <p>The order of a sum: rows go in tiles of {@link #ROW_TILE}, in a tile first to last; the tiles are added first to
     * last.
     *
     * @param matrix not modified
     * @param left not modified
     * @param right modified
     * @param scratch modified: at least {@link #scratch} floats; what they are is of no meaning
     */
    void multiplyTransposed(
            float[] matrix,
            int offset,
            int rows,
            int columns,
            int rank,
            float[] left,
            int leftOffset,
            float[] right,
            int rightOffset,
            float[] scratch);

    /**
     * {@code target += weight * left * transpose(right)}, a matrix from its factors; stored as for {@link #multiply}.
     *
     * <p>Each element takes {@code (weight * left[k][row]) * right[k][column]} for one k after another.
     *
     * @param target modified: {@code rows * columns} floats from {@code offset} on
     * @param left not modified
     * @param right not modified
     * @param scratch modified: at least {@link #scratch} floats; what they are is of no meaning
     */
    void addProduct(
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
            float[] scratch);

    /** How many floats of working memory {@link #addMatrixProduct} needs. */
    int PRODUCT_SCRATCH = 32_768 + 64;

    /**
     * {@code c += a * b} for matrices of any size: {@code rows x inner} times {@code inner x columns}. Element (i, k) of a
     * stands at {@code aAt + i * aRow + k * aColumn}, so that a matrix with its steps in turn is its transpose; b likewise.
     * Fast if of the two steps one is 1.
     *
     * <p>Each element of c takes {@code a(i, k) * b(k, j)} for one k after another.
     *
     * @param a not modified
     * @param b not modified
     * @param c modified: {@code rows * columns} floats from {@code cAt} on, row by row
     * @param scratch modified: at least {@link #PRODUCT_SCRATCH} floats; what they are is of no meaning
     */
    void addMatrixProduct(
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
            float[] scratch);

    /**
     * Appends {@code base + i}, ascending, for every {@code i} in {@code [0, count)} whose key is {@code leastKey} or more.
     *
     * @param leastKey not negative
     * @param indices modified in {@code [to, to + count + COLLECT_ROOM)}, which must be there; of no use beyond the result
     * @return how many
     */
    int collect(float[] values, int offset, int count, int leastKey, int base, int[] indices, int to);

    /**
     * Rounds to a level, up or down at random so that its mean is exact: {@code factor} contains {@code 2^fraction}, and
     *
     * <pre>
     *   scaled = factor * value                                   in units of 2^-fraction of a level
     *   level  = floor((round(scaled + u) + r) / 2^fraction)      r of {0, 1, ... 2^fraction − 1}, all alike
     * </pre>
     *
     * <p>The dither u, uniform between −1/2 and 1/2, makes the mean of round(scaled + u) what is scaled: without it, what is
     * below half a unit would never be sent. It has 24 bits: a mean is exact to {@code 2^-24} units, beside what floats leave
     * of {@code scaled}. Whole levels stay what they are, and nothing is rounded above a whole level that it does not exceed.
     *
     * <p>For a negative value u and r are turned around, so that the level of −x is the negative of that of x.
     *
     * <p>Words are those of {@link Kernels#roundingWords}. Element {@code e = first + i} is number {@code n = e % 512} of group
     * {@code e / 512}. Its r is half of word {@code 16 (n / 32) + n % 16} of the group: {@code fraction} bits, the lowest if
     * {@code n / 16} is even, else the highest. Its u is that of lane {@code n % 16}.
     *
     * @param factor such that all products are within ±2^22, and are levels times {@code 2^fraction}
     * @param fraction 1 to 16; fast if {@link #USUAL_FRACTION}
     * @param offset added to each level
     * @param fields modified in {@code [to, to + count)}
     */
    void roundAtRandom(
            float[] values,
            int from,
            int count,
            float factor,
            int fraction,
            int[] words,
            int first,
            int offset,
            int[] fields,
            int to);

    /**
     * {@link #roundAtRandom} for whole groups of 512, packed at once as fields of {@code width} bits.
     *
     * @param width 2, 4 or 8
     * @param words from {@code wordsFrom} on those of the first group
     * @param out modified: {@code 64 * width} bytes a group
     */
    void packAtRandom(
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
            int to);

    /**
     * Rounds {@code factor * value} to the nearest level, halves to the even one.
     *
     * @param factor such that all products are within ±2^22
     * @param offset added to each level
     * @param fields modified in {@code [to, to + count)}
     */
    void roundToNearest(float[] values, int from, int count, float factor, int offset, int[] fields, int to);

    /** {@link #roundToNearest} for whole groups of 512, packed at once as fields of 2, 4 or 8 bits. */
    void packNearest(float[] values, int from, int groups, float factor, int offset, int width, byte[] out, int to);

    /**
     * The inverse: {@code step * (field - offset)}.
     *
     * @param fields not modified; below 2^22
     * @param values modified in {@code [to, to + count)}
     */
    void fromLevels(int[] fields, int from, int count, int offset, float step, float[] values, int to);

    /**
     * {@code rest = value - step * (field - offset)}.
     *
     * @param fields not modified; below 2^22
     * @param rest modified in {@code [restAt, restAt + count)}; may be {@code values} at the same place
     */
    void subtractLevels(
            int[] fields,
            int from,
            int count,
            int offset,
            float step,
            float[] values,
            int at,
            float[] rest,
            int restAt);

    /** As many bits behind the binary point as levels up to 127 leave. */
    int USUAL_FRACTION = 15;

    /** 1.5 * 2^23: a float of at most 22 bits, added to it, is rounded to an integer that stands in the low bits. */
    float MAGIC = 12582912f;

    /** The bit pattern of {@link #MAGIC}. */
    int MAGIC_BITS = 0x4b400000;
}
