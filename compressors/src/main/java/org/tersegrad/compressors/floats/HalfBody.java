package org.tersegrad.compressors.floats;

import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.codecs.internal.LittleEndian;
import org.tersegrad.compressors.internal.Workspace;
import org.tersegrad.compressors.internal.bodies.BlockBody;
import org.tersegrad.compressors.internal.bodies.Body;
import org.tersegrad.compressors.internal.bodies.BodyView;
import org.tersegrad.compressors.internal.bodies.HalfFloat;
import org.tersegrad.compressors.internal.bodies.PackedFields;

/** {@code | 2 bytes for each element |}. */
public final class HalfBody extends BlockBody {
    private final HalfFloat format;

    /** Of one of the two formats. */
    public HalfBody(HalfFloat format) {
        this.format = format;
    }

    @Override
    public void validate(BodyView body, Workspace workspace) {
        Body.requireLength(body, 2L * body.elements);
        validate(format, body.bytes, body.offset, body.elements);
    }

    /** Refuses what is not finite among so many 16-bit floats. */
    public static void validate(HalfFloat format, byte[] bytes, int offset, int count) {
        boolean pairsAreFinite = PackedFields.magnitudesAreAtMost(format.largestMagnitude(), bytes, offset, count / 2);
        int first = pairsAreFinite ? count / 2 * 2 : 0;
        for (int at = offset + 2 * first; at < offset + 2 * count; at += 2) {
            if (!format.isFinite(LittleEndian.getShort(bytes, at))) {
                throw new MalformedInputException(at, "a 16-bit value that is not finite");
            }
        }
    }

    @Override
    protected void decode(BodyView body, int from, int count, float[] block, Workspace workspace) {
        format.unpack(body.bytes, body.offset + 2 * from, count, block, 0);
    }

    @Override
    public int paddingBits(BodyView body) {
        return 0;
    }

    @Override
    public String describe(BodyView body) {
        return "every element as a 16-bit float, " + format;
    }
}
