package org.tersegrad.compressors.levels;

import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.TensorEncoder;
import org.tersegrad.compressors.Traits;

/**
 * Every element as an integer of 8 or 4 bits between the least and the greatest element of its block. For numbers that are not
 * spread around zero, such as sums of squares and what comes out of a ReLU: {@link BlockInteger} spends half of its integers on a
 * sign that they do not have.
 *
 * <pre>
 *   step = (max x_i − min x_i) / s of the block, s = 255 or 15        C(x)_i = min + step round((x_i − min) / step)
 *
 *   |C(x)_i − x_i|² is at most step² / 4 to nearest, and in the mean at random; (max − min)² ≤ 2 (max² + min²) ≤ 2 |x|²
 *
 *   at random    unbiased, for blocks of b elements  omega = b / (2 s²)
 *   to nearest   halves to even; contractive, delta = 1 − b / (2 s²), for blocks shorter than 2 s²
 *
 *   body  | bits, 1 byte | block, 4 bytes | minimum and step of each block, 8 bytes | integers |
 * </pre>
 *
 * <p>A zero need not stay one: it is rounded like any other number. With many zeros in a tensor take {@link BlockInteger}.
 *
 * @param bits 8 or 4
 * @param block how many elements share a minimum and a step
 * @param rounding at random or to nearest
 */
public record AffineInteger(int bits, int block, BlockInteger.Rounding rounding) implements Compressor {
    public AffineInteger {
        BlockInteger.requireBits(bits);
        Qsgd.requireBucket(block);
    }

    /** 8 bits, rounded at random. */
    public static AffineInteger int8() {
        return new AffineInteger(8, BlockInteger.defaultBlock(8), BlockInteger.Rounding.STOCHASTIC);
    }

    /** 4 bits, rounded at random. */
    public static AffineInteger int4() {
        return new AffineInteger(4, BlockInteger.defaultBlock(4), BlockInteger.Rounding.STOCHASTIC);
    }

    /** The same, rounded to nearest. */
    public AffineInteger nearest() {
        return new AffineInteger(bits, block, BlockInteger.Rounding.NEAREST);
    }

    /** The same with other blocks. */
    public AffineInteger withBlock(int other) {
        return new AffineInteger(bits, other, rounding);
    }

    @Override
    public Encoder encoder(Shape shape, Seed seed) {
        return new AffineEncoder(this, shape, seed);
    }

    @Override
    public int maxBytes(Shape shape) {
        return TensorEncoder.payloadBytes(AffineBody.byteLength(bits, block, shape.size()), shape);
    }

    @Override
    public Traits traits(Shape shape) {
        double s = (1 << bits) - 1;
        double b = Math.min(block, shape.size());
        double error = b <= 1 ? 0 : b / (2 * s * s); // a single element is the minimum
        if (rounding == BlockInteger.Rounding.STOCHASTIC || error == 0) {
            return Traits.unbiased(error);
        }
        return error < 1 ? Traits.contractive(1 - error) : Traits.none();
    }

    @Override
    public String toString() {
        return BlockInteger.text(bits, block, rounding, ",affine=true");
    }
}
