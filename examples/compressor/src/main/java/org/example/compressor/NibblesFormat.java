package org.example.compressor;

import org.tersegrad.compressors.BlockwiseFormat;
import org.tersegrad.compressors.Body;
import org.tersegrad.compressors.BodyFormat;

/**
 * The bytes of {@link Nibbles}.
 *
 * <pre>
 *   | step, a float of 4 bytes | levels, 4 bits each, two's complement, the first one in the low half of a byte |
 * </pre>
 *
 * <p>Each content has one spelling: a level of -8 and a last half byte that is not 0 are rejected.
 */
final class NibblesFormat extends BlockwiseFormat {
    static final NibblesFormat INSTANCE = new NibblesFormat();
    static final int MOST = 7;

    /** Seven of it are finite. */
    static final float LARGEST_STEP = Math.nextDown(Float.MAX_VALUE / MOST);

    private NibblesFormat() {
        super(BodyFormat.Id.name("org.example.nibbles", 1));
    }

    static int bodyBytes(int elements) {
        return Float.BYTES + elements / 2 + elements % 2;
    }

    /** Throws unless {@link #decode} can read every element. */
    @Override
    public void validate(Body body) {
        body.requireLength(bodyBytes(body.elements()));
        float step = body.f32(0);
        if (!(step >= 0 && step <= LARGEST_STEP)) {
            throw body.malformed(0, "a step of " + step);
        }
        for (int i = 0; i < body.elements(); i++) {
            if (level(body, i) < -MOST) {
                throw body.malformed(at(i), "element " + i + " has a level of " + level(body, i));
            }
        }
        if (body.elements() % 2 == 1 && level(body, body.elements()) != 0) {
            throw body.malformed(at(body.elements()), "the last four bits are not 0");
        }
    }

    @Override
    protected void decode(Body body, int from, int count, float[] block) {
        float step = body.f32(0);
        for (int i = 0; i < count; i++) {
            block[i] = step * level(body, from + i);
        }
    }

    private static int level(Body body, int element) {
        int both = body.u8(at(element));
        return (element % 2 == 0 ? both << 28 : both << 24) >> 28; // the shift to the right copies the sign
    }

    private static int at(int element) {
        return Float.BYTES + element / 2;
    }

    @Override
    public int paddingBits(Body body) {
        return body.elements() % 2 * 4;
    }

    @Override
    public String describe(Body body) {
        return "levels from -7 to 7 in four bits each, steps of " + body.f32(0);
    }
}
