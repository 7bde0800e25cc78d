package org.tersegrad.compressors.levels;

import org.tersegrad.codecs.Rans;
import org.tersegrad.codecs.internal.floats.RoundingKernels;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.Guarantee;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;

/**
 * The quantization of a tensor into levels, common to {@link Qsgd}, {@link TernGrad} and {@link BlockInteger}.
 *
 * @param levels the largest level s
 * @param bucket how many elements share a step
 * @param euclidean whether s steps are the Euclidean norm of a bucket; else its largest magnitude
 * @param rounding to nearest or one of the unbiased ones
 * @param code one of the codes of {@link LevelsFormat}
 * @param clip clips elements at this many standard deviations of the bucket first; 0 does not
 */
public record QuantizerPlan(
        int levels, int bucket, boolean euclidean, BlockInteger.Rounding rounding, int code, float clip) {
    /** Whether rounding is at random, unbiased. */
    public boolean random() {
        return rounding != BlockInteger.Rounding.NEAREST;
    }

    /** Whether receivers subtract the dither. */
    public boolean dithers() {
        return rounding == BlockInteger.Rounding.DITHER;
    }

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
        return random() ? fraction(levels) : 0;
    }

    static int fraction(int levels) {
        return Math.min(RoundingKernels.USUAL_FRACTION, 22 - (32 - Integer.numberOfLeadingZeros(levels)));
    }

    /** The field of level 0: fields of a fixed width are not negative, trits are what they stand for. */
    int zero() {
        return code == LevelsFormat.TRITS ? 0 : levels;
    }

    /** A rounder for elements that are multiplied by {@link BucketScale#factor}. */
    LevelRounder rounder(RoundingWords words) {
        return new LevelRounder(rounding, words, fraction(), RoundingKernels.MAGIC, zero(), LevelsFormat.width(levels));
    }

    /** The seed from which a worker that rounds by this plan draws: that of its group, if workers agree. */
    public Seed seed(Seed ofWorker) {
        return RoundingWords.seed(rounding, ofWorker);
    }

    /** The most bytes of a payload for a tensor. */
    int maxBytes(Shape shape) {
        return dithers()
                ? DitheredFormat.LEVELS.maxBytes(maxBodyBytes(shape.size()), shape)
                : LevelsFormat.INSTANCE.payloadBytes(maxBodyBytes(shape.size()), shape);
    }

    /** An encoder of a recipe with this plan. */
    Encoder encoder(Compressor recipe, Shape shape, Seed seed) {
        LevelsEncoder levels = new LevelsEncoder(recipe, this, shape, seed);
        return dithers() ? DitheredFormat.LEVELS.encoder(recipe, shape, seed, levels::encodeLevels) : levels;
    }

    /** The longest body for {@code size} elements, that of levels alone. */
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
     * at most sqrt(b) / s |x|²; with the largest magnitude s steps are less than the norm. With dither every element loses 1/12,
     * whatever it is.
     */
    public Guarantee unbiased(int size) {
        double b = Math.min(bucket, size);
        if (dithers()) {
            return new Guarantee.Unbiased(b / (12.0 * levels * levels));
        }
        return new Guarantee.Unbiased(Math.min(b / (4.0 * levels * levels), Math.sqrt(b) / levels));
    }
}
