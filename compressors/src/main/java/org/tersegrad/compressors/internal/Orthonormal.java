package org.tersegrad.compressors.internal;

/**
 * Makes vectors orthonormal, in place, by Gram–Schmidt done twice ("twice is enough": Giraud, Langou, Rozložník 2005).
 *
 * <p>Vector by vector: subtract what lies along the vectors before it, once and again, then divide by the length. All of
 * it is done in double: products of floats neither overflow nor vanish there, from the smallest denormal to the largest
 * float. Plain loops in a fixed order, so the bits are the same with SIMD and without.
 *
 * <p>A vector of which next to nothing is left depends on those before it, and what is left is rounding noise. It becomes
 * zero: then the others still span all there was, and the sum of p pᵀ is still a projection. So do zero vectors, all
 * vectors beyond the length, and vectors with an infinity or a NaN, of which there is no direction to keep.
 */
public final class Orthonormal {
    /**
     * A vector of which less than this part is left is dependent. Floats are rounded to 6e-8 of their size, which leaves
     * that much of a vector that would be dependent if it were exact.
     */
    static final double DEPENDENT = 1e-6;

    private Orthonormal() {}

    /**
     * Makes {@code count} vectors orthonormal, or zero.
     *
     * @param vectors modified: {@code count} vectors of {@code length} floats from {@code offset} on, one after another
     * @param scratch modified: at least {@code length} doubles; contents are undefined
     * @return how many vectors are not zero
     */
    public static int rows(float[] vectors, int offset, int count, int length, double[] scratch) {
        int independent = 0;
        for (int k = 0; k < count; k++) {
            int row = offset + k * length;
            double before = 0;
            for (int i = 0; i < length; i++) {
                scratch[i] = vectors[row + i];
                before += scratch[i] * scratch[i];
            }
            subtractProjections(vectors, offset, k, length, scratch);
            subtractProjections(vectors, offset, k, length, scratch);
            double after = 0;
            for (int i = 0; i < length; i++) {
                after += scratch[i] * scratch[i];
            }
            // Also false for NaN, and for infinity less than infinity.
            boolean direction =
                    independent < length && after > DEPENDENT * DEPENDENT * before && after < Double.POSITIVE_INFINITY;
            double scale = direction ? 1 / Math.sqrt(after) : 0;
            for (int i = 0; i < length; i++) {
                vectors[row + i] = direction ? (float) (scratch[i] * scale) : 0f;
            }
            independent += direction ? 1 : 0;
        }
        return independent;
    }

    private static void subtractProjections(float[] vectors, int offset, int count, int length, double[] vector) {
        for (int k = 0; k < count; k++) {
            int row = offset + k * length;
            double along = 0;
            double square = 0;
            for (int i = 0; i < length; i++) {
                along += vectors[row + i] * vector[i];
                square += (double) vectors[row + i] * vectors[row + i];
            }
            // The length is one up to rounding to float; to divide by it keeps that error out of the next vector.
            double part = square > 0 ? along / square : 0;
            for (int i = 0; i < length; i++) {
                vector[i] -= part * vectors[row + i];
            }
        }
    }
}
