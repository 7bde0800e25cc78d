package org.tersegrad.compressors.floats;

import static org.tersegrad.compressors.RecipeEntry.scheme;

import java.util.List;
import org.tersegrad.codecs.internal.halves.HalfKernels;
import org.tersegrad.compressors.BlockwiseFormat;
import org.tersegrad.compressors.Body;
import org.tersegrad.compressors.BodyEncoder;
import org.tersegrad.compressors.BodyFormat;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.Malformed;
import org.tersegrad.compressors.RecipeEntry;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.compressors.internal.Finite;

/**
 * No compression: every element as the float it is, 32 bits. The baseline of the others, and the format of small
 * tensors.
 *
 * <pre>
 *   C(x) = x                 body  | elements, 4 bytes each |
 * </pre>
 */
public record Dense() implements Compressor {
    /** The format of its body. */
    public static final BodyFormat FORMAT = new Format();

    /** Its name in recipes. */
    public static final RecipeEntry<Compressor> ENTRY =
            scheme("dense", "dense", "every element as it is", a -> new Dense()).withFormats(FORMAT);

    @Override
    public Encoder encoder(Shape shape, Seed seed) {
        return new BodyEncoder(this, shape, seed, FORMAT) {
            @Override
            protected int run() {
                return Body.BLOCK;
            }

            @Override
            protected int encodeBody(float[] values, int offset, byte[] out, int at) {
                for (int done = 0; done < size; done += run()) {
                    int count = Math.min(run(), size - done);
                    int from = load(offset, done, count) + done;
                    Finite.largestKey(values, from, count, done);
                    write(values, from, count, out, at + 4 * done);
                }
                return 4 * size;
            }
        };
    }

    /** Writes floats and returns how many bytes that were. */
    public static int write(float[] values, int offset, int count, byte[] out, int at) {
        HalfKernels.PACK_FLOATS.at(count).packFloats(values, offset, count, out, at);
        return 4 * count;
    }

    @Override
    public int maxBytes(Shape shape) {
        return FORMAT.payloadBytes(4L * shape.size(), shape);
    }

    @Override
    public Traits traits(Shape shape) {
        return Traits.exact();
    }

    @Override
    public String toString() {
        return "dense";
    }

    /** {@code | 4 bytes for each element: the float |}. */
    static final class Format extends BlockwiseFormat {
        private Format() {
            super(Id.number(1, "dense"));
        }

        @Override
        public void validate(Body body) {
            body.requireLength(4L * body.elements());
            int finite = firstNotFinite(body);
            if (finite < body.elements()) {
                Finite.read(body.bytes(), body.offset() + 4 * finite);
            }
        }

        @Override
        protected void decode(Body body, int from, int count, float[] block) {
            HalfKernels.UNPACK_FLOATS.at(count).unpackFloats(body.bytes(), body.offset() + 4 * from, count, block, 0);
        }

        @Override
        public List<Malformed> malformed() {
            return List.of(
                    Malformed.of(2, 7, "a body for 2 elements takes 8 bytes here, this has 7", "00000000 000000"),
                    Malformed.of(2, 0, "the value NaN is not finite", Float.NaN, 1f));
        }

        @Override
        public String describe(Body body) {
            return "dense, every element as a 32-bit float";
        }
    }
}
