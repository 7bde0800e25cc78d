package org.tersegrad.network;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;

/**
 * MPI's own sum of floats, in memory of its own: the call of users without compression. It adds in an order of its own. MPI must
 * have begun, and its library must be loaded: an {@link org.tersegrad.mpi.MpiGroup} does both.
 */
@SuppressWarnings("MemberName") // the name of the MPI standard
final class NativeAllReduce {
    /** Its name among recipes. */
    static final String NAME = "MPI_Allreduce";

    private static final Pointer IN_PLACE = Pointer.createConstant(1); // MPI_IN_PLACE of Open MPI's mpi.h
    private static final NativeLibrary LIBRARY = NativeLibrary.getInstance("libmpi.so.40");

    static {
        Native.register(NativeAllReduce.class, LIBRARY);
    }

    private final Pointer world = LIBRARY.getGlobalVariableAddress("ompi_mpi_comm_world");
    private final Pointer floatType = LIBRARY.getGlobalVariableAddress("ompi_mpi_float");
    private final Pointer sum = LIBRARY.getGlobalVariableAddress("ompi_mpi_op_sum");
    private final Memory values;
    private final int length;

    /** @param length of the vectors */
    NativeAllReduce(int length) {
        this.length = length;
        values = new Memory((long) Float.BYTES * length);
    }

    /** Puts a worker's vector in. */
    void set(float[] vector) {
        values.write(0, vector, 0, length);
    }

    /** Replaces it by the sum over all workers. */
    void run() {
        int error = MPI_Allreduce(IN_PLACE, values, length, floatType, sum, world);
        if (error != 0) {
            throw new IllegalStateException(NAME + " failed with error " + error);
        }
    }

    /** Element i. */
    float get(int i) {
        return values.getFloat((long) Float.BYTES * i);
    }

    private static native int MPI_Allreduce(
            Pointer send, Pointer receive, int count, Pointer type, Pointer operation, Pointer communicator);
}
