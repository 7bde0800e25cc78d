package org.tersegrad.compressors.schemes;

import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.codecs.FixedWidth;
import org.tersegrad.codecs.internal.floats.RoundingKernels;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.Guarantee;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.TensorEncoder;
import org.tersegrad.compressors.internal.Finite;
import org.tersegrad.compressors.internal.bodies.floats.NaturalBody;
import org.tersegrad.compressors.internal.bodies.kinds.BodyKind;
import org.tersegrad.compressors.internal.bodies.levels.LevelsBody;

/**
 * Every element becomes a power of two, one of its two neighbours at random so that the mean is exact: sign and exponent
 * of a float are sent and its fraction, the chance of the upper neighbour, is not.
 *
 * <pre>
 *   C(x) = sign(x) 2^a   with chance (2^(a+1) − |x|) / 2^a,  else sign(x) 2^(a+1),  where a = floor(log2 |x|)
 *   unbiased, omega = 1/8, reached at |x| = (4/3) 2^a
 *
 *   body  | sign and exponent, 9 bits each |
 * </pre>
 *
 * <p>Below 2^-126 the neighbours are 0 and 2^-126. Above 2^127 there is no upper neighbour in floats and 2^127 is sent, always:
 * only up to there is it unbiased.
 *
 * <p>S. Horvath and others, <i>Natural compression for distributed deep learning</i>, 2019.
 */
public record Natural() implements Compressor {
    @Override
    public Encoder encoder(Shape shape, Seed seed) {
        int[] words = new int[Math.min(LevelsBody.ELEMENTS, shape.size())];
        return new TensorEncoder(this, shape, seed) {
            @Override
            protected int encodeBody(float[] values, int offset, byte[] out, int at) {
                long seed = stepSeed();
                for (int done = 0; done < size; done += words.length) {
                    int count = Math.min(words.length, size - done);
                    Finite.largestKey(values, offset + done, count, done);
                    CounterRandom.fill(seed, done, words, 0, count);
                    RoundingKernels.TO_POWERS_OF_TWO.at(count).toPowersOfTwo(values, offset + done, count, words, 0);
                    FixedWidth.pack(words, 0, count, NaturalBody.WIDTH, out, at + done / 8 * NaturalBody.WIDTH);
                }
                return FixedWidth.byteLength(size, NaturalBody.WIDTH);
            }

            @Override
            protected int scheme() {
                return BodyKind.NATURAL.id();
            }
        };
    }

    @Override
    public int maxBytes(Shape shape) {
        return TensorEncoder.payloadBytes(((long) NaturalBody.WIDTH * shape.size() + 7) / 8, shape);
    }

    @Override
    public Guarantee guarantee(Shape shape) {
        return new Guarantee.Unbiased(0.125);
    }

    @Override
    public String toString() {
        return "natural";
    }
}
