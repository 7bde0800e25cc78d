package org.tersegrad.compressors.internal.bodies.signs;

import org.tersegrad.codecs.internal.Kernels;
import org.tersegrad.codecs.internal.sums.SumKernels;
import org.tersegrad.compressors.internal.Finite;
import org.tersegrad.compressors.internal.Workspace;
import org.tersegrad.compressors.internal.bodies.BlockBody;
import org.tersegrad.compressors.internal.bodies.Body;
import org.tersegrad.compressors.internal.bodies.BodyView;
import org.tersegrad.compressors.internal.bodies.PackedBodies;

/**
 * One magnitude with the sign of every element.
 *
 * <pre>
 *   | magnitude, 4 bytes | signs |
 * </pre>
 */
public final class SignsBody extends BlockBody {
    /** Bytes before the signs. */
    public static final int FIELDS = 4;

    @Override
    public void validate(BodyView body, Workspace workspace) {
        Body.requireLength(body, (long) FIELDS + SignBits.byteLength(body.elements));
        Finite.readMagnitude(body.bytes, body.offset);
        SignBits.requireZeroPadding(body.bytes, body.offset + FIELDS, body.elements);
    }

    @Override
    protected void decode(BodyView body, int from, int count, float[] block, Workspace workspace) {
        float magnitude = Finite.get(body.bytes, body.offset);
        SignBits.unpack(body.bytes, body.offset + FIELDS + from / 8, count, magnitude, block);
    }

    @Override
    public boolean joins(BodyView body, BodyView other) {
        return true;
    }

    @Override
    public void addAllTo(PackedBodies bodies, float[] target, int offset, float weight, Workspace workspace) {
        int elements = bodies.view(0).elements;
        int whole = elements - elements % Kernels.GROUP;
        bodies.open();
        for (int m = 0; m < bodies.count(); m++) {
            BodyView body = bodies.view(m);
            bodies.at[m] = body.offset + FIELDS;
            bodies.factors[m] =
                    weight * Finite.get(body.bytes, body.offset); // the sign does not change how it is rounded
        }
        for (int from = 0; from < whole; from += Kernels.GROUP) {
            SumKernels.ADD_SIGNS
                    .at(bodies.count() * Kernels.GROUP)
                    .addSigns(bodies.in, bodies.at, bodies.factors, bodies.count(), target, offset + from);
            bodies.advance(Kernels.ROW_BYTES);
        }
        addRunTo(bodies, whole, elements - whole, target, offset, weight, workspace);
    }

    @Override
    public int paddingBits(BodyView body) {
        return -body.elements & 7;
    }

    @Override
    public String describe(BodyView body) {
        return "the sign of every element, times " + Finite.get(body.bytes, body.offset);
    }
}
