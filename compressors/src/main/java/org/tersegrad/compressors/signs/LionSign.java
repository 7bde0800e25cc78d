package org.tersegrad.compressors.signs;

import static org.tersegrad.compressors.RecipeEntry.scheme;

import java.nio.ByteBuffer;
import org.tersegrad.compressors.BodyEncoder;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.RecipeEntry;
import org.tersegrad.compressors.RecipeEntry.Parameter;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.compressors.internal.Finite;
import org.tersegrad.compressors.internal.Numbers;
import org.tersegrad.compressors.internal.SignBits;

/**
 * The update of the optimizer Lion, which is a sign: each worker keeps the momentum of its own gradients and sends one bit
 * for each element, to be voted on or averaged.
 *
 * <pre>
 *   sent:  sign(beta1 m + (1 − beta1) g)         sign(0) = 1
 *   then:  m = beta2 m + (1 − beta2) g           m = 0 at the first step
 *
 *   body  | magnitude 1, 4 bytes | signs, a bit each |
 * </pre>
 *
 * <p>B. Liu and others, <i>Communication efficient distributed training with distributed Lion</i>, 2024.
 *
 * @param beta1 weight of the momentum in what is sent, 0 to 1
 * @param beta2 weight of the old momentum in the new one, 0 to 1
 */
public record LionSign(float beta1, float beta2) implements Compressor {
    /** Its name in recipes. */
    public static final RecipeEntry<Compressor> ENTRY = scheme(
                    "lion",
                    "lion",
                    "signs of a momentum that the encoder keeps",
                    a -> new LionSign(a.asFloat("beta1", 0.9f), a.asFloat("beta2", 0.99f)),
                    new Parameter("beta1", "weight of the momentum in what is sent, 0 to 1"),
                    new Parameter("beta2", "weight of the old momentum in the new one, 0 to 1"))
            .withFormats(SignsFormat.INSTANCE);

    public LionSign {
        LionMomentum.requireWeight("beta1", beta1);
        LionMomentum.requireWeight("beta2", beta2);
        beta1 += 0f; // −0 becomes 0
        beta2 += 0f;
    }

    /** Lion with the weights of the paper, 0.9 and 0.99. */
    public LionSign() {
        this(0.9f, 0.99f);
    }

    @Override
    public Encoder encoder(Shape shape, Seed seed) {
        return new LionEncoder(shape, seed);
    }

    private final class LionEncoder extends BodyEncoder {
        private final LionMomentum momentum;

        LionEncoder(Shape shape, Seed seed) {
            super(LionSign.this, shape, seed, SignsFormat.INSTANCE);
            momentum = new LionMomentum(beta1, beta2, size);
        }

        @Override
        protected int encodeBody(float[] values, int offset, byte[] out, int at) {
            Finite.largestKey(values, offset, size);
            SignBits.pack(momentum.update(values, offset).array(), 0, size, out, at + SignsFormat.FIELDS);
            momentum.advance(values, offset);
            return SignsFormat.finish(1f, size, out, at);
        }

        @Override
        protected long contentBytes() {
            return super.contentBytes() + (long) Float.BYTES * size;
        }

        @Override
        protected void saveContent(ByteBuffer out) {
            super.saveContent(out);
            put(momentum.values(), out);
        }

        @Override
        protected void restoreContent(ByteBuffer in) {
            super.restoreContent(in);
            get(momentum.values(), in);
        }
    }

    @Override
    public int maxBytes(Shape shape) {
        return SignsFormat.maxBytes(shape);
    }

    @Override
    public Traits traits(Shape shape) {
        return Traits.none().withKeepsMomentum(true);
    }

    @Override
    public String toString() {
        return equals(new LionSign())
                ? "lion"
                : "lion(beta1=" + Numbers.plain(beta1) + ",beta2=" + Numbers.plain(beta2) + ")";
    }
}
