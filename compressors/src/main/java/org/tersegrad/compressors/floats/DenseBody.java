package org.tersegrad.compressors.floats;

import org.tersegrad.compressors.internal.Finite;
import org.tersegrad.compressors.internal.Workspace;
import org.tersegrad.compressors.internal.bodies.BlockBody;
import org.tersegrad.compressors.internal.bodies.Body;
import org.tersegrad.compressors.internal.bodies.BodyView;

/** {@code | 4 bytes for each element: the float |}. */
public final class DenseBody extends BlockBody {
    @Override
    public void validate(BodyView body, Workspace workspace) {
        Body.requireLength(body, 4L * body.elements);
        for (int at = body.offset; at < body.end(); at += 4) {
            Finite.read(body.bytes, at);
        }
    }

    @Override
    protected void decode(BodyView body, int from, int count, float[] block, Workspace workspace) {
        for (int i = 0; i < count; i++) {
            block[i] = Finite.get(body.bytes, body.offset + 4 * (from + i));
        }
    }

    @Override
    public int paddingBits(BodyView body) {
        return 0;
    }

    @Override
    public String describe(BodyView body) {
        return "dense, every element as a 32-bit float";
    }
}
