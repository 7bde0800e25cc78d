package org.tersegrad.mpi;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.tersegrad.reducers.group.Messages;

/**
 * The messages between this worker and another one, which MPI keeps in order. After the last comes an empty one: the end. A reason for a failure and
 * the end go out at once, behind a message that is still on its way, so each has memory of its own.
 */
final class MpiConnection {
    static final int TAG = 0;

    /** More than any version's MPI_Status, which is not read here. */
    private static final int STATUS_BYTES = 64;

    private static final String CLOSED = "it has closed the group";
    /** More than a reason or an end has. */
    static final int MOST_REASON_BYTES = 1 << 12;

    private final Pointer communicator;
    private final int peer;

    private final NativeBytes outgoing = new NativeBytes();
    /** Kept as long as MPI may read it. */
    private ByteBuffer inPlace = outgoing.room(0);

    private final Transfer sending = new Transfer();
    private final Memory reason = new Memory(MOST_REASON_BYTES);
    private final Transfer sendingReason = new Transfer();
    private final Transfer sendingEnd = new Transfer();

    private final NativeBytes incoming = new NativeBytes();
    private final Transfer receiving = new Transfer();
    private final Memory flag = new Memory(Integer.BYTES);
    private final Memory handle = new Memory(Native.POINTER_SIZE);
    private final Memory status = new Memory(STATUS_BYTES);
    private ByteBuffer message = incoming.room(0);
    private int most;
    private int announced;
    private boolean reading;
    private boolean ended;

    MpiConnection(Pointer communicator, int peer) {
        this.communicator = communicator;
        this.peer = peer;
    }

    /** Begins to send message i of these, once the one before is sent: from where it is, if it is one piece of native memory. */
    void beginWrite(Messages messages, int i) throws IOException {
        Optional<ByteBuffer> there = messages.inPlace(i);
        int count = messages.header().remaining() + messages.bytes(i);
        if (there.isPresent()) {
            inPlace = there.get();
            sending.send(Native.getDirectBufferPointer(inPlace), count, peer, communicator);
        } else {
            outgoing.room(count).put(messages.header()).put(messages.content(i));
            sending.send(outgoing.address(), count, peer, communicator);
        }
    }

    /** Begins to send the one and only reason of a failure. */
    void beginWriteReason(ByteBuffer text) throws IOException {
        int count = text.remaining();
        reason.getByteBuffer(0, count).put(text);
        sendingReason.send(reason, count, peer, communicator);
    }

    /** Begins to send the end, once. */
    void beginWriteEnd() throws IOException {
        sendingEnd.send(reason, 0, peer, communicator);
    }

    /**
     * Begins to wait for a message.
     *
     * @param mostBytes of a longer one no more is read, and it is rejected
     */
    void beginRead(int mostBytes) {
        most = mostBytes;
        reading = true;
    }

    boolean isRead() {
        return !reading;
    }

    boolean isWritten() {
        return !sending.isPending();
    }

    /** Whether the other one has said that nothing more will come. */
    boolean isEnded() {
        return ended;
    }

    /** Whether the reason of a failure, if there is one, is on its way. */
    boolean isReasonWritten() {
        return !sendingReason.isPending();
    }

    /** Whether all has been sent, to the end. */
    boolean isEndWritten() {
        return isWritten() && isReasonWritten() && !sendingEnd.isPending();
    }

    /** Whether the message that was read is the beginning of one that is too long. */
    boolean isTooLong() {
        return announced > message.limit();
    }

    /** The message that was read. */
    ByteBuffer message() {
        return message;
    }

    /**
     * Lets MPI do what can be done without waiting; returns whether anything was finished.
     *
     * @throws EOFException if a message is waited for and the other one has ended
     * @throws IOException also if a message {@link #isTooLong}
     */
    boolean advance() throws IOException {
        boolean moved = sending.advance();
        moved |= sendingReason.advance();
        moved |= sendingEnd.advance();
        if (reading) {
            moved |= read();
        }
        return moved;
    }

    private boolean read() throws IOException {
        if (ended) {
            reading = false;
            throw new EOFException(CLOSED);
        }
        boolean moved = !receiving.isPending() && beginReceive();
        try {
            if (!receiving.advance()) {
                return moved;
            }
        } catch (IOException e) {
            if (!isTooLong()) { // else MPI has cut it off, and says so
                throw e;
            }
        }
        reading = false;
        if (isTooLong()) {
            throw new IOException(
                    "it announces a message of " + announced + " bytes, at most " + most + " are possible");
        }
        if (!message.hasRemaining()) {
            ended = true;
            throw new EOFException(CLOSED);
        }
        return true;
    }

    /** Looks whether a message has come, or the beginning of one; only then its length is known. */
    private boolean beginReceive() throws IOException {
        OpenMpi.check("MPI_Improbe", OpenMpi.MPI_Improbe(peer, TAG, communicator, flag, handle, status));
        if (flag.getInt(0) == 0) {
            return false;
        }
        OpenMpi.check("MPI_Get_count", OpenMpi.MPI_Get_count(status, OpenMpi.byteType(), flag));
        announced = flag.getInt(0);
        int count = Math.min(announced, most);
        message = incoming.room(count);
        receiving.receive(incoming.address(), count, handle);
        return true;
    }
}
