package org.tersegrad.compressors;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.tersegrad.compressors.internal.Finite;
import org.tersegrad.compressors.internal.bodies.NamedBody;
import org.tersegrad.compressors.internal.bodies.kinds.BodyKind;

/** An encoder that writes a body of its own, which a {@link BodyFormat} reads. */
public abstract class FormatEncoder extends TensorEncoder {
    private final BodyFormat format;

    /**
     * An encoder of a recipe.
     *
     * @param recipe whose {@link Compressor#maxBytes} is {@link #payloadBytes(BodyFormat, long, Shape)}
     */
    protected FormatEncoder(Compressor recipe, Shape shape, Seed seed, BodyFormat format) {
        super(recipe, shape, seed);
        NamedBody.requireName(format);
        this.format = format;
    }

    /** The length of a payload with a body of {@code bodyBytes}, header and name included. */
    public static int payloadBytes(BodyFormat format, long bodyBytes, Shape shape) {
        return payloadBytes(NamedBody.headerBytes(format) + bodyBytes, shape);
    }

    /**
     * Writes the body for one step.
     *
     * @param gradient not modified; finite
     * @param out modified from its position on: little-endian; its position is behind the body afterwards
     */
    protected abstract void encodeBody(FloatSlice gradient, ByteBuffer out);

    @Override
    public final void encode(FloatSlice gradient, Payload payload) {
        payload.learn(format);
        super.encode(gradient, payload);
    }

    @Override
    protected final int encodeBody(float[] values, int offset, byte[] out, int at) {
        Finite.largestKey(values, offset, size);
        int start = NamedBody.writeHeader(format, out, at);
        ByteBuffer body =
                ByteBuffer.wrap(out, start, out.length - start).slice().order(ByteOrder.LITTLE_ENDIAN);
        encodeBody(new FloatSlice(values, offset, size), body);
        return start - at + body.position();
    }

    @Override
    protected final int scheme() {
        return BodyKind.NAMED.id();
    }
}
