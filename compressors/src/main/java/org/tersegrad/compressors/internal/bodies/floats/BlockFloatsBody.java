package org.tersegrad.compressors.internal.bodies.floats;

import org.tersegrad.codecs.FixedWidth;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.codecs.internal.Kernels;
import org.tersegrad.codecs.internal.smallfloats.SmallFloatKernels;
import org.tersegrad.compressors.internal.Finite;
import org.tersegrad.compressors.internal.Workspace;
import org.tersegrad.compressors.internal.bodies.BlockBody;
import org.tersegrad.compressors.internal.bodies.Body;
import org.tersegrad.compressors.internal.bodies.BodyView;

/**
 * Floats of 4 to 8 bits, times the scale of their block.
 *
 * <pre>
 *   | format, 1 byte | scale of the tensor, 4 bytes, for NVFP4 only | scale of each block, 1 byte | elements |
 *
 *   format     0 to 6: MXFP8 with E4M3, E5M2, MXFP6 with E2M3, E3M2, MXFP4 with E2M1, E3M0; NVFP4
 *   block      32 elements, for NVFP4 16; the last block may be shorter
 *   scale      2^(byte − 127); for NVFP4 E4M3, times the scale of the tensor
 *   elements   fixed-width fields of 8, 6 or 4 bits: sign, exponent, fraction
 * </pre>
 */
public final class BlockFloatsBody extends BlockBody {
    @Override
    public void validate(BodyView body, Workspace workspace) {
        Body.requireAtLeast(body, 1);
        BlockFormat format = format(body);
        Body.requireLength(body, format.byteLength(body.elements));
        if (format.hasTensorScale()) {
            float scale = Finite.readMagnitude(body.bytes, body.offset + 1);
            if (format.overflows(scale)) {
                throw new MalformedInputException(body.offset + 1, "the largest element overflows, times " + scale);
            }
        }
        int scales = body.offset + format.fields();
        for (int i = scales; i < scales + format.blocks(body.elements); i++) {
            int scale = body.bytes[i] & 0xff;
            if (scale > format.largestScale()) {
                throw new MalformedInputException(
                        i, "a scale of " + scale + ", the largest is " + format.largestScale());
            }
        }
        validateElements(body, format, workspace.ints());
    }

    private static void validateElements(BodyView body, BlockFormat format, int[] fields) {
        boolean allFinite = format.element().isFinite((1 << format.element().width()) - 1);
        int rest = body.elements % Kernels.GROUP; // only behind these is padding
        for (int from = allFinite ? body.elements - rest : 0; from < body.elements; from += BLOCK) {
            int count = Math.min(BLOCK, body.elements - from);
            unpack(body, format, from, count, fields);
            for (int i = 0; i < count; i++) {
                if (!format.element().isFinite(fields[i])) {
                    throw new MalformedInputException(body.offset, "element " + (from + i) + " is not finite");
                }
            }
        }
    }

    @Override
    protected void decode(BodyView body, int from, int count, float[] block, Workspace workspace) {
        BlockFormat format = format(body);
        int[] fields = workspace.ints();
        unpack(body, format, from, count, fields);
        float tensorScale = format.hasTensorScale() ? Finite.get(body.bytes, body.offset + 1) : 1f;
        int scaleAt = body.offset + format.fields() + from / format.block();
        float[] scales = workspace.scratch(BLOCK / format.block());
        for (int i = 0; i < format.blocks(count); i++) {
            scales[i] = format.scale(body.bytes[scaleAt + i] & 0xff, tensorScale);
        }
        SmallFloatKernels.TO_FLOATS.at(count).toFloats(fields, count, scales, format.block(), format.element(), block);
    }

    private static void unpack(BodyView body, BlockFormat format, int from, int count, int[] fields) {
        int width = format.element().width();
        int at = body.offset + format.fields() + format.blocks(body.elements) + from / 8 * width;
        FixedWidth.unpack(body.bytes, at, FixedWidth.byteLength(count, width), width, fields, 0, count);
    }

    private static BlockFormat format(BodyView body) {
        return BlockFormat.of(body.bytes[body.offset], body.offset);
    }

    @Override
    public int paddingBits(BodyView body) {
        return -(body.elements & 7) * format(body).element().width() & 7;
    }

    @Override
    public String describe(BodyView body) {
        BlockFormat format = format(body);
        return "floats of " + format.element().width() + " bits, " + format.element() + ", a scale for each "
                + format.block() + (format.hasTensorScale() ? " and one for all" : "");
    }
}
