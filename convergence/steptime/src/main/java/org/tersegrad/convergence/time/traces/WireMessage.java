package org.tersegrad.convergence.time.traces;

import java.nio.charset.StandardCharsets;

/**
 * A message in the wire format of Protocol Buffers, read field by field. Every length is checked before it is used.
 *
 * <pre>
 *   while (message.next()) {
 *       switch (message.field()) {
 *           case 1 -> id = message.number();
 *           case 2 -> name = message.text();
 *           default -> {}                      // skipped
 *       }
 *   }
 * </pre>
 */
final class WireMessage {
    private static final int VARINT = 0;
    private static final int FIXED64 = 1;
    private static final int LENGTH = 2;
    private static final int FIXED32 = 5;
    private static final int MOST_VARINT_BITS = 64;

    private final byte[] bytes;
    private final int end;
    private int at;
    private int field;
    private int type;
    private int valueStart;
    private long varint;

    /** All of some bytes, which are not modified. */
    WireMessage(byte[] bytes) {
        this(bytes, 0, bytes.length);
    }

    private WireMessage(byte[] bytes, int from, int end) {
        this.bytes = bytes;
        this.at = from;
        this.end = end;
    }

    /** Whether there are more bytes. */
    boolean hasMore() {
        return at < end;
    }

    /** The next message of a stream of messages, each behind its length. */
    WireMessage delimited() {
        int start = behindLength();
        return new WireMessage(bytes, start, at);
    }

    /**
     * Goes on to the next field.
     *
     * @return false at the end of the message
     * @throws IllegalArgumentException if the bytes are damaged; names the byte
     */
    boolean next() {
        if (at == end) {
            return false;
        }
        int tagStart = at;
        long tag = readVarint();
        long number = tag >>> 3;
        type = (int) (tag & 7);
        if (number < 1 || number > Integer.MAX_VALUE >> 2) {
            throw damaged(tagStart, "no field has the number " + number);
        }
        field = (int) number;
        valueStart = at;
        switch (type) {
            case VARINT -> varint = readVarint();
            case FIXED64 -> skip(Long.BYTES);
            case FIXED32 -> skip(Integer.BYTES);
            case LENGTH -> valueStart = behindLength();
            default -> throw damaged(tagStart, "field " + field + " has the wire type " + type);
        }
        return true;
    }

    /** The number of the field. */
    int field() {
        return field;
    }

    /** The value of a field that is an integer. */
    long number() {
        need(VARINT, "an integer");
        return varint;
    }

    /** The value of a field that is a text. */
    String text() {
        need(LENGTH, "a text");
        return new String(bytes, valueStart, at - valueStart, StandardCharsets.UTF_8);
    }

    /** The value of a field that is a message. */
    WireMessage message() {
        need(LENGTH, "a message");
        return new WireMessage(bytes, valueStart, at);
    }

    private void need(int wanted, String what) {
        if (type != wanted) {
            throw damaged(valueStart, "field " + field + " is " + what + ", and has the wire type " + type);
        }
    }

    /** Reads a length and skips as many bytes; returns where they begin. */
    private int behindLength() {
        int lengthStart = at;
        long length = readVarint();
        int start = at;
        if (length < 0 || length > end - at) {
            throw damaged(
                    lengthStart,
                    Long.toUnsignedString(length) + " bytes are announced, and " + (end - at) + " are left");
        }
        at += (int) length;
        return start;
    }

    private void skip(int count) {
        if (count > end - at) {
            throw damaged(at, count + " bytes are needed, and " + (end - at) + " are left");
        }
        at += count;
    }

    private long readVarint() {
        int start = at;
        long value = 0;
        for (int shift = 0; shift < MOST_VARINT_BITS; shift += 7) {
            if (at == end) {
                throw damaged(start, "a number has no end");
            }
            byte next = bytes[at++];
            value |= (next & 0x7FL) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw damaged(start, "a number has more than 10 bytes");
    }

    private static IllegalArgumentException damaged(int at, String why) {
        return new IllegalArgumentException("is damaged at byte " + at + ": " + why);
    }
}
