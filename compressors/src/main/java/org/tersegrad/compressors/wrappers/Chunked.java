package org.tersegrad.compressors.wrappers;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import org.tersegrad.codecs.internal.LittleEndian;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Guarantee;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.TensorEncoder;
import org.tersegrad.compressors.internal.Finite;
import org.tersegrad.compressors.internal.bodies.BodyKind;
import org.tersegrad.compressors.internal.bodies.ChunksBody;

/**
 * Compresses each run of so many elements by itself: the k largest of every thousand, two means for every row of a matrix.
 * What the inner compressor promises for a run holds for the whole.
 *
 * <pre>
 *   body  | elements of a chunk, 4 bytes | for each chunk: scheme, 1 byte; bytes, 4 bytes; body |
 * </pre>
 *
 * @param inner applied to each chunk, as a vector; makes no chunks itself
 * @param chunk how many elements, 1 or more; the last one may have fewer
 */
public record Chunked(Compressor inner, int chunk) implements Compressor {
    public Chunked {
        if (chunk < 1) {
            throw new IllegalArgumentException("a chunk has at least 1 element, not " + chunk);
        }
        // By its recipe: an encoder would also tell, but making one may take any amount of memory.
        if (inner.toString().contains("+chunked(")) {
            throw chunksOfChunks(inner);
        }
    }

    @Override
    public Encoder encoder(Shape shape, Seed seed) {
        return new ChunkedEncoder(shape, seed);
    }

    private static IllegalArgumentException chunksOfChunks(Compressor inner) {
        return new IllegalArgumentException(
                "a message has no chunks of chunks, and " + inner + " makes chunks already");
    }

    private int chunks(int size) {
        return size == 0 ? 0 : (size - 1) / chunk + 1;
    }

    private int lastChunk(int size) {
        return size - (chunks(size) - 1) * chunk;
    }

    /** Each chunk is copied and encoded by an encoder of its own, and its body copied: both stay in the cache. */
    private final class ChunkedEncoder extends TensorEncoder {
        private final Encoder[] encoders;
        private final Payload payload;
        private final FloatSlice copy;
        private final FloatSlice lastCopy;
        private final boolean increments;

        ChunkedEncoder(Shape shape, Seed seed) {
            super(Chunked.this, shape, seed);
            increments = sendsIncrements(shape);
            encoders = new Encoder[chunks(size)];
            for (int i = 0; i < encoders.length; i++) {
                encoders[i] = inner.encoder(Shape.vector(length(i)), seed.fork(i));
            }
            copy = FloatSlice.of(new float[Math.min(chunk, size)]);
            lastCopy = new FloatSlice(copy.array(), 0, size == 0 ? 0 : lastChunk(size));
            payload = Payload.allocate(inner.maxBytes(Shape.vector(copy.length())));
            requireNoChunks(copy, seed);
            requireNoChunks(lastCopy, seed);
        }

        /**
         * Refuses one whose recipe does not tell that it makes chunks. Before the first step, since a refusal in the middle of a step
         * would leave the chunks before it a step ahead.
         */
        private void requireNoChunks(FloatSlice zeros, Seed seed) {
            inner.encoder(Shape.vector(zeros.length()), seed).encode(zeros, payload);
            if (schemeOf(payload) == BodyKind.CHUNKS.id()) {
                throw chunksOfChunks(inner);
            }
        }

        @Override
        public void encode(FloatSlice gradient, Payload message) {
            super.encode(gradient, message);
            if (increments) {
                message.markIncrement();
            }
        }

        private int length(int i) {
            return i < encoders.length - 1 ? chunk : lastChunk(size);
        }

        @Override
        protected int encodeBody(float[] values, int offset, byte[] out, int at) {
            // Before any of them, for the same reason: what is finite no encoder refuses.
            Finite.largestKey(values, offset, size);
            LittleEndian.putInt(out, at, chunk);
            int to = at + ChunksBody.FIELDS;
            for (int i = 0; i < encoders.length; i++) {
                System.arraycopy(values, offset + i * chunk, copy.array(), 0, length(i));
                encoders[i].encode(i < encoders.length - 1 ? copy : lastCopy, payload);
                out[to] = (byte) schemeOf(payload);
                LittleEndian.putInt(out, to + 1, payload.byteLength() - Payload.HEADER_BYTES);
                to += ChunksBody.CHUNK_FIELDS + copyBody(payload, out, to + ChunksBody.CHUNK_FIELDS);
            }
            return to - at;
        }

        @Override
        protected int scheme() {
            return BodyKind.CHUNKS.id();
        }

        @Override
        public boolean canUndo() {
            return Arrays.stream(encoders).allMatch(Encoder::canUndo);
        }

        @Override
        public void undo() {
            super.undo();
            for (Encoder encoder : encoders) {
                encoder.undo();
            }
        }

        @Override
        public double residualNorm() {
            double squares = 0;
            for (Encoder encoder : encoders) {
                double norm = encoder.residualNorm();
                squares += norm * norm;
            }
            return Math.sqrt(squares);
        }

        @Override
        public void addResidualTo(FloatSlice target, float weight) {
            target.requireLength(size);
            for (int i = 0; i < encoders.length; i++) {
                encoders[i].addResidualTo(
                        new FloatSlice(target.array(), target.offset() + i * chunk, length(i)), weight);
            }
        }

        @Override
        public void scaleResidual(float factor) {
            for (Encoder encoder : encoders) {
                encoder.scaleResidual(factor);
            }
        }

        @Override
        protected long contentBytes() {
            long bytes = super.contentBytes();
            for (Encoder encoder : encoders) {
                bytes += encoder.stateBytes();
            }
            return bytes;
        }

        @Override
        protected void saveContent(ByteBuffer out) {
            super.saveContent(out);
            for (Encoder encoder : encoders) {
                encoder.save(out);
            }
        }

        @Override
        protected void restoreContent(ByteBuffer in) {
            super.restoreContent(in);
            for (Encoder encoder : encoders) {
                encoder.restore(in);
            }
        }
    }

    @Override
    public boolean remembers() {
        return inner.remembers();
    }

    @Override
    public boolean sendsIncrements(Shape shape) {
        return inner.sendsIncrements(Shape.vector(Math.min(chunk, shape.size())));
    }

    @Override
    public boolean keepsMomentum() {
        return inner.keepsMomentum();
    }

    @Override
    public int maxBytes(Shape shape) {
        int size = shape.size();
        if (size == 0) {
            return TensorEncoder.payloadBytes(ChunksBody.FIELDS, shape);
        }
        long whole = maxChunkBytes(Math.min(chunk, size)) * (chunks(size) - 1);
        return TensorEncoder.payloadBytes(ChunksBody.FIELDS + whole + maxChunkBytes(lastChunk(size)), shape);
    }

    private long maxChunkBytes(int length) {
        return ChunksBody.CHUNK_FIELDS + (long) inner.maxBytes(Shape.vector(length)) - Payload.HEADER_BYTES;
    }

    @Override
    public Optional<String> caution(Shape shape) {
        return inner.caution(Shape.vector(Math.min(shape.size(), chunk)));
    }

    @Override
    public Guarantee guarantee(Shape shape) {
        int size = shape.size();
        if (size <= chunk) {
            return inner.guarantee(Shape.vector(size));
        }
        Guarantee whole = inner.guarantee(Shape.vector(chunk));
        return whole.and(inner.guarantee(Shape.vector(lastChunk(size))));
    }

    @Override
    public String toString() {
        return inner + "+chunked(" + chunk + ")";
    }
}
