package org.tersegrad.compressors.wrappers;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executor;
import org.tersegrad.codecs.internal.LittleEndian;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.TensorEncoder;
import org.tersegrad.compressors.Traits;
import org.tersegrad.compressors.internal.Crew;
import org.tersegrad.compressors.internal.Finite;
import org.tersegrad.compressors.internal.bodies.kinds.BodyKind;
import org.tersegrad.compressors.internal.bodies.kinds.ChunksBody;

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
    private static final float[] NO_VALUES = {};

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
        return encoder(shape, seed, Crew.ALONE);
    }

    Encoder encoder(Shape shape, Seed seed, Crew crew) {
        return new ChunkedEncoder(shape, seed, crew);
    }

    /**
     * The same compressor for large tensors and several threads: its encoders have the chunks of a tensor encoded by the
     * calling thread and those of an executor. Payloads, saved states and refusals are the same. No thread is started here, and
     * a step is over when {@code encode} returns. On the way back {@link Payload#addTo(FloatSlice, float, Executor)} does the like.
     *
     * <pre>{@code
     * ExecutorService pool = Executors.newFixedThreadPool(3); // the calling thread is the fourth
     * Compressor compressor = new Chunked(TopK.fraction(0.01), 65536).on(pool);
     * }</pre>
     *
     * <p>Chunks of 16,384 elements or more are worth a thread's while; smaller ones are encoded several at a time.
     *
     * @param executor lends threads; the calling thread works along, and alone if there are none
     */
    public Compressor on(Executor executor) {
        return new ChunkedOnExecutor(this, executor);
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

    /** Where a worker encodes one chunk after the other: a copy of the chunk, of the last one, and the chunk's payload. */
    private record Desk(FloatSlice copy, FloatSlice lastCopy, Payload payload) {}

    /** Each chunk is copied and encoded by an encoder of its own, and its body copied: both stay in the cache. */
    private final class ChunkedEncoder extends TensorEncoder {
        private final Encoder[] encoders;
        private final Crew crew;
        private final List<Desk> desks = new ArrayList<>();
        private final boolean increments;
        /** Several workers take so many chunks at a time, and each such piece has its bytes at first where the longest would. */
        private final int chunksInPiece;

        private final int[] pieceBytes;
        private final int pieceRoom;
        private final Crew.Work checking = this::requireFinite;
        private final Crew.Work encoding = this::encodePiece;
        private float[] values = NO_VALUES;
        private int offset;
        private byte[] out = LittleEndian.NO_BYTES;
        private int at;

        ChunkedEncoder(Shape shape, Seed seed, Crew crew) {
            super(Chunked.this, shape, seed);
            this.crew = crew;
            increments = traits(shape).sendsIncrements();
            encoders = new Encoder[chunks(size)];
            for (int i = 0; i < encoders.length; i++) {
                encoders[i] = part(inner.encoder(Shape.vector(length(i)), seed.fork(i)), i * chunk, length(i), 1f);
            }
            chunksInPiece =
                    crew.workers() == 1 ? Math.max(1, encoders.length) : ChunksBody.pieceElements(chunk) / chunk;
            pieceBytes = new int[(encoders.length + chunksInPiece - 1) / chunksInPiece];
            pieceRoom = pieceBytes.length > 1 ? (int) (chunksInPiece * maxChunkBytes(chunk)) : 0;
            for (int i = 0; i < Math.max(1, Math.min(crew.workers(), pieceBytes.length)); i++) {
                desks.add(desk());
            }
            requireNoChunks(desks.get(0).copy, seed);
            requireNoChunks(desks.get(0).lastCopy, seed);
        }

        private Desk desk() {
            FloatSlice copy = FloatSlice.of(new float[Math.min(chunk, size)]);
            return new Desk(
                    copy,
                    new FloatSlice(copy.array(), 0, size == 0 ? 0 : lastChunk(size)),
                    Payload.allocate(inner.maxBytes(Shape.vector(copy.length()))));
        }

        /**
         * Refuses one whose recipe does not tell that it makes chunks. Before the first step, since a refusal in the middle of a step
         * would leave the chunks before it a step ahead.
         */
        private void requireNoChunks(FloatSlice zeros, Seed seed) {
            Payload payload = desks.get(0).payload;
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
        protected int encodeBody(float[] newValues, int newOffset, byte[] newOut, int newAt) {
            values = newValues;
            offset = newOffset;
            out = newOut;
            at = newAt;
            // Before any of them, for the same reason: what is finite no encoder refuses.
            crew.run(pieceBytes.length, checking);
            LittleEndian.putInt(out, at, chunk);
            crew.run(pieceBytes.length, encoding);
            int to = at + ChunksBody.FIELDS;
            for (int piece = 0; piece < pieceBytes.length; piece++) {
                System.arraycopy(out, startOf(piece), out, to, pieceBytes[piece]);
                to += pieceBytes[piece];
            }
            values = NO_VALUES; // they are the caller's, and may be large
            out = LittleEndian.NO_BYTES;
            return to - at;
        }

        private void requireFinite(int piece, int worker) {
            int from = piece * chunksInPiece * chunk;
            int count = (int) Math.min(size - from, (long) chunksInPiece * chunk);
            Finite.largestKey(values, offset + from, count, from);
        }

        private int startOf(int piece) {
            return at + ChunksBody.FIELDS + piece * pieceRoom;
        }

        private void encodePiece(int piece, int worker) {
            Desk desk = desks.get(worker);
            int start = startOf(piece);
            int to = start;
            int first = piece * chunksInPiece;
            for (int i = first; i < Math.min(encoders.length, first + chunksInPiece); i++) {
                System.arraycopy(values, offset + i * chunk, desk.copy.array(), 0, length(i));
                encoders[i].encode(i < encoders.length - 1 ? desk.copy : desk.lastCopy, desk.payload);
                out[to] = (byte) schemeOf(desk.payload);
                LittleEndian.putInt(out, to + 1, desk.payload.byteLength() - Payload.HEADER_BYTES);
                to += ChunksBody.CHUNK_FIELDS + copyBody(desk.payload, out, to + ChunksBody.CHUNK_FIELDS);
            }
            pieceBytes[piece] = to - start;
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
    public Traits traits(Shape shape) {
        int size = shape.size();
        Traits whole = inner.traits(Shape.vector(Math.min(chunk, size)));
        return size <= chunk ? whole : whole.and(inner.traits(Shape.vector(lastChunk(size))));
    }

    @Override
    public String toString() {
        return inner + "+chunked(" + chunk + ")";
    }
}
