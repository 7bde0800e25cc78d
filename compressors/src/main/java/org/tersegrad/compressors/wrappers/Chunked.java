package org.tersegrad.compressors.wrappers;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.tersegrad.codecs.internal.LittleEndian;
import org.tersegrad.compressors.Body;
import org.tersegrad.compressors.BodyEncoder;
import org.tersegrad.compressors.BodyFormat;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Malformed;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.compressors.internal.Crew;
import org.tersegrad.compressors.internal.Finite;

/**
 * Compresses each run of {@code chunk} elements by itself: the k largest of every thousand, two means for every row of a matrix.
 * The guarantee of the inner compressor for a run holds for the whole.
 *
 * <pre>
 *   body  | elements of a chunk, 4 bytes | for each chunk: scheme, 1 byte; bytes, 4 bytes; body |
 * </pre>
 *
 * <p>A compressor that has a body for all chunks together, {@link Compressor#inChunks}, writes that instead, on one thread.
 *
 * @param inner applied to each chunk, as a vector; makes no chunks itself
 * @param chunk how many elements, 1 or more; the last one may have fewer
 */
public record Chunked(Compressor inner, int chunk) implements Compressor {
    /** The format of its body. */
    public static final BodyFormat FORMAT = new Format();

    private static final float[] NO_VALUES = {};

    public Chunked {
        if (chunk < 1) {
            throw new IllegalArgumentException("a chunk has at least 1 element, not " + chunk);
        }
        // By its recipe: an encoder would also tell, but making one may take any amount of memory.
        if (inner.toString().contains("+chunked(")) {
            throw chunksOfChunks(inner);
        }
        requireSameEstimates(inner, chunk, 1);
    }

    /** A receiver has one mirror for the whole tensor. */
    private static void requireSameEstimates(Compressor inner, int chunk, int other) {
        if (!inner.traits(Shape.vector(chunk))
                .increments()
                .equals(inner.traits(Shape.vector(other)).increments())) {
            throw new IllegalArgumentException("chunks of " + chunk + " and of " + other + " elements would have"
                    + " estimates with different weights; write +chunked(" + chunk + ") before the estimates of "
                    + inner);
        }
    }

    @Override
    public Encoder encoder(Shape shape, Seed seed) {
        return encoder(shape, seed, Crew.ALONE);
    }

    Encoder encoder(Shape shape, Seed seed, Crew crew) {
        Optional<Compressor> together = inner.inChunks(chunk);
        return together.isPresent() ? together.get().encoder(shape, seed) : new ChunkedEncoder(shape, seed, crew);
    }

    /**
     * The same compressor for large tensors and several threads: its encoders have the chunks of a tensor encoded by the calling
     * thread and those of an executor. Payloads, saved states and rejections are the same. No thread is started here, and a step is
     * over when {@code encode} returns. On the way back {@link Payload#addTo(FloatSlice, float, Executor)} does the same.
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

    /** The buffers of a worker that encodes chunk after chunk: a copy of the chunk, of the last one, and the chunk's payload. */
    private record Desk(FloatSlice copy, FloatSlice lastCopy, Payload payload) {}

    /** Each chunk is copied and encoded by an encoder of its own, and its body copied: both stay in the cache. */
    private final class ChunkedEncoder extends BodyEncoder {
        private final Encoder[] encoders;
        private final Crew crew;
        private final List<Desk> desks = new ArrayList<>();
        private final boolean increments;
        /**
         * Number of chunks that a thread takes at a time; the bytes of such a piece are first written where the longest would be.
         */
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
            super(Chunked.this, shape, seed, FORMAT);
            this.crew = crew;
            increments = traits(shape).sendsIncrements();
            encoders = new Encoder[chunks(size)];
            for (int i = 0; i < encoders.length; i++) {
                encoders[i] = part(inner.encoder(Shape.vector(length(i)), seed.fork(i)), i * chunk, length(i), 1f);
            }
            chunksInPiece = crew.workers() == 1 ? Math.max(1, encoders.length) : Format.pieceElements(chunk) / chunk;
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
         * Rejects one whose recipe does not tell that it makes chunks. Before the first step, since a rejection in the middle of a
         * step would leave the chunks before it a step ahead.
         */
        private void requireNoChunks(FloatSlice zeros, Seed seed) {
            Payload payload = desks.get(0).payload;
            inner.encoder(Shape.vector(zeros.length()), seed).encode(zeros, payload);
            if (payload.format() == FORMAT) {
                throw chunksOfChunks(inner);
            }
        }

        @Override
        public void encode(FloatSlice gradient, Payload message) {
            super.encode(gradient, message);
            message.learn(desks.get(0).payload);
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
            // Before any of them, for the same reason: no encoder rejects finite values.
            crew.run(pieceBytes.length, checking);
            LittleEndian.putInt(out, at, chunk);
            crew.run(pieceBytes.length, encoding);
            int to = at + Format.FIELDS;
            for (int piece = 0; piece < pieceBytes.length; piece++) {
                if (to < startOf(piece)) { // not where all chunks are as long as they may be
                    System.arraycopy(out, startOf(piece), out, to, pieceBytes[piece]);
                }
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
            return at + Format.FIELDS + piece * pieceRoom;
        }

        private void encodePiece(int piece, int worker) {
            Desk desk = desks.get(worker);
            int start = startOf(piece);
            int to = start;
            int first = piece * chunksInPiece;
            for (int i = first; i < Math.min(encoders.length, first + chunksInPiece); i++) {
                System.arraycopy(values, offset + i * chunk, desk.copy.array(), 0, length(i));
                encoders[i].encode(i < encoders.length - 1 ? desk.copy : desk.lastCopy, desk.payload);
                out[to] = (byte) desk.payload.formatNumber();
                LittleEndian.putInt(out, to + 1, desk.payload.byteLength() - Payload.HEADER_BYTES);
                to += Format.CHUNK_FIELDS + desk.payload.copyBody(out, to + Format.CHUNK_FIELDS);
            }
            pieceBytes[piece] = to - start;
        }

        @Override
        public void skip() {
            for (Encoder encoder : encoders) {
                encoder.skip();
            }
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
        Optional<Compressor> together = inner.inChunks(chunk);
        if (together.isPresent()) {
            return together.get().maxBytes(shape);
        }
        int size = shape.size();
        if (size == 0) {
            return FORMAT.payloadBytes(Format.FIELDS, shape);
        }
        long whole = maxChunkBytes(Math.min(chunk, size)) * (chunks(size) - 1);
        return FORMAT.payloadBytes(Format.FIELDS + whole + maxChunkBytes(lastChunk(size)), shape);
    }

    private long maxChunkBytes(int length) {
        return Format.CHUNK_FIELDS + (long) inner.maxBytes(Shape.vector(length)) - Payload.HEADER_BYTES;
    }

    @Override
    public Traits traits(Shape shape) {
        Optional<Compressor> together = inner.inChunks(chunk);
        if (together.isPresent()) {
            return together.get().traits(shape);
        }
        int size = shape.size();
        Traits whole = inner.traits(Shape.vector(Math.min(chunk, size)));
        if (size <= chunk) {
            return whole;
        }
        requireSameEstimates(inner, chunk, lastChunk(size));
        return whole.and(inner.traits(Shape.vector(lastChunk(size))));
    }

    @Override
    public String toString() {
        return inner + "+chunked(" + chunk + ")";
    }

    /**
     * A body for each run of elements.
     *
     * <pre>
     *   | elements of a chunk, 4 bytes | for each chunk, the last one shorter:
     *                                    | format, 1 byte | bytes, 4 bytes | body |
     *
     *   the format is not that of chunks
     * </pre>
     */
    static final class Format implements BodyFormat {
        /** Bytes before the chunks. */
        static final int FIELDS = 4;
        /** Bytes before the body of a chunk. */
        static final int CHUNK_FIELDS = 5;

        private static final Id ID = Id.number(12, "chunks");

        /** Elements that a thread takes at a time, about, if several threads share the chunks. */
        private static final int PIECE = 1 << 14;

        @Override
        public Id id() {
            return ID;
        }

        @Override
        public void validate(Body body) {
            body.requireAtLeast(FIELDS);
            int chunk = chunk(body);
            if (chunk < 1) {
                throw body.malformed(0, "chunks of " + Integer.toUnsignedString(chunk) + " elements");
            }
            int at = FIELDS;
            for (int from = 0; from < body.elements(); from += elements(body, from)) {
                if (body.length() - at < CHUNK_FIELDS) {
                    throw body.malformed(body.length(), "the fields of a chunk are cut off");
                }
                BodyFormat format = Payload.format(body.bytes()[body.offset() + at], body.offset() + at);
                int length = body.i32(at + 1);
                if (format == this || length < 0 || length > body.length() - at - CHUNK_FIELDS) {
                    throw body.malformed(
                            at,
                            "a chunk of format "
                                    + format.id()
                                            .name()
                                            .toUpperCase(Locale.ROOT)
                                            .replace(' ', '_') + " and " + Integer.toUnsignedString(length) + " bytes");
                }
                format.validate(body.nested(at + CHUNK_FIELDS, length, elements(body, from)));
                at += CHUNK_FIELDS + length;
            }
            if (at != body.length()) {
                throw body.malformed(at, "bytes after the last chunk");
            }
        }

        private static int chunk(Body body) {
            return body.i32(0);
        }

        /** Elements of the chunk that begins with element {@code from}. */
        private static int elements(Body body, int from) {
            return Math.min(chunk(body), body.elements() - from);
        }

        /** Points a nested view at the chunk at {@code at}, of a body that was validated. */
        private static Body open(Body body, int at, int from) {
            return body.nested(at + CHUNK_FIELDS, body.i32(at + 1), elements(body, from));
        }

        private static BodyFormat formatAt(Body body, int at) {
            return Payload.format(body.u8(at), body.offset() + at);
        }

        @Override
        public void addTo(Body body, float[] target, int offset, float weight) {
            addChunks(body, FIELDS, 0, body.elements(), target, offset, weight);
        }

        /** Adds the chunks with the elements from {@code first} to {@code last}, the first of which is at {@code start}. */
        private static void addChunks(
                Body body, int start, int first, int last, float[] target, int offset, float weight) {
            int at = start;
            int from = first;
            while (from < last) {
                Body chunk = open(body, at, from);
                formatAt(body, at).addTo(chunk, target, offset + from, weight);
                at += CHUNK_FIELDS + chunk.length();
                from += chunk.elements();
            }
        }

        @Override
        public void addTo(Body body, FloatSlice target, float weight, Executor executor) {
            body.scratch(Addition.class, Addition::new).run(body, target, weight, Crew.on(executor));
        }

        /**
         * Number of elements that a thread takes at a time: whole chunks, and enough of them that taking them is cheap in
         * comparison.
         */
        static int pieceElements(int chunk) {
            return chunk * Math.max(1, PIECE / chunk);
        }

        /**
         * Adds chunks on several threads. Each element is in one chunk, so the sums are those of one thread. The buffers of the
         * threads are kept from call to call.
         */
        private static final class Addition {
            private Body[] views = {};

            /** The first chunk of each piece. */
            private int[] starts = {};

            void run(Body body, FloatSlice target, float weight, Crew crew) {
                int elements = pieceElements(chunk(body));
                int pieces = body.elements() == 0 ? 0 : (body.elements() - 1) / elements + 1;
                prepare(body, pieces, Math.min(pieces, crew.workers()));
                findPieces(body, elements);
                crew.run(pieces, (piece, worker) -> {
                    int from = piece * elements;
                    int to = Math.min(body.elements() - from, elements) + from;
                    addChunks(views[worker], starts[piece], from, to, target.array(), target.offset(), weight);
                });
            }

            private void prepare(Body body, int pieces, int workers) {
                if (starts.length < pieces) {
                    starts = new int[pieces];
                }
                int ready = views.length;
                if (ready < workers) {
                    views = Arrays.copyOf(views, workers);
                    Arrays.setAll(views, i -> i < ready ? views[i] : new Body());
                }
                for (int i = 0; i < workers; i++) {
                    views[i].view(body);
                }
            }

            private void findPieces(Body body, int elements) {
                int at = FIELDS;
                int chunk = chunk(body);
                for (long from = 0; from < body.elements(); from += chunk) {
                    if (from % elements == 0) {
                        starts[(int) (from / elements)] = at;
                    }
                    at += CHUNK_FIELDS + body.i32(at + 1);
                }
            }
        }

        /** Only the padding of the last chunk can be left out: the others come before something. */
        @Override
        public int paddingBits(Body body) {
            int padding = 0;
            int at = FIELDS;
            for (int from = 0; from < body.elements(); from += elements(body, from)) {
                Body chunk = open(body, at, from);
                padding = formatAt(body, at).paddingBits(chunk);
                at += CHUNK_FIELDS + chunk.length();
            }
            return padding;
        }

        @Override
        public List<Malformed> malformed() {
            return List.of(
                    Malformed.of(3, 0, "chunks of 0 elements", 0),
                    Malformed.of(3, 8, "the fields of a chunk are cut off", 2, "01 080000"),
                    Malformed.of(3, 4, "format 0 is not known", 3, "00", 12),
                    Malformed.of(3, 4, "a chunk of format DENSE and 13 bytes", 3, "01", 13, 1f, 2f, 3f),
                    Malformed.of(1, 13, "bytes after the last chunk", 1, "01", 4, 1f, "00"));
        }

        @Override
        public String describe(Body body) {
            if (body.elements() == 0) {
                return "no chunks";
            }
            int chunks = (body.elements() - 1) / chunk(body) + 1;
            return chunks + " chunks of " + chunk(body) + " elements; the first: "
                    + formatAt(body, FIELDS).describe(open(body, FIELDS, 0));
        }
    }
}
