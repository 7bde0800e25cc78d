package org.tersegrad.reducers.elastic;

import java.net.InetSocketAddress;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.tersegrad.codecs.MalformedInputException;

/**
 * The message of a member that has left its group and is ready for the next. Equal views and attempts make the same group.
 *
 * <pre>
 *   | 1, the version | attempt, 4 | epoch, 8 | epoch, 8, and step, 8, of the model | workers, 4 | residual, 8 | port, 2 |
 *   | view | group of the model | host |    each text with its length before it, 1 byte
 * </pre>
 *
 * @param view its id, or "-" in the message of a member that has made all steps
 * @param attempt to form a group of this view, from 0
 * @param epoch the largest that the member knows of
 * @param standing of the member
 */
public record Ready(String view, int attempt, long epoch, Standing standing) {
    private static final byte VERSION = 1;

    /** Bytes of the longest message. */
    public static final int MAX_BYTES = 1 + 4 + 8 + 8 + 8 + 4 + 8 + 2 + 3 * 256;

    public Ready {
        View.requireWord(view);
        if (attempt < 0 || epoch < 0) {
            throw new IllegalArgumentException("attempt " + attempt + " of epoch " + epoch);
        }
    }

    /** Writes the message. */
    public ByteBuffer toBytes() {
        Position position = standing.position();
        ByteBuffer out =
                ByteBuffer.allocate(MAX_BYTES).put(VERSION).putInt(attempt).putLong(epoch);
        out.putLong(position.epoch()).putLong(position.step()).putInt(standing.workers());
        out.putDouble(standing.residual()).putShort((short) standing.address().getPort());
        put(view, out);
        put(position.group(), out);
        put(standing.address().getHostString(), out);
        return out.flip();
    }

    private static void put(String word, ByteBuffer out) {
        byte[] bytes = word.getBytes(StandardCharsets.US_ASCII);
        out.put((byte) bytes.length).put(bytes);
    }

    /**
     * Reads a message.
     *
     * @param in modified: its position moves to its limit
     * @throws MalformedInputException if it is not one
     */
    public static Ready of(ByteBuffer in) {
        int start = in.position();
        try {
            byte version = in.get();
            if (version != VERSION) {
                throw new IllegalArgumentException(
                        "version " + version + " of the messages, this member has " + VERSION);
            }
            int attempt = in.getInt();
            long epoch = in.getLong();
            long modelEpoch = in.getLong();
            long modelStep = in.getLong();
            int workers = in.getInt();
            double residual = in.getDouble();
            int port = in.getShort() & 0xffff;
            String view = word(in);
            Position position = new Position(modelEpoch, modelStep, word(in));
            InetSocketAddress address = InetSocketAddress.createUnresolved(word(in), port);
            if (in.hasRemaining()) {
                throw new IllegalArgumentException(in.remaining() + " bytes more than expected");
            }
            return new Ready(view, attempt, epoch, new Standing(address, position, workers, residual));
        } catch (BufferUnderflowException e) {
            throw new MalformedInputException(in.limit() - start, "the message ends too early");
        } catch (IllegalArgumentException e) {
            throw new MalformedInputException(in.position() - start, String.valueOf(e.getMessage()));
        }
    }

    private static String word(ByteBuffer in) {
        byte[] bytes = new byte[in.get() & 0xff];
        in.get(bytes);
        return new String(bytes, StandardCharsets.US_ASCII);
    }
}
