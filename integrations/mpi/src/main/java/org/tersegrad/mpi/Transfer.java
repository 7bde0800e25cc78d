package org.tersegrad.mpi;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.io.IOException;

/** One send or receive that MPI has begun and works on whenever it is asked. */
final class Transfer {
    private final Memory request = new Memory(Native.POINTER_SIZE);
    private final Memory flag = new Memory(Integer.BYTES);
    private boolean pending;

    /** Begins to send; the bytes must not change until it is finished. */
    void send(Pointer bytes, int count, int peer, Pointer communicator) throws IOException {
        OpenMpi.check(
                "MPI_Isend",
                OpenMpi.MPI_Isend(bytes, count, OpenMpi.byteType(), peer, MpiConnection.TAG, communicator, request));
        pending = true;
    }

    /** Begins to receive a message that is on its way. */
    void receive(Pointer bytes, int count, Pointer message) throws IOException {
        OpenMpi.check("MPI_Imrecv", OpenMpi.MPI_Imrecv(bytes, count, OpenMpi.byteType(), message, request));
        pending = true;
    }

    boolean isPending() {
        return pending;
    }

    /** Lets MPI work on it; returns whether it has just been finished. */
    boolean advance() throws IOException {
        if (!pending) {
            return false;
        }
        int error = OpenMpi.MPI_Test(request, flag, Pointer.NULL);
        pending = error == 0 && flag.getInt(0) == 0;
        OpenMpi.check("MPI_Test", error);
        return !pending;
    }
}
