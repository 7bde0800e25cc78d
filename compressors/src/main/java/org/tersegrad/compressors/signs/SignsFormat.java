package org.tersegrad.compressors.signs;

import java.util.List;
import org.tersegrad.codecs.internal.Kernels;
import org.tersegrad.codecs.internal.LittleEndian;
import org.tersegrad.codecs.internal.sums.SumKernels;
import org.tersegrad.compressors.BlockwiseFormat;
import org.tersegrad.compressors.Body;
import org.tersegrad.compressors.Malformed;
import org.tersegrad.compressors.PackedBodies;
import org.tersegrad.compressors.PackedFormat;
import org.tersegrad.compressors.Residual;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.internal.Finite;
import org.tersegrad.compressors.internal.SignBits;

/**
 * One magnitude with the sign of every element.
 *
 * <pre>
 *   | magnitude, 4 bytes | signs |
 * </pre>
 */
final class SignsFormat extends BlockwiseFormat implements PackedFormat {
    static final SignsFormat INSTANCE = new SignsFormat();

    private SignsFormat() {
        super(Id.number(8, "signs"));
    }

    /** Bytes before the signs. */
    static final int FIELDS = 4;

    /** The longest payload of signs for a shape. */
    static int maxBytes(Shape shape) {
        return INSTANCE.payloadBytes((long) FIELDS + SignBits.byteLength(shape.size()), shape);
    }

    /** Writes the magnitude before signs that are packed already, and returns the length of the body. */
    static int finish(float magnitude, int size, byte[] out, int at) {
        LittleEndian.putInt(out, at, Float.floatToRawIntBits(magnitude));
        return FIELDS + SignBits.byteLength(size);
    }

    /** Takes the magnitude of a body from the residual, by sign. */
    static void keepResidual(Residual residual, byte[] out, int at) {
        float magnitude = Finite.get(out, at);
        residual.keep(magnitude, -magnitude);
    }

    @Override
    public void validate(Body body) {
        body.requireLength((long) FIELDS + SignBits.byteLength(body.elements()));
        Finite.readMagnitude(body.bytes(), body.offset());
        SignBits.requireZeroPadding(body.bytes(), body.offset() + FIELDS, body.elements());
    }

    @Override
    protected void decode(Body body, int from, int count, float[] block) {
        float magnitude = Finite.get(body.bytes(), body.offset());
        SignBits.unpack(body.bytes(), body.offset() + FIELDS + from / 8, count, magnitude, block);
    }

    @Override
    public boolean joins(Body body, Body other) {
        return true;
    }

    @Override
    public void addAllTo(PackedBodies bodies, float[] target, int offset, float weight) {
        int elements = bodies.view(0).elements();
        int whole = elements - elements % Kernels.GROUP;
        bodies.open();
        for (int m = 0; m < bodies.count(); m++) {
            Body body = bodies.view(m);
            bodies.at[m] = body.offset() + FIELDS;
            bodies.factors[m] =
                    weight * Finite.get(body.bytes(), body.offset()); // the sign does not change how it is rounded
        }
        for (int from = 0; from < whole; from += Kernels.GROUP) {
            SumKernels.ADD_SIGNS
                    .at(bodies.count() * Kernels.GROUP)
                    .addSigns(bodies.in, bodies.at, bodies.factors, bodies.count(), target, offset + from);
            bodies.advance(Kernels.ROW_BYTES);
        }
        addRunTo(bodies, whole, elements - whole, target, offset, weight);
    }

    @Override
    public int paddingBits(Body body) {
        return -body.elements() & 7;
    }

    @Override
    public List<Malformed> malformed() {
        return List.of(
                Malformed.of(9, 5, "a body for 9 elements takes 6 bytes here, this has 5", 1f, "00"),
                Malformed.of(9, 5, "the bits after the last sign are not zero", 1f, "00 02"));
    }

    @Override
    public String describe(Body body) {
        return "the sign of every element, times " + Finite.get(body.bytes(), body.offset());
    }
}
