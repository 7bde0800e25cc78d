package org.tersegrad.compressors.levels;

import org.tersegrad.codecs.Rans;
import org.tersegrad.codecs.internal.Kernels;
import org.tersegrad.codecs.internal.floats.RoundingKernels;
import org.tersegrad.codecs.internal.integers.RandomKernels;
import org.tersegrad.compressors.Guarantee;

/**
 * The quantization of a tensor into levels, common to {@link Qsgd}, {@link TernGrad} and {@link BlockInteger}.
 *
 * @param levels the largest level s
 * @param bucket how many elements share a step
 * @param euclidean whether s steps are the Euclidean norm of a bucket; else its largest magnitude
 * @param random whether rounding is at random, unbiased; else to nearest
 * @param code one of the codes of {@link LevelsFormat}
 * @param clip clips elements at this many standard deviations of the bucket first; 0 does not
 */
public record QuantizerPlan(int levels, int bucket, boolean euclidean, boolean random, int code, float clip) {
    /** The value of one level, so that {@code levels} of them are {@code norm}; never such that they overflow. */
    public static float step(double norm, int levels) {
        float step = (float) (norm / levels);
        if (step == Float.POSITIVE_INFINITY) {
            step = Float.MAX_VALUE / levels;
        } else if (Float.isInfinite(step * levels)) {
            // Near the end already: from the norm down there may be millions of floats.
            step = Math.min(step, Math.nextUp(Math.nextUp(Float.MAX_VALUE / levels)));
        }
        while (Float.isInfinite(step * levels)) {
            step = Math.nextDown(step);
        }
        // Rounded down by a bit in 24, it makes no difference; among denormals, which have fewer, it would.
        return step < Float.MIN_NORMAL && (double) step * levels < norm ? Math.nextUp(step) : step;
    }

    /** Bits behind the binary point when rounding at random: what a float has left beside the level, at most 15. */
    public int fraction() {
        int left = 22 - (32 - Integer.numberOfLeadingZeros(levels));
        return random ? Math.min(RoundingKernels.USUAL_FRACTION, left) : 0;
    }

    /** The field of level 0: fields of a fixed width are not negative, trits are what they stand for. */
    int zero() {
        return code == LevelsFormat.TRITS ? 0 : levels;
    }

    /** Room for the random words of a block; none if there is no need of them. */
    int[] randomWords() {
        return new int[random ? LevelsFormat.ELEMENTS / Kernels.GROUP * Kernels.ROUNDING_WORDS : 0];
    }

    /**
     * The random words of a block, always the same for the same elements.
     *
     * @param from the first element, a multiple of 512
     * @param words modified
     */
    void drawWords(long keys, int from, int count, int[] words) {
        if (random) {
            int groups = (count + Kernels.GROUP - 1) / Kernels.GROUP;
            RandomKernels.ROUNDING_WORDS
                    .at(groups * Kernels.GROUP)
                    .roundingWords((int) keys, (int) (keys >>> 32), from / Kernels.GROUP, groups, words);
        }
    }

    /** The longest body for {@code size} elements. */
    public long maxBodyBytes(int size) {
        long fields = LevelsFormat.FIELDS + 4L * LevelsFormat.buckets(size, bucket);
        return fields
                + switch (code) {
                    case LevelsFormat.ENTROPY -> maxEntropyBytes(size);
                    default -> LevelsFormat.levelBytes(code, levels, size);
                };
    }

    private long maxEntropyBytes(int size) {
        Rans coder = new Rans(2 * levels + 1);
        long whole = size / LevelsFormat.SECTION * (4L + coder.maxBytes(LevelsFormat.SECTION));
        int rest = size % LevelsFormat.SECTION;
        return rest == 0 ? whole : whole + 4 + coder.maxBytes(rest);
    }

    /**
     * Rounded at random, an element of a bucket of b loses f (1 − f) steps squared, f being its fraction of a step. That is
     * at most 1/4, and at most f. With the Euclidean norm s steps are the norm, so the sum is at most b / (4 s²) |x|², and
     * at most sqrt(b) / s |x|²; with the largest magnitude s steps are less than the norm.
     */
    public Guarantee unbiased(int size) {
        double b = Math.min(bucket, size);
        return new Guarantee.Unbiased(Math.min(b / (4.0 * levels * levels), Math.sqrt(b) / levels));
    }
}
