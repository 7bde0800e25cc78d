package org.tersegrad.compressors.transforms;

import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.TensorEncoder;
import org.tersegrad.compressors.Traits;

/**
 * EDEN: a random rotation makes the coordinates of any gradient nearly Gaussian, and then each is rounded to one of the 2^b
 * levels that are best for Gaussian numbers. With one bit it is DRIVE. The rotation is a Hadamard transform of blocks with random
 * signs; the seed of the signs travels, so that each message has signs of its own.
 *
 * <pre>
 *   t = H D x,  c = levels of t √n / |t|,  C(x) = (s / n) D H c       for blocks x of n = 4096 elements
 *
 *   least      s = &lt;t, c> / |c|²    contractive, delta = 0.5, 0.69, 0.9, 0.97 for 1 to 4 bits
 *                                   error of Gaussian t: 0.363, 0.117, 0.0345, 0.0095 |x|²
 *   unbiased   s = |t|² / &lt;t, c>     error of Gaussian t: 0.571, 0.133, 0.0358, 0.0096 |x|²
 *
 *   body  | bits, 1 byte | seed, 8 bytes | factor of each block, 4 bytes | levels, b bits each |
 * </pre>
 *
 * <p>Which scale? The papers estimate means over many clients without a memory, so they recommend the unbiased one: errors of
 * clients cancel out, and that of least error shrinks every gradient by 1 − error, which no mean repairs. Their proof needs a
 * uniformly random rotation, though. For random signs and a Hadamard transform it does not hold for every gradient: one with a
 * single large element among small ones is off by 30 %, so nothing is promised here. The scale of least error is the default
 * because its promise holds for every gradient, which is what error feedback needs; without error feedback, take the other one.
 *
 * <p>Where delta comes from: every coordinate of t is a sum of elements with random signs. For one bit that is Khintchine's
 * inequality with its best constant (S. Szarek, 1976); for more bits the even moments of such a sum are at most those of a Gaussian
 * variable, and the error is below a polynomial of even powers, which a test checks.
 *
 * <p>A block with a norm above a quarter of the largest float would overflow in the transform; it is sent with that norm.
 *
 * <p>S. Vargaftik and others, <i>DRIVE: one-bit distributed mean estimation</i>, 2021; S. Vargaftik and others, <i>EDEN:
 * communication-efficient and robust distributed mean estimation for federated learning</i>, 2022.
 *
 * @param bits of a level, 1 to 4
 * @param scale what the levels are multiplied by
 */
public record Eden(int bits, Scale scale) implements Compressor {
    private static final double[] DELTA = {0.5, 0.69, 0.9, 0.97};

    /** What the levels of a block are multiplied by. */
    public enum Scale {
        /** The scale of least error: for error feedback. */
        LEAST,
        /** The scale that would be unbiased after a uniformly random rotation: for means over many workers. */
        UNBIASED
    }

    public Eden {
        if (bits < 1 || bits > GaussianLevels.MOST_BITS) {
            throw new IllegalArgumentException("levels have 1 to " + GaussianLevels.MOST_BITS + " bits, not " + bits);
        }
    }

    /** Levels of so many bits, with the scale of least error. */
    public static Eden bits(int bits) {
        return new Eden(bits, Scale.LEAST);
    }

    /** The same for means over many workers, without error feedback. */
    public Eden unbiased() {
        return new Eden(bits, Scale.UNBIASED);
    }

    @Override
    public Encoder encoder(Shape shape, Seed seed) {
        return new RotatedEncoder(this, bits, scale == Scale.UNBIASED, shape, seed);
    }

    @Override
    public int maxBytes(Shape shape) {
        return TensorEncoder.payloadBytes(RotatedBody.maxByteLength(shape.size(), bits), shape);
    }

    @Override
    public Traits traits(Shape shape) {
        if (shape.size() < 2) {
            return Traits.exact();
        }
        return scale == Scale.LEAST ? Traits.contractive(DELTA[bits - 1]) : Traits.none();
    }

    @Override
    public String toString() {
        return "eden(" + bits + (scale == Scale.LEAST ? "" : ",scale=unbiased") + ")";
    }
}
