package org.tersegrad.compressors;

import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.codecs.internal.LittleEndian;

/**
 * The message of one worker for one tensor in one step: self-describing bytes. At every moment empty or valid; one object serves
 * any number of messages.
 *
 * <pre>
 *   byte 0      2         3         4               8               12              16
 *        +------+---------+---------+---------------+---------------+---------------+------ ...
 *        | "Tg" | version | format  | elements      | body bytes    | CRC32C        | body
 *        +------+---------+---------+---------------+---------------+---------------+------ ...
 *   version    bits 0..3 are 1; bits 4..7 are reserved and 0
 *   format     bits 0..6: how the body is read, docs/reference/wire-format.md lists them; bit 7: an increment
 *   elements   0 to 2^31 − 2^16
 *   CRC32C     of all bytes but these four
 * </pre>
 *
 * <p>There is one way to read it: {@link #addTo}. Added to zeros it decompresses, with weight 1/n it averages, with −1 it
 * subtracts from a residual what has been sent.
 *
 * <p>Some methods do not send gradients but increments of an estimate that sender and receiver both keep. Such a payload says so,
 * and is added to a {@link Mirror} and to nothing else: to average it as if it were a gradient is rejected.
 */
public final class Payload {
    /** Bytes before the body. */
    public static final int HEADER_BYTES = 16;

    /** Largest size of an array. */
    static final int MOST_BYTES = Integer.MAX_VALUE - 8;

    private static final int MAGIC = 'T' | 'g' << 8;
    private static final int VERSION = 1;
    private static final int FORMAT_AT = 3;
    /** The number of a format, and the bit beside it that marks an increment; in a frame as well. */
    static final int NUMBER_BITS = 0x7f;

    static final int INCREMENT = 0x80;

    private static final int ELEMENTS_AT = 4;
    private static final int LENGTH_AT = 8;

    private byte[] bytes;
    private final Body body = new Body();
    private final MessageChecksum checksum = new MessageChecksum();
    /** A gradient that came in 16 bits, or in a buffer. */
    private FloatSlice floats = FloatSlice.of();

    private BodyFormat format = NamedFormat.INSTANCE;
    private int number;
    private boolean increment;
    private boolean empty = true;

    private Payload(int maxBytes) {
        bytes = new byte[maxBytes];
    }

    /**
     * An empty payload.
     *
     * @param maxBytes how long a message it can hold: what {@link Compressor#maxBytes} says
     */
    public static Payload allocate(int maxBytes) {
        if (maxBytes < HEADER_BYTES) {
            throw new IllegalArgumentException(
                    "a payload has room for at least its header of " + HEADER_BYTES + " bytes, not for " + maxBytes);
        }
        return new Payload(maxBytes);
    }

    /**
     * An empty payload that also reads bodies of these formats, which need not be registered as services.
     *
     * @param maxBytes how long a message it can hold: what {@link Compressor#maxBytes} says
     */
    public static Payload allocate(int maxBytes, BodyFormat... formats) {
        Payload payload = allocate(maxBytes);
        for (BodyFormat format : formats) {
            payload.learn(format);
        }
        return payload;
    }

    /**
     * An empty payload that reads the same custom formats as this one: for the receiver of this message.
     *
     * @param maxBytes the longest message it can hold
     */
    public Payload receiver(int maxBytes) {
        Payload receiver = allocate(maxBytes);
        receiver.learn(body.formats());
        return receiver;
    }

    /** Makes a format known to this payload. */
    private void learn(BodyFormat custom) {
        body.learn(body.formats().and(custom));
    }

    /** Reads the custom formats that another payload reads, from now on: for an encoder that makes one body of several. */
    public void learn(Payload other) {
        body.learn(other.body.formats());
    }

    /** Makes the formats that another message is read by known to this payload. */
    void learn(Formats formats) {
        body.learn(formats);
    }

    /**
     * {@code target += weight * decoded}. Sparse payloads touch only what they carry.
     *
     * @param target modified; as long as the gradient was
     * @throws IllegalArgumentException if the payload is an increment, or the target of another length
     */
    public void addTo(FloatSlice target, float weight) {
        requireGradient();
        addDecodedTo(target, weight);
    }

    /**
     * Does the same as {@link #addTo(FloatSlice, float)}, bit for bit, on the threads of an executor if the payload is made of
     * chunks ({@link org.tersegrad.compressors.wrappers.Chunked}). It returns when all is added.
     *
     * @param target modified; as long as the gradient was
     * @param executor lends threads; the calling thread works along, and alone if there are none
     */
    public void addTo(FloatSlice target, float weight, Executor executor) {
        requireGradientFor(target);
        format.addTo(body, target, weight, executor);
    }

    /** Throws if {@link #addTo} would. */
    void requireGradientFor(FloatSlice target) {
        requireGradient();
        requireLength(target.length());
    }

    /**
     * {@code target += weight * decoded} for a tensor of 16-bit floats, or one in a buffer. Each sum is computed in 32 bits and, for
     * 16, rounded once, to nearest; what is too large for the format becomes infinite.
     *
     * @param target modified; as long as the gradient was
     * @throws IllegalArgumentException if the payload is an increment, or the target of another length or read-only
     */
    public void addTo(Slice target, float weight) {
        if (target instanceof FloatSlice array) {
            addTo(array, weight);
            return;
        }
        requireGradient();
        requireLength(target.length());
        format.addTo(body, target.requireWritable(), weight);
    }

    /** A gradient as floats of 32 bits in an array: this payload's own, until its next use. */
    FloatSlice floats(Slice gradient) {
        if (gradient instanceof FloatSlice array) {
            return array;
        }
        if (floats.length() != gradient.length()) {
            floats = FloatSlice.of(new float[gradient.length()]);
        }
        gradient.copyTo(floats);
        return floats;
    }

    private void requireGradient() {
        requireMessage();
        if (increment) {
            throw new IllegalArgumentException(
                    "the payload is an increment of an estimate, not a gradient; add it to a Mirror");
        }
    }

    /** The work of {@link #addTo}, for gradients and increments. */
    void addDecodedTo(FloatSlice target, float weight) {
        requireMessage();
        requireLength(target.length());
        format.addTo(body, target.array(), target.offset(), weight);
    }

    private void requireLength(int length) {
        if (length != body.elements()) {
            throw new IllegalArgumentException(
                    "a payload of " + body.elements() + " elements cannot be added to " + length);
        }
    }

    /**
     * Swaps buffers: {@code to} takes this message, this payload takes the spare array. It is empty afterwards.
     *
     * @param to modified: this message's body
     */
    void moveTo(Body to) {
        byte[] spare = to.bytes().length == bytes.length ? to.bytes() : new byte[bytes.length];
        to.set(bytes, HEADER_BYTES, body.length(), body.elements());
        bytes = spare;
        clear();
    }

    /**
     * The decoded gradient in an array of its own, which is as long as the payload says. For bytes from strangers use
     * {@link #addTo} and an array of the length you expect.
     */
    public float[] decompress() {
        requireGradient();
        float[] decoded = new float[body.elements()];
        addTo(FloatSlice.of(decoded), 1f);
        return decoded;
    }

    /**
     * The elements that a sparse payload carries, with their values; empty if it carries all of them, or is made of chunks. To look
     * into a payload: {@link #addTo} is faster, and allocates nothing.
     */
    public Optional<SparseEntries> entries() {
        requireMessage();
        return format.entries(body);
    }

    /** The levels and steps of a quantizer's payload; empty if it carries no levels, or is made of chunks. */
    public Optional<QuantizedLevels> levels() {
        requireMessage();
        return format.levels(body);
    }

    /** Whether it is an increment of an estimate instead of a gradient. */
    public boolean isIncrement() {
        return !empty && increment;
    }

    /** For an encoder: says of the gradient in this payload that it is the increment of an estimate. */
    public void markIncrement() {
        requireMessage();
        increment = true;
    }

    /** Empties it. */
    public void clear() {
        empty = true;
        increment = false;
    }

    /** Whether there is no message in it. */
    public boolean isEmpty() {
        return empty;
    }

    /** Number of elements of the gradient; 0 for an empty payload. */
    public int length() {
        return empty ? 0 : body.elements();
    }

    /** The bytes of the message, header and checksum included; 0 for an empty payload. */
    public int byteLength() {
        return empty ? 0 : HEADER_BYTES + body.length();
    }

    /** The bits of the message: those of its bytes, less what fills up the last one. */
    public long bits() {
        return empty ? 0 : 8L * byteLength() - format.paddingBits(body);
    }

    /**
     * Writes the message, with its checksum.
     *
     * @param out modified: {@link #byteLength} bytes from its position on
     */
    public void writeTo(ByteBuffer out) {
        requireMessage();
        if (out.remaining() < byteLength()) {
            throw new IllegalArgumentException("a message of " + byteLength()
                    + " bytes does not fit in a buffer with room for " + out.remaining());
        }
        writeHeader();
        checksum.write(bytes, byteLength(), out);
    }

    /**
     * Reads one message and checks all of it, so that nothing can fail later. If it is rejected, this payload is empty and {@code
     * in} where it was.
     *
     * @param in modified: its position moves behind the message
     * @param length how many elements the receiver's tensor has; a message for another number is rejected by its header
     * @throws MalformedInputException if the bytes are not a message for {@code length} elements, or a longer message than this
     *     payload has room for
     */
    public void readFrom(ByteBuffer in, int length) {
        clear();
        Shape.requireSize(length);
        int start = in.position();
        try {
            take(in, bytes, 0, HEADER_BYTES, "the header");
            checkHeader(length, in.remaining());
            checksum.read(in, bytes, body.length(), "the body");
            format.validate(body);
        } catch (MalformedInputException e) {
            in.position(start);
            throw e;
        }
        empty = false;
    }

    static void take(ByteBuffer in, byte[] bytes, int to, int count, String what) {
        requireRemaining(in, to, count, what);
        in.get(bytes, to, count);
    }

    /** Throws if fewer than {@code count} bytes are present from {@code at} on. */
    static void requireRemaining(ByteBuffer in, int at, int count, String what) {
        if (in.remaining() < count) {
            throw new MalformedInputException(
                    at + in.remaining(), what + " takes " + count + " bytes and only " + in.remaining() + " are there");
        }
    }

    /**
     * The number of elements that the next message announces, for a reader without a tensor to compare with, such as a tool that
     * explains files. Only the header is read.
     *
     * @param in not modified
     * @throws MalformedInputException if the bytes do not begin with the header of a message
     */
    public static int elementsOf(ByteBuffer in) {
        byte[] header = new byte[HEADER_BYTES];
        take(in.duplicate(), header, 0, HEADER_BYTES, "the header");
        checkFormat(header);
        return requireTensor(LittleEndian.getInt(header, ELEMENTS_AT), ELEMENTS_AT);
    }

    /** Rejects a number of elements that no tensor has, also in a frame. */
    static int requireTensor(int announced, int at) {
        if (announced < 0 || announced > Shape.MAX_SIZE) {
            throw new MalformedInputException(
                    at, Integer.toUnsignedString(announced) + " elements, a tensor has at most " + Shape.MAX_SIZE);
        }
        return announced;
    }

    /** Checks the bytes before the number of elements. */
    private static BodyFormat checkFormat(byte[] header) {
        if (LittleEndian.getShort(header, 0) != MAGIC) {
            throw new MalformedInputException(0, "a payload begins with the letters Tg");
        }
        if (header[2] != VERSION) {
            throw new MalformedInputException(2, "version " + (header[2] & 0xff) + ", known is " + VERSION);
        }
        return Formats.numbered(header[FORMAT_AT] & NUMBER_BITS, FORMAT_AT);
    }

    private void checkHeader(int elements, int remaining) {
        format = checkFormat(bytes);
        number = bytes[FORMAT_AT] & NUMBER_BITS;
        increment = (bytes[FORMAT_AT] & INCREMENT) != 0;
        requireElements(LittleEndian.getInt(bytes, ELEMENTS_AT), elements, ELEMENTS_AT);
        int length = LittleEndian.getInt(bytes, LENGTH_AT);
        if (length < 0 || (length > bytes.length - HEADER_BYTES && length <= remaining)) {
            throw new MalformedInputException(
                    LENGTH_AT,
                    "a body of " + Integer.toUnsignedString(length) + " bytes; here is room for "
                            + (bytes.length - HEADER_BYTES));
        }
        body.set(bytes, HEADER_BYTES, length, elements);
    }

    /** Rejects a message for another tensor, also in a frame. */
    static void requireElements(int announced, int expected, int at) {
        if (announced != expected) {
            throw new MalformedInputException(
                    at, Integer.toUnsignedString(announced) + " elements, expected are " + expected);
        }
    }

    private void writeHeader() {
        LittleEndian.putShort(bytes, 0, MAGIC);
        bytes[2] = VERSION;
        bytes[FORMAT_AT] = formatByte();
        LittleEndian.putInt(bytes, ELEMENTS_AT, body.elements());
        LittleEndian.putInt(bytes, LENGTH_AT, body.length());
    }

    /** The format as a header names it. */
    byte formatByte() {
        return (byte) (number | (increment ? INCREMENT : 0));
    }

    /** Empties the payload and lends its bytes to an encoder, which writes a body from {@link #HEADER_BYTES} on. */
    byte[] open(int maxBodyBytes) {
        clear();
        if (maxBodyBytes > bytes.length - HEADER_BYTES) {
            throw new IllegalArgumentException("a payload with room for " + bytes.length
                    + " bytes is too small: this tensor may take " + (HEADER_BYTES + (long) maxBodyBytes));
        }
        return bytes;
    }

    /** Makes a message of the body that was written. */
    void close(BodyFormat itsFormat, int itsNumber, int elements, int bodyBytes) {
        format = itsFormat;
        number = itsNumber;
        if (itsNumber == NamedFormat.NUMBER && itsFormat != NamedFormat.INSTANCE) {
            learn(itsFormat);
            format = NamedFormat.INSTANCE;
        }
        body.set(bytes, HEADER_BYTES, bodyBytes, elements);
        empty = false;
    }

    /**
     * Writes a body without an encoder, for messages that are no gradient of one worker.
     *
     * @param built built-in format of the body
     * @param writer called once, with room for {@code maxBodyBytes}
     * @throws IllegalArgumentException if this payload is smaller than that
     */
    public void write(BodyFormat built, int elements, int maxBodyBytes, BodyWriter writer) {
        int bodyBytes = writer.write(open(maxBodyBytes), HEADER_BYTES);
        close(built, built.id().number(), elements, bodyBytes);
    }

    /** Writes the bytes of a body. */
    @FunctionalInterface
    public interface BodyWriter {
        /**
         * Writes a body.
         *
         * @param out modified from {@code at} on
         * @return the bytes of the body
         */
        int write(byte[] out, int at);
    }

    /** Capacity in bytes. */
    public int capacity() {
        return bytes.length;
    }

    /**
     * The built-in format with a number, for a body that is made of others.
     *
     * @param at where the number was read, for the message if there is none
     * @throws MalformedInputException if the number is not known
     */
    public static BodyFormat format(int number, int at) {
        return Formats.numbered(number, at);
    }

    /** The format of the body; the same one for all custom formats. */
    public BodyFormat format() {
        requireMessage();
        return format;
    }

    /** The number of the format in the wire format. */
    public int formatNumber() {
        requireMessage();
        return number;
    }

    /** The body, for its format: a view that the next message reuses. */
    public Body body() {
        requireMessage();
        return body;
    }

    byte[] bytes() {
        return bytes;
    }

    /**
     * Copies the body, for an encoder that makes one body of several.
     *
     * @param out modified from {@code at} on
     * @return the bytes of the body
     */
    public int copyBody(byte[] out, int at) {
        System.arraycopy(bytes, HEADER_BYTES, out, at, body.length());
        return body.length();
    }

    void requireMessage() {
        if (empty) {
            throw new IllegalArgumentException("the payload is empty: nothing was encoded or read into it");
        }
    }

    /** The fields of the header in words. */
    public String header() {
        requireMessage();
        writeHeader(); // the checksum covers it
        return String.format(
                Locale.ROOT,
                "version %d, %sformat %d (%s), %d elements, a body of %d bytes, checksum %08x",
                VERSION,
                increment ? "increment, " : "",
                number,
                format.id().name(),
                body.elements(),
                body.length(),
                checksum.of(bytes, byteLength()));
    }

    /** The message in words. */
    @Override
    public String toString() {
        if (empty) {
            return "an empty payload";
        }
        return String.format(
                Locale.ROOT,
                "%s%d elements in %d bytes, %.3f bits each: %s",
                increment ? "an increment of " : "",
                body.elements(),
                byteLength(),
                body.elements() == 0 ? 0 : (double) bits() / body.elements(),
                format.describe(body));
    }
}
