package org.tersegrad.reducers.elastic;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.CRC32C;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.compressors.FloatSlice;

/**
 * A checkpoint of a member of an elastic training, and its bytes.
 *
 * <pre>
 *   | magic, 4 | epoch, 8, and step, 8, of the model | workers, 4 | length of the name, 4 | 0 | name of the group of the last step |
 *   | number of floats, 4 | floats | CRC-32C of all before it, 4 |
 * </pre>
 *
 * @param position of the model
 * @param workers in the group of the last step
 */
record ElasticCheckpoint(Position position, int workers) {
    private static final int MAGIC = 'T' << 24 | 's' << 16 | 'E' << 8 | 1;
    private static final int BYTES_BESIDES = 4 + 8 + 8 + 4 + 4 + 1 + 4 + 4;

    /** Bytes of a checkpoint with these arrays. */
    int bytes(List<FloatSlice> arrays) {
        return BYTES_BESIDES + position.group().length() + Float.BYTES * floats(arrays);
    }

    private static int floats(List<FloatSlice> arrays) {
        return arrays.stream().mapToInt(FloatSlice::length).sum();
    }

    /** @param arrays not modified: saved, too */
    ByteBuffer write(List<FloatSlice> arrays) {
        ByteBuffer out = ByteBuffer.allocate(bytes(arrays));
        byte[] name = position.group().getBytes(StandardCharsets.US_ASCII);
        out.putInt(MAGIC).putLong(position.epoch()).putLong(position.step()).putInt(workers);
        out.putInt(name.length).put((byte) 0).put(name).putInt(floats(arrays));
        for (FloatSlice each : arrays) {
            out.asFloatBuffer().put(each.array(), each.offset(), each.length());
            out.position(out.position() + Float.BYTES * each.length());
        }
        return out.putInt(checksum(out.array(), out.position())).flip();
    }

    private static int checksum(byte[] bytes, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, length);
        return (int) crc.getValue();
    }

    /**
     * Reads a checkpoint.
     *
     * @param in modified: its position moves to its limit
     * @param arrays modified: their contents are those that were saved
     * @throws MalformedInputException if it is not a checkpoint of such arrays, or damaged; then no array has changed
     */
    static ElasticCheckpoint read(ByteBuffer in, List<FloatSlice> arrays) {
        byte[] content = new byte[in.remaining()];
        in.get(content);
        ByteBuffer bytes = ByteBuffer.wrap(content);
        try {
            if (bytes.getInt() != MAGIC || checksum(content, content.length - 4) != bytes.getInt(content.length - 4)) {
                throw new IllegalArgumentException("no checkpoint, or a damaged one");
            }
            long epoch = bytes.getLong();
            long step = bytes.getLong();
            int workers = bytes.getInt();
            byte[] name = new byte[Math.min(bytes.getInt(), bytes.remaining())];
            bytes.get();
            bytes.get(name);
            Position position = new Position(epoch, step, new String(name, StandardCharsets.US_ASCII));
            int floats = bytes.getInt();
            if (floats != floats(arrays) || bytes.remaining() != Float.BYTES * floats + 4) {
                throw new IllegalArgumentException(
                        "a checkpoint of " + floats + " floats, this model has " + floats(arrays));
            }
            for (FloatSlice each : arrays) {
                bytes.asFloatBuffer().get(each.array(), each.offset(), each.length());
                bytes.position(bytes.position() + Float.BYTES * each.length());
            }
            return new ElasticCheckpoint(position, workers);
        } catch (BufferUnderflowException | IndexOutOfBoundsException | NegativeArraySizeException e) {
            throw new MalformedInputException(content.length, "the checkpoint ends too early");
        } catch (IllegalArgumentException e) {
            throw new MalformedInputException(bytes.position(), String.valueOf(e.getMessage()));
        }
    }
}
