package org.tersegrad.convergence.report.pictures;

/**
 * The error of a compressor C on one gradient x, as means over several messages.
 *
 * @param recipe of the compressor
 * @param gradient what kind of gradient it is
 * @param bitsPerElement of a message
 * @param error |C(x) − x|² / |x|², the normalized mean squared error
 * @param bias |E C(x) − x|² / |x|², the part of the error that stays when messages are averaged
 * @param cosine of the angle between C(x) and x
 * @param errorOfMean the same error of the mean of 8 workers, whose gradients have a part in common and as much noise
 */
public record SchemeError(
        String recipe,
        String gradient,
        double bitsPerElement,
        double error,
        double bias,
        double cosine,
        double errorOfMean) {
    /** Workers whose mean is measured. */
    public static final int WORKERS = 8;

    /** The same of a mean: its error in place of that of a message. */
    public SchemeError ofMean() {
        return new SchemeError(recipe, gradient, bitsPerElement, errorOfMean, bias, cosine, errorOfMean);
    }

    /**
     * Bits above the least that any code needs for Gaussian numbers with this error, by Shannon: log2(1 / error) / 2. Below 0 where a
     * gradient is easier to describe.
     */
    public double distance() {
        return bitsPerElement + Math.log(error) / Math.log(2) / 2;
    }

    /** The recipe without its first parameter, if a number, as in {@code topk(·,values=int8)}: what recipes of one kind at several rates have in common. */
    public String family() {
        return recipe.replaceFirst("\\((\\w+=)?[0-9]*\\.?[0-9]+", "($1·");
    }
}
