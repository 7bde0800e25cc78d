package org.tersegrad.compressors;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;
import org.tersegrad.codecs.MalformedInputException;

/**
 * A {@link State} with a header, which names the recipe and the shape: it can be kept as bytes and taken over by another one of
 * the same recipe and shape.
 *
 * <pre>
 *   byte 0      2         3     4               8        12        16        20      22
 *        +------+---------+-----+---------------+--------+---------+---------+-------+------+---------
 *        | "Ts" | version | 0   | content bytes | rows   | columns | CRC32C  | owner | ...  | content
 *        +------+---------+-----+---------------+--------+---------+---------+-------+------+---------
 *
 *   version    2
 *   CRC32C     of all bytes but these four
 *   owner      how many bytes, and what is restored, as its recipe in UTF-8
 * </pre>
 *
 * <p>A state is taken over as a whole or not at all: before the content is read the current one is put aside, and when the
 * content is rejected, at whatever depth, the current one is put back. Nested encoders and reductions write such a state into the
 * content of the outer one, so that every level is checked by its recipe.
 */
public abstract class SavedState extends State {
    private static final short MAGIC = 'T' | 's' << 8;
    private static final short VERSION = 2;
    private static final int CHECKSUM_AT = 16;
    private static final int HEADER_BYTES = 22;
    private static final int MOST_OWNER_BYTES = 0xffff;
    /** Largest size of an array. */
    private static final int MOST_BYTES = Integer.MAX_VALUE - 8;

    private final byte[] owner;
    private final String ownerName;
    private final Shape shape;

    /**
     * Remembers the owner of this state, so that a foreign state is rejected.
     *
     * @param owner what this belongs to: a {@link Compressor}, or something else that prints as what it is
     * @param shape of the tensor
     */
    protected SavedState(Object owner, Shape shape) {
        this.ownerName = owner.toString();
        this.owner = ownerName.getBytes(StandardCharsets.UTF_8);
        this.shape = shape;
        if (this.owner.length > MOST_OWNER_BYTES) {
            throw new IllegalArgumentException(
                    "a recipe of " + this.owner.length + " bytes, the limit is " + MOST_OWNER_BYTES);
        }
    }

    /** The shape of the tensor. */
    protected final Shape shape() {
        return shape;
    }

    /**
     * Called by {@link #save} before anything is written.
     *
     * @throws IllegalArgumentException if the content does not hold all that the next steps depend on now
     */
    protected void requireSavable() {}

    /**
     * Bytes that {@link #save} writes, always the same.
     *
     * @throws IllegalArgumentException if there are more than an array can hold
     */
    @Override
    public final int stateBytes() {
        long bytes = HEADER_BYTES + owner.length + allBytes();
        if (bytes > MOST_BYTES) {
            throw new IllegalArgumentException("a state of " + ownerName + " for " + shape.size() + " elements takes "
                    + bytes + " bytes, the limit is " + MOST_BYTES + "; split the tensor");
        }
        return (int) bytes;
    }

    /**
     * Writes what the next steps depend on.
     *
     * @param out modified: {@link #stateBytes} bytes from its position on
     */
    @Override
    public final void save(ByteBuffer out) {
        requireSavable();
        int bytes = stateBytes();
        if (out.remaining() < bytes) {
            throw new IllegalArgumentException(
                    "a state of " + bytes + " bytes does not fit in a buffer with room for " + out.remaining());
        }
        ByteBuffer state = out.slice().order(ByteOrder.LITTLE_ENDIAN).limit(bytes);
        state.putShort(MAGIC).putShort(VERSION).putInt((int) allBytes());
        state.putInt(shape.rows()).putInt(shape.columns()).putInt(0);
        state.putShort((short) owner.length).put(owner);
        saveAll(state);
        state.putInt(CHECKSUM_AT, checksum(state.position(0)));
        out.position(out.position() + bytes);
    }

    /**
     * Takes over what {@link #save} wrote. If it is rejected, nothing has changed and {@code in} is where it was.
     *
     * @param in modified: its position moves behind the state
     * @throws MalformedInputException if the bytes are not a state, or damaged
     * @throws IllegalArgumentException if it is the state of another recipe or shape
     */
    @Override
    public final void restore(ByteBuffer in) {
        ByteBuffer state = in.slice().order(ByteOrder.LITTLE_ENDIAN);
        requireBytes(state, HEADER_BYTES);
        if (state.getShort() != MAGIC) {
            throw new MalformedInputException(0, "a state begins with the letters Ts");
        }
        int version = Short.toUnsignedInt(state.getShort());
        if (version != VERSION) {
            throw new MalformedInputException(
                    2,
                    "a state of version " + version + ", this build reads version " + VERSION
                            + (version < VERSION ? "; a state of an earlier build cannot be restored" : ""));
        }
        int content = state.getInt();
        int rows = state.getInt();
        int columns = state.getInt();
        int checksum = state.getInt();
        byte[] saved = new byte[Short.toUnsignedInt(state.getShort())];
        long bytes = HEADER_BYTES + saved.length + Integer.toUnsignedLong(content);
        requireBytes(state, bytes);
        state.limit((int) bytes).get(saved);
        if (checksum != checksum(state.duplicate().position(0))) {
            throw new MalformedInputException(CHECKSUM_AT, "the checksum is not that of the state");
        }
        String savedName = new String(saved, StandardCharsets.UTF_8);
        if (!savedName.equals(ownerName) || rows != shape.rows() || columns != shape.columns()) {
            throw new IllegalArgumentException("a state of " + savedName + " for " + rows + " x " + columns
                    + " elements cannot be restored into " + ownerName + " for " + shape.rows() + " x "
                    + shape.columns());
        }
        if (content != allBytes()) {
            throw new MalformedInputException(
                    4, "a content of " + content + " bytes, that of " + ownerName + " has " + allBytes());
        }
        replaceContent(state);
        in.position(in.position() + (int) bytes);
    }

    @Override
    public void addResidualTo(FloatSlice target, float weight) {
        super.addResidualTo(target.requireLength(shape.size()), weight);
    }

    private void replaceContent(ByteBuffer state) {
        ByteBuffer current = ByteBuffer.allocate((int) allBytes()).order(ByteOrder.LITTLE_ENDIAN);
        saveAll(current);
        try {
            restoreAll(state);
        } catch (RuntimeException e) {
            restoreAll(current.flip());
            throw e;
        }
    }

    private static void requireBytes(ByteBuffer state, long bytes) {
        if (state.limit() < bytes) {
            throw new MalformedInputException(
                    state.limit(), "the state takes " + bytes + " bytes and only " + state.limit() + " are there");
        }
    }

    /** The checksum of all that stands from 0 to the limit, but for its own place. */
    private static int checksum(ByteBuffer state) {
        CRC32C checksum = new CRC32C();
        checksum.update(state.duplicate().limit(CHECKSUM_AT));
        checksum.update(state.duplicate().position(CHECKSUM_AT + Integer.BYTES));
        return (int) checksum.getValue();
    }
}
