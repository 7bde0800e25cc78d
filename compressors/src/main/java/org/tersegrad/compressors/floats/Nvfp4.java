package org.tersegrad.compressors.floats;

import static org.tersegrad.compressors.RecipeEntry.scheme;

import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.RecipeEntry;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;

/**
 * NVFP4: floats of 4 bits (0, 0.5, 1, 1.5, 2, 3, 4, 6 and their negatives), a scale of 8 bits in E4M3 for each 16 of them, and one
 * scale of 32 bits for all. With scales that are not powers of two the largest element of a block is nearly exact.
 *
 * <pre>
 *   T = max |x| / (6 · 448),  X = T E4M3(max of the block / (6 T)),  C(x)_i = X E2M1(x_i / X)
 *   to nearest   halves to even; contractive, delta = max(1 − 0.092 − d / 28672², 1 / d)
 *   at random    X is rounded up, so that nothing is too large; unbiased, omega = 0.075 + d / 688128²
 *   body  | format, 1 byte | T, 4 bytes | scale of each block, 1 byte | elements, 4 bits each |
 * </pre>
 *
 * <p>Derivation: E4M3 rounds a scale of 2^-6 or more by at most 1/16, so the largest element of a block is 5.64 scales or more. To
 * nearest, an element of a scale or more loses at most 1/4 of itself, and a smaller one at most 1/4 of a scale: together 1/16 + 15
 * / 16 / 5.64². At random, a scale grows by at most 1/8, and the variances are 1/24 of the square and 1/16 of a squared scale: 1/24
 * + 15 / 16 / 5.33². A block with a smaller scale has elements below 2^-6 · 6 T, which is max |x| / 28672; such elements may be
 * lost, or at random have a variance of (2^-6 T)² / 16.
 *
 * <p>NVIDIA, <i>Pretraining large language models with NVFP4</i>, 2025.
 *
 * @param rounding to nearest or at random
 */
public record Nvfp4(Half.Rounding rounding) implements Compressor {
    /** Its name in recipes. */
    public static final RecipeEntry<Compressor> ENTRY = scheme(
                    "nvfp4",
                    "nvfp4",
                    "floats of 4 bits, a scale for each 16 and one for all",
                    a -> new Nvfp4(a.asChoice("rounding", Half.Rounding.NEAREST)),
                    Half.ROUNDING)
            .withFormats(BlockFloatsFormat.INSTANCE)
            .withExamples("nvfp4(rounding=stochastic)");

    private static final BlockLayout FORMAT = BlockLayout.NVFP4;

    /** Rounded to nearest. */
    public static Nvfp4 nearest() {
        return new Nvfp4(Half.Rounding.NEAREST);
    }

    /** Rounded at random. */
    public static Nvfp4 stochastic() {
        return new Nvfp4(Half.Rounding.STOCHASTIC);
    }

    @Override
    public Encoder encoder(Shape shape, Seed seed) {
        return new BlockFloatsFormat.Writer(this, FORMAT, rounding == Half.Rounding.STOCHASTIC, shape, seed);
    }

    @Override
    public int maxBytes(Shape shape) {
        return BlockFloatsFormat.INSTANCE.payloadBytes(FORMAT.byteLength(shape.size()), shape);
    }

    @Override
    public Traits traits(Shape shape) {
        double d = shape.size();
        if (d == 0) {
            return Traits.exact();
        }
        return rounding == Half.Rounding.STOCHASTIC
                ? Traits.unbiased(0.075 + d / (688128.0 * 688128.0))
                : Traits.contractive(Math.max(1 - 0.092 - d / (28672.0 * 28672.0), 1 / d));
    }

    @Override
    public String toString() {
        return "nvfp4" + (rounding == Half.Rounding.NEAREST ? "" : "(rounding=stochastic)");
    }
}
