package org.tersegrad.spark;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;

/**
 * The reply of a partition to an {@link Order}. It travels as bytes, since the serializer that a user may have chosen for results
 * need not know records.
 */
sealed interface Reply extends Serializable {
    int partition();

    /**
     * The message to the other partitions.
     *
     * @param step counted from 0; the number of all steps if there is nothing left to do
     * @param bytes of a round; empty if there is nothing left to do
     * @param loss of the rows of this step
     */
    @SuppressWarnings("ArrayRecordComponent") // sent, never compared
    record Message(int partition, int step, byte[] bytes, double loss) implements Reply {}

    /**
     * The progress of a partition.
     *
     * @param step which has begun
     * @param checksum of the replica at its beginning
     * @param replica empty if not asked for
     * @param state of its residuals and reductions; empty if not asked for
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Standing(int partition, int step, long checksum, byte[] replica, byte[] state) implements Reply {}

    /** It does not have the state that the order is about. */
    record Lost(int partition) implements Reply {}

    /**
     * It cannot go on, and trying again would not help.
     *
     * @param callersMistake whether it is about what the caller gave: rows, gradients
     */
    record Failed(int partition, String reason, boolean callersMistake) implements Reply {}

    default byte[] toBytes() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(this);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /**
     * The reply that was made bytes.
     *
     * @param bytes not modified: what {@link #toBytes} gave
     */
    @SuppressWarnings("BanSerializableRead") // Spark reads objects of its own executors all the time
    static Reply of(byte[] bytes) {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            return (Reply) in.readObject();
        } catch (IOException | ClassNotFoundException e) {
            throw new IllegalStateException("a reply that this driver cannot read: " + e.getMessage(), e);
        }
    }
}
