package org.tersegrad.compressors.signs;

import static org.tersegrad.compressors.RecipeEntry.scheme;

import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FusedEncoder;
import org.tersegrad.compressors.RecipeArguments;
import org.tersegrad.compressors.RecipeEntry;
import org.tersegrad.compressors.RecipeEntry.Parameter;
import org.tersegrad.compressors.Residual;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.compressors.internal.OrderedSums;

/**
 * The sign of every element, and nothing of its magnitude: for majority votes and optimizers whose step is a sign. The
 * learning rate is the scale.
 *
 * <pre>
 *   C(x)_i = sign(x_i)       sign(0.0) = 1, sign(−0.0) = −1: there is no third value in one bit, and C(−x) = −C(x)
 *
 *   body  | magnitude 1, 4 bytes | signs, a bit each |
 * </pre>
 *
 * <p>J. Bernstein, Y.-X. Wang, K. Azizzadenesheli, A. Anandkumar, <i>signSGD: compressed optimisation for non-convex
 * problems</i>, 2018.
 */
public record Sign() implements Compressor {
    /** The name of all three kinds of signs in recipes. */
    public static final RecipeEntry<Compressor> ENTRY = scheme(
                    "sign",
                    "sign",
                    "signs, times the mean magnitude",
                    Sign::of,
                    new Parameter("scaled", "false: nothing but the signs"),
                    new Parameter("zero", "true: a zero has no sign, in 1.6 bits instead of 1"))
            .withFormats(SignsFormat.INSTANCE)
            .withExamples("sign(scaled=false)", "sign(zero=true)", "sign(scaled=false,zero=true)");

    private static Compressor of(RecipeArguments a) {
        boolean scaled = a.asBoolean("scaled", true);
        if (a.asBoolean("zero", false)) {
            return new TernarySign(scaled);
        }
        return scaled ? new ScaledSign() : new Sign();
    }

    @Override
    public Encoder encoder(Shape shape, Seed seed) {
        return new FusedEncoder(this, shape, seed, SignsFormat.INSTANCE) {
            @Override
            protected int run() {
                return OrderedSums.BLOCK;
            }

            @Override
            protected int encodeBody(float[] values, int offset, byte[] out, int at) {
                for (int done = 0; done < size; done += OrderedSums.BLOCK) {
                    int count = Math.min(OrderedSums.BLOCK, size - done);
                    packSigns(values, load(offset, done, count), done, count, out, at + SignsFormat.FIELDS + done / 8);
                }
                return SignsFormat.finish(1f, size, out, at);
            }

            @Override
            protected void keepResidual(Residual residual, byte[] out, int at) {
                SignsFormat.keepResidual(residual, out, at);
            }
        };
    }

    @Override
    public int maxBytes(Shape shape) {
        return SignsFormat.maxBytes(shape);
    }

    @Override
    public Traits traits(Shape shape) {
        return Traits.none();
    }

    @Override
    public String toString() {
        return "sign(scaled=false)";
    }
}
