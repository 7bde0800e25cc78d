package org.tersegrad.compressors.signs;

import org.tersegrad.compressors.internal.Finite;
import org.tersegrad.compressors.internal.Workspace;
import org.tersegrad.compressors.internal.bodies.BlockBody;
import org.tersegrad.compressors.internal.bodies.Body;
import org.tersegrad.compressors.internal.bodies.BodyView;

/**
 * The sign of every element, and one value for each sign.
 *
 * <pre>
 *   | value where positive, 4 bytes | value where negative, 4 bytes | signs |
 * </pre>
 */
public final class TwoMeansBody extends BlockBody {
    /** Bytes before the signs. */
    public static final int FIELDS = 8;

    @Override
    public void validate(BodyView body, Workspace workspace) {
        Body.requireLength(body, (long) FIELDS + SignBits.byteLength(body.elements));
        Finite.read(body.bytes, body.offset);
        Finite.read(body.bytes, body.offset + 4);
        SignBits.requireZeroPadding(body.bytes, body.offset + FIELDS, body.elements);
    }

    @Override
    protected void decode(BodyView body, int from, int count, float[] block, Workspace workspace) {
        float positive = Finite.get(body.bytes, body.offset);
        float negative = Finite.get(body.bytes, body.offset + 4);
        SignBits.select(body.bytes, body.offset + FIELDS + from / 8, count, positive, negative, block);
    }

    @Override
    public int paddingBits(BodyView body) {
        return -body.elements & 7;
    }

    @Override
    public String describe(BodyView body) {
        return "the sign of every element: " + Finite.get(body.bytes, body.offset) + " where positive, "
                + Finite.get(body.bytes, body.offset + 4) + " where negative";
    }
}
