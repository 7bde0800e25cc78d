package org.tersegrad.compressors;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.codecs.internal.LittleEndian;

/**
 * Many payloads under one header, for models with hundreds of small tensors: a tensor takes 3 to 11 bytes beside its body
 * instead of 16.
 *
 * <pre>
 *   byte 0      2         3       4               8               12              16
 *        +------+---------+-------+---------------+---------------+---------------+------ ...
 *        | "Tf" | version | 0     | payloads      | bytes after   | CRC32C        | payload, payload, ...
 *        +------+---------+-------+---------------+---------------+---------------+------ ...
 *
 *   payload   | format, 1 byte | elements | body bytes | body |
 *             the two numbers in groups of 7 bits, the lowest first, a byte each; bit 7 says that another follows;
 *             as few bytes as the number needs
 *   version, format with the mark of an increment, elements, body and CRC32C as in {@link Payload}
 * </pre>
 *
 * <p>At every moment valid; one object serves any number of messages.
 *
 * <pre>{@code
 * frame.clear();
 * for (...) {
 *     encoder.encode(gradient, payload);
 *     frame.add(payload);
 * }
 * frame.writeTo(buffer);
 *
 * frame.readFrom(buffer, lengths);
 * for (int i = 0; i < frame.size(); i++) {
 *     frame.get(i, payload);
 *     payload.addTo(gradients.get(i), weight);
 * }
 * }</pre>
 */
public final class Frame {
    /** Bytes before the first payload. */
    public static final int HEADER_BYTES = 16;

    /** Upper bound of the bytes that a payload takes in a frame besides its body. */
    private static final int MOST_FIELDS = 11;

    private static final int MAGIC = 'T' | 'f' << 8;
    private static final int VERSION = 1;
    private static final int COUNT_AT = 4;
    private static final int LENGTH_AT = 8;

    private final byte[] bytes;
    private final Body body = new Body();
    private final MessageChecksum checksum = new MessageChecksum();
    /** Start of each payload. */
    private int[] starts = new int[16];

    private int size;
    private int end = HEADER_BYTES;

    /** Position after the number read last. */
    private int cursor;

    private Frame(int maxBytes) {
        bytes = new byte[maxBytes];
    }

    /**
     * A frame without payloads.
     *
     * @param maxBytes how long a message it can hold: what {@link #maxBytes} says
     */
    public static Frame allocate(int maxBytes) {
        if (maxBytes < HEADER_BYTES) {
            throw new IllegalArgumentException(
                    "a frame has room for at least its header of " + HEADER_BYTES + " bytes, not for " + maxBytes);
        }
        return new Frame(maxBytes);
    }

    /**
     * No frame of payloads of at most these lengths is longer.
     *
     * @throws IllegalArgumentException if such a frame may take more bytes than an array can hold
     */
    public static int maxBytes(int... payloadBytes) {
        long sum = HEADER_BYTES;
        for (int each : payloadBytes) {
            sum += MOST_FIELDS + (long) each - Payload.HEADER_BYTES;
        }
        if (sum > Payload.MOST_BYTES) {
            throw new IllegalArgumentException("a frame of " + payloadBytes.length + " payloads may take " + sum
                    + " bytes, the limit is " + Payload.MOST_BYTES + "; use several frames");
        }
        return (int) sum;
    }

    /** Takes all payloads out. */
    public void clear() {
        size = 0;
        end = HEADER_BYTES;
    }

    /**
     * Appends a copy of a payload.
     *
     * @param payload not modified; not empty
     */
    public void add(Payload payload) {
        payload.requireMessage();
        int length = payload.body().length();
        if (bytes.length - end < MOST_FIELDS + (long) length) {
            throw new IllegalArgumentException(
                    "payload " + size + " of " + payload.byteLength() + " bytes does not fit in a frame with room for "
                            + bytes.length + ", of which " + end + " are used");
        }
        body.learn(payload.body().formats());
        noteStart(end);
        bytes[end] = payload.formatByte();
        int at = putNumber(putNumber(end + 1, payload.length()), length);
        end = at + payload.copyBody(bytes, at);
    }

    private void noteStart(int at) {
        if (size == starts.length) {
            starts = Arrays.copyOf(starts, 2 * size);
        }
        starts[size++] = at;
    }

    /** Number of payloads. */
    public int size() {
        return size;
    }

    /** The bytes of the message, header and checksum included. */
    public int byteLength() {
        return end;
    }

    /** The bits of the message: those of its bytes, less what fills up the last one. */
    public long bits() {
        if (size == 0) {
            return 8L * end;
        }
        return 8L * end - open(starts[size - 1]).paddingBits(body);
    }

    /**
     * Copies one payload.
     *
     * @param payload modified: holds payload {@code index} afterwards
     */
    public void get(int index, Payload payload) {
        Objects.checkIndex(index, size);
        BodyFormat format = open(starts[index]);
        payload.learn(body.formats());
        byte[] out = payload.open(body.length());
        System.arraycopy(bytes, body.offset(), out, Payload.HEADER_BYTES, body.length());
        payload.close(format, bytes[starts[index]] & Payload.NUMBER_BITS, body.elements(), body.length());
        if ((bytes[starts[index]] & Payload.INCREMENT) != 0) {
            payload.markIncrement();
        }
    }

    /**
     * Writes the message, with its checksum.
     *
     * @param out modified: {@link #byteLength} bytes from its position on
     */
    public void writeTo(ByteBuffer out) {
        if (out.remaining() < end) {
            throw new IllegalArgumentException(
                    "a frame of " + end + " bytes does not fit in a buffer with room for " + out.remaining());
        }
        LittleEndian.putShort(bytes, 0, MAGIC);
        LittleEndian.putShort(bytes, 2, VERSION);
        LittleEndian.putInt(bytes, COUNT_AT, size);
        LittleEndian.putInt(bytes, LENGTH_AT, end - HEADER_BYTES);
        checksum.write(bytes, end, out);
    }

    /**
     * Reads one message and checks all of it. If it is rejected, this frame has no payloads and {@code in} is where it was.
     *
     * @param in modified: its position moves behind the message
     * @param lengths not modified: how many elements each of the receiver's tensors has, in the order of the frame
     * @throws MalformedInputException if the bytes are not a frame for these tensors, or a longer one than this has room for
     */
    public void readFrom(ByteBuffer in, int... lengths) {
        clear();
        for (int length : lengths) {
            Shape.requireSize(length);
        }
        int start = in.position();
        try {
            Payload.take(in, bytes, 0, HEADER_BYTES, "the header");
            int length = checkHeader();
            int count = LittleEndian.getInt(bytes, COUNT_AT);
            if (count != lengths.length) {
                throw new MalformedInputException(
                        COUNT_AT, Integer.toUnsignedString(count) + " payloads, expected are " + lengths.length);
            }
            checksum.read(in, bytes, length, "what follows the header");
            end = HEADER_BYTES + length;
            checkPayloads(lengths);
        } catch (MalformedInputException e) {
            clear();
            in.position(start);
            throw e;
        }
    }

    private int checkHeader() {
        if (LittleEndian.getShort(bytes, 0) != MAGIC) {
            throw new MalformedInputException(0, "a frame begins with the letters Tf");
        }
        if (LittleEndian.getShort(bytes, 2) != VERSION) {
            throw new MalformedInputException(
                    2, "version " + LittleEndian.getShort(bytes, 2) + ", known is " + VERSION);
        }
        int length = LittleEndian.getInt(bytes, LENGTH_AT);
        if (length < 0 || length > bytes.length - HEADER_BYTES) {
            throw new MalformedInputException(
                    LENGTH_AT,
                    Integer.toUnsignedString(length) + " bytes; here is room for " + (bytes.length - HEADER_BYTES));
        }
        return length;
    }

    private void checkPayloads(int[] lengths) {
        int at = HEADER_BYTES;
        for (int length : lengths) {
            if (at == end) {
                throw new MalformedInputException(
                        at, lengths.length + " payloads announced, only " + size + " are there");
            }
            BodyFormat format = open(at);
            Payload.requireElements(body.elements(), length, at + 1);
            format.validate(body);
            noteStart(at);
            at = body.end();
        }
        if (at != end) {
            throw new MalformedInputException(at, "bytes after the last payload");
        }
    }

    /**
     * The numbers of elements that the payloads of the next frame announce, for a reader without tensors to compare with, such as a
     * tool that explains files. Neither bodies nor checksum are read.
     *
     * @param in not modified
     * @throws MalformedInputException if the bytes are not a frame
     */
    public static int[] elementsOf(ByteBuffer in) {
        ByteBuffer copy = in.duplicate();
        Frame frame = new Frame(Math.max(HEADER_BYTES, in.remaining()));
        Payload.take(copy, frame.bytes, 0, HEADER_BYTES, "the header");
        int length = frame.checkHeader();
        Payload.take(copy, frame.bytes, HEADER_BYTES, length, "what follows the header");
        frame.end = HEADER_BYTES + length;
        int[] elements = new int[16];
        for (int at = HEADER_BYTES; at < frame.end; at = frame.body.end()) {
            frame.open(at);
            Payload.requireTensor(frame.body.elements(), at + 1);
            if (frame.size == elements.length) {
                elements = Arrays.copyOf(elements, 2 * elements.length);
            }
            elements[frame.size++] = frame.body.elements();
        }
        return Arrays.copyOf(elements, frame.size);
    }

    /** Points {@code body} at the payload that begins here. */
    private BodyFormat open(int at) {
        BodyFormat format = Formats.numbered(bytes[at] & Payload.NUMBER_BITS, at);
        cursor = at + 1;
        int elements = getNumber();
        int length = getNumber();
        if (length > end - cursor) {
            throw new MalformedInputException(cursor, "a body of " + length + " bytes is cut off");
        }
        body.set(bytes, cursor, length, elements);
        return format;
    }

    private int putNumber(int at, int value) {
        int rest = value;
        int to = at;
        while (rest >= 0x80) {
            bytes[to++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[to] = (byte) rest;
        return to + 1;
    }

    private int getNumber() {
        int first = cursor;
        long value = 0;
        for (int shift = 0; shift < 35 && cursor < end; shift += 7) {
            int next = bytes[cursor++];
            value |= (next & 0x7fL) << shift;
            if (next >= 0) {
                if (value > Integer.MAX_VALUE || (next == 0 && shift > 0)) {
                    break;
                }
                return (int) value;
            }
        }
        throw new MalformedInputException(first, "not a number in as few bytes as it needs");
    }

    @Override
    public String toString() {
        return size + " payloads in " + end + " bytes";
    }
}
