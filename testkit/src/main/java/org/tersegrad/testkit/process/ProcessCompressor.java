package org.tersegrad.testkit.process;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.compressors.Body;
import org.tersegrad.compressors.BodyEncoder;
import org.tersegrad.compressors.BodyFormat;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.Guarantee;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.testkit.process.Contestant.RejectedException;

/**
 * A compressor in another process, in any language.
 *
 * <pre>{@code
 * try (ProcessCompressor theirs = ProcessCompressor.start(List.of("python3", "my_compressor.py"), Duration.ofSeconds(30))) {
 *     List<Verdict> verdicts = ProcessLaws.check(theirs, Set.of(), 50);
 * }
 * }</pre>
 *
 * <p>The process keeps nothing between requests: what an encoder remembers comes with the reply, as bytes, and goes with the next
 * request. So a state that is saved is a state that works, and a process that ends costs one reply.
 *
 * <p>All numbers are little-endian. The process writes the eight bytes {@code TgJudge1} first; then a reply follows each request.
 *
 * <pre>
 *   request   | bytes that follow, 4 | 1 to 5, 1 byte | rows, 4 | columns, 4 | content |
 *   reply     | bytes that follow, 4 | 0, or 1 if the request is rejected, 1 byte | content, or the reason in UTF-8 |
 *
 *             content of the request                          content of the reply
 *   describe  none                                            lines name=value in UTF-8
 *   start     seed, 8 | worker, 4                             the state before the first step
 *   encode    seed, 8 | worker, 4 | step, 8 |                 bytes of the state, 4 | state after the step | message
 *             bytes of the state, 4 | state | floats
 *   decode    message                                         floats
 *   costs     none                                            lines name=value in UTF-8
 * </pre>
 *
 * <p>A description has these lines:
 *
 * <pre>
 *   name        in verdicts
 *   bytes       of the longest message for this shape
 *   guarantee   exact, unbiased OMEGA, contractive DELTA, bounded ERROR or none
 *   remembers   yes if what is not sent is kept for the next step, else no
 *   version     any text
 *   costs       yes if it answers the last request
 * </pre>
 *
 * <p>Costs are whole numbers: {@code encode_nanos} and {@code decode_nanos} of CPU time, {@code peak_bytes} of memory beyond what the
 * process had before, {@code packed_bytes} of the message if all its integers were packed; of the last requests, each optional.
 */
public final class ProcessCompressor implements Compressor, AutoCloseable {
    private static final int MOST_DESCRIPTION = 10_000;
    /** Bytes of a request before its content. */
    private static final int REQUEST_BYTES = 1 + 2 * Integer.BYTES;

    private static final String GUARANTEES = "exact, unbiased OMEGA, contractive DELTA, bounded ERROR or none";

    private static final String DESCRIPTION = "the description says";

    private static final int MOST_STATE = 1 << 28;

    private final List<String> command;
    private final Duration limit;
    private final Contestant process;
    private final BodyFormat format = new Format();
    private final String name;

    private ProcessCompressor(List<String> command, Duration limit) {
        this.command = List.copyOf(command);
        this.limit = limit;
        process = new Contestant(command, limit);
        try {
            name = line(describe(Traits.ANY_SHAPE), "name");
        } catch (RuntimeException | Error e) {
            process.close();
            throw e;
        }
    }

    /**
     * Starts a process and asks for its name.
     *
     * @param command program and arguments
     * @param limit of the time for one reply
     * @throws java.io.UncheckedIOException if there is no such program
     * @throws ProcessFailure if it does not describe itself
     */
    public static ProcessCompressor start(List<String> command, Duration limit) {
        return new ProcessCompressor(command, limit);
    }

    /** Ends the process; the next request starts another one. */
    public void restart() {
        process.stop();
    }

    /** The version that the process gives; empty if it gives none. */
    public String version() {
        return describe(Traits.ANY_SHAPE).getOrDefault("version", "");
    }

    /**
     * A first message, its floats, and what they cost.
     *
     * @param message as the process writes it
     * @param decoded by the process
     * @param costs by name; empty if the process gives none
     */
    @SuppressWarnings("ArrayRecordComponent") // both are the caller's
    public record Exchange(byte[] message, float[] decoded, Map<String, Long> costs) {
        public Exchange {
            costs = Map.copyOf(costs);
        }
    }

    /**
     * Has a gradient encoded by an encoder without memory, and decoded.
     *
     * @param gradient not modified
     * @throws IllegalArgumentException if the process rejects the gradient, or its own message
     * @throws ProcessFailure if it ends, takes too long or breaks the protocol
     */
    public Exchange exchange(Shape shape, Seed seed, int worker, float[] gradient) {
        try {
            byte[] message = encode(shape, seed.value(), worker, 0, begin(shape, seed.value(), worker), gradient, 0)
                    .message();
            float[] decoded = decode(shape, message, 0, message.length);
            return new Exchange(message, decoded, costs(shape));
        } catch (RejectedException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private Map<String, Long> costs(Shape shape) {
        if (!describe(Traits.ANY_SHAPE).getOrDefault("costs", "no").equals("yes")) {
            return Map.of();
        }
        Map<String, Long> costs = new HashMap<>();
        lines(mustAnswer(Request.COSTS, request(Request.COSTS, shape, 0), MOST_DESCRIPTION))
                .forEach((key, value) -> costs.put(key, wholeNumber("costs say", key, value)));
        return costs;
    }

    /** The same in a process of its own. */
    ProcessCompressor another() {
        return new ProcessCompressor(command, limit);
    }

    @Override
    public void close() {
        process.close();
    }

    private enum Request {
        DESCRIBE(1),
        START(2),
        ENCODE(3),
        DECODE(4),
        COSTS(5);

        private final byte number;

        Request(int number) {
            this.number = (byte) number;
        }

        String words() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The reply to a request whose content is to be written. */
    private static ByteBuffer request(Request what, Shape shape, long contentBytes) {
        long bytes = REQUEST_BYTES + contentBytes;
        if (bytes > Integer.MAX_VALUE - Long.BYTES) {
            throw new IllegalArgumentException("a request of " + bytes + " bytes; split the tensor");
        }
        return ByteBuffer.allocate((int) bytes)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(what.number)
                .putInt(shape.rows())
                .putInt(shape.columns());
    }

    private ByteBuffer ask(Request what, ByteBuffer request, long most) throws RejectedException {
        return process.ask(what.words(), request.flip(), most);
    }

    private Map<String, String> describe(Shape shape) {
        return lines(mustAnswer(Request.DESCRIBE, request(Request.DESCRIBE, shape, 0), MOST_DESCRIPTION));
    }

    private static Map<String, String> lines(ByteBuffer reply) {
        Map<String, String> lines = new HashMap<>();
        for (String line : StandardCharsets.UTF_8.decode(reply).toString().split("\\R", -1)) {
            int equals = line.indexOf('=');
            if (equals > 0) {
                lines.put(
                        line.substring(0, equals).strip(),
                        line.substring(equals + 1).strip());
            }
        }
        return lines;
    }

    private ByteBuffer mustAnswer(Request what, ByteBuffer request, long most) {
        try {
            return ask(what, request, most);
        } catch (RejectedException e) {
            throw new ProcessFailure(what.words() + " is rejected: " + e.getMessage(), e);
        }
    }

    private static String line(Map<String, String> lines, String key) {
        String value = lines.get(key);
        if (value == null || value.isEmpty()) {
            throw new ProcessFailure("the description has no line " + key + "=...; it has " + lines.keySet());
        }
        return value;
    }

    private static ProcessFailure wrong(String who, String key, String value, String expected) {
        return new ProcessFailure(who + " " + key + "=" + value + "; expected is " + expected);
    }

    private static long wholeNumber(String who, String key, String value) {
        try {
            long number = Long.parseLong(value);
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            // The message below says it.
        }
        throw wrong(who, key, value, "a whole number from 0 on");
    }

    private long messageBytes(Shape shape) {
        return wholeNumber(DESCRIPTION, "bytes", line(describe(shape), "bytes"));
    }

    @Override
    public int maxBytes(Shape shape) {
        return format.payloadBytes(Format.SHAPE_BYTES + messageBytes(shape), shape);
    }

    @Override
    public Traits traits(Shape shape) {
        Map<String, String> lines = describe(shape);
        String remembers = lines.getOrDefault("remembers", "no");
        if (!remembers.equals("yes") && !remembers.equals("no")) {
            throw wrong(DESCRIPTION, "remembers", remembers, "yes or no");
        }
        return Traits.of(guarantee(lines.getOrDefault("guarantee", "none"))).withRemembers(remembers.equals("yes"));
    }

    private static Guarantee guarantee(String text) {
        String[] words = text.split("\\s+", -1);
        try {
            if (words.length == 2) {
                double number = Double.parseDouble(words[1]);
                return switch (words[0]) {
                    case "unbiased" -> new Guarantee.Unbiased(number);
                    case "contractive" -> new Guarantee.Contractive(number);
                    case "bounded" -> new Guarantee.Bounded(number);
                    default -> throw new IllegalArgumentException(GUARANTEES);
                };
            } else if (text.equals("exact")) {
                return Guarantee.EXACT;
            } else if (text.equals("none")) {
                return Guarantee.NONE;
            }
        } catch (IllegalArgumentException e) {
            throw wrong(DESCRIPTION, "guarantee", text, String.valueOf(e.getMessage()));
        }
        throw wrong(DESCRIPTION, "guarantee", text, GUARANTEES);
    }

    @Override
    public Encoder encoder(Shape shape, Seed seed) {
        return encoder(shape, seed, 0);
    }

    /** An encoder of one of several workers, which all have the same seed. */
    public Encoder encoder(Shape shape, Seed seed, int worker) {
        return new ForeignEncoder(this, shape, seed, worker);
    }

    byte[] begin(Shape shape, long seed, int worker) {
        ByteBuffer request = request(Request.START, shape, Long.BYTES + Integer.BYTES);
        ByteBuffer reply = mustAnswer(Request.START, request.putLong(seed).putInt(worker), MOST_STATE);
        byte[] state = new byte[reply.remaining()];
        reply.get(state);
        return state;
    }

    /** A step: its message, and the state after it. */
    static final class Step {
        private final byte[] state;
        private final byte[] message;

        private Step(byte[] state, byte[] message) {
            this.state = state;
            this.message = message;
        }

        byte[] state() {
            return state;
        }

        byte[] message() {
            return message;
        }
    }

    Step encode(Shape shape, long seed, int worker, long step, byte[] state, float[] values, int offset)
            throws RejectedException {
        long content = 2L * Long.BYTES + 2 * Integer.BYTES + state.length + (long) Float.BYTES * shape.size();
        ByteBuffer request = request(Request.ENCODE, shape, content);
        request.putLong(seed).putInt(worker).putLong(step).putInt(state.length).put(state);
        request.asFloatBuffer().put(values, offset, shape.size());
        request.position(request.capacity());
        long most = messageBytes(shape);
        ByteBuffer reply = ask(Request.ENCODE, request, Integer.BYTES + state.length + most);
        int stateBytes = reply.remaining() < Integer.BYTES ? -1 : reply.getInt();
        if (stateBytes != state.length || stateBytes > reply.remaining()) {
            throw new ProcessFailure("encode: the state has " + state.length + " bytes, after the step it has "
                    + (stateBytes < 0 ? "no length" : Integer.toString(stateBytes)));
        }
        byte[] after = new byte[stateBytes];
        byte[] message = new byte[reply.remaining() - stateBytes];
        reply.get(after).get(message);
        return new Step(after, message);
    }

    float[] decode(Shape shape, byte[] bytes, int offset, int length) throws RejectedException {
        ByteBuffer request = request(Request.DECODE, shape, length).put(bytes, offset, length);
        long expected = (long) Float.BYTES * shape.size();
        ByteBuffer reply = ask(Request.DECODE, request, expected);
        if (reply.remaining() != expected) {
            throw new ProcessFailure("decode: a reply of " + reply.remaining() + " bytes, expected are " + expected
                    + " for " + shape.rows() + " x " + shape.columns() + " floats");
        }
        float[] decoded = new float[shape.size()];
        reply.asFloatBuffer().get(decoded);
        return decoded;
    }

    /** The name that the process gives. */
    @Override
    public String toString() {
        return name;
    }

    /** The encoder's memory is here, the process computes. */
    private static final class ForeignEncoder extends BodyEncoder {
        private final ProcessCompressor compressor;
        private final int worker;
        private long seed;
        private long step;
        private byte[] state;

        ForeignEncoder(ProcessCompressor compressor, Shape shape, Seed seed, int worker) {
            super(compressor, shape, seed, compressor.format);
            this.compressor = compressor;
            this.worker = worker;
            this.seed = seed.value();
            state = compressor.begin(shape, this.seed, worker);
        }

        @Override
        protected int encodeBody(float[] values, int offset, byte[] out, int at) {
            Step made;
            try {
                made = compressor.encode(shape(), seed, worker, step, state, values, offset);
            } catch (RejectedException e) {
                throw new IllegalArgumentException(e.getMessage(), e);
            }
            Body.putI32(out, at, shape().rows());
            Body.putI32(out, at + Integer.BYTES, shape().columns());
            System.arraycopy(made.message, 0, out, at + Format.SHAPE_BYTES, made.message.length);
            state = made.state;
            step = after(step);
            return Format.SHAPE_BYTES + made.message.length;
        }

        @Override
        public void undo() {
            super.undo();
            step--;
        }

        @Override
        protected long contentBytes() {
            return super.contentBytes() + state.length;
        }

        @Override
        protected void saveContent(ByteBuffer out) {
            super.saveContent(out);
            out.put(state);
        }

        @Override
        protected void restoreContent(ByteBuffer in) {
            int start = in.position();
            super.restoreContent(in);
            seed = in.getLong(start);
            step = in.getLong(start + Long.BYTES);
            byte[] restored = new byte[state.length];
            in.get(restored);
            state = restored;
        }
    }

    /**
     * The message of the process behind the shape that it is for.
     *
     * <pre>
     *   | rows, 4 bytes | columns, 4 bytes | message |
     * </pre>
     */
    private final class Format implements BodyFormat {
        static final int SHAPE_BYTES = 2 * Integer.BYTES;

        @Override
        public Id id() {
            return Id.name("judged", 1);
        }

        private Shape shape(Body body) {
            body.requireAtLeast(SHAPE_BYTES);
            int rows = body.i32(0);
            int columns = body.i32(Integer.BYTES);
            if (rows < 0 || columns < 0 || (long) rows * columns != body.elements()) {
                throw body.malformed(
                        0, "a message for " + rows + " x " + columns + " elements, not " + body.elements());
            }
            return new Shape(rows, columns);
        }

        private float[] decoded(Body body) {
            try {
                return decode(shape(body), body.bytes(), body.offset() + SHAPE_BYTES, body.length() - SHAPE_BYTES);
            } catch (RejectedException e) {
                throw body.malformed(SHAPE_BYTES, String.valueOf(e.getMessage()));
            }
        }

        @Override
        public void validate(Body body) throws MalformedInputException {
            decoded(body);
        }

        @Override
        public void addTo(Body body, float[] target, int offset, float weight) {
            float[] decoded = decoded(body);
            for (int i = 0; i < decoded.length; i++) {
                target[offset + i] += weight * decoded[i];
            }
        }

        @Override
        public String describe(Body body) {
            return body.length() - SHAPE_BYTES + " bytes of " + name;
        }
    }
}
