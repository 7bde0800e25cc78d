package org.tersegrad.mpi;

import com.sun.jna.Library;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * Those functions of Open MPI 4 that a group needs, with names and parameters as in the MPI standard (3.1). A communicator or a type is
 * the address of an object of Open MPI's; so this is its binary interface, and not that of other implementations.
 */
@SuppressWarnings("MemberName") // the names of the MPI standard
final class OpenMpi {
    static final String FILE = "libmpi.so.40";

    /** One thread at a time calls MPI; it need not be the one that began. */
    private static final int THREAD_SERIALIZED = 2;

    private static final int LONGEST_ERROR_STRING = 256;
    private static final Pointer WORLD;
    private static final Pointer BYTE;
    private static final Pointer ERRORS_RETURN;

    static {
        NativeLibrary library = open();
        Native.register(OpenMpi.class, library);
        WORLD = library.getGlobalVariableAddress("ompi_mpi_comm_world");
        BYTE = library.getGlobalVariableAddress("ompi_mpi_byte");
        ERRORS_RETURN = library.getGlobalVariableAddress("ompi_mpi_errors_return");
    }

    private OpenMpi() {}

    /** Its symbols are for all: Open MPI loads its own parts later, and they look for them. */
    private static NativeLibrary open() {
        int now = 2; // RTLD_NOW and RTLD_GLOBAL of Linux's dlfcn.h
        int global = 0x100;
        return NativeLibrary.getInstance(FILE, Map.of(Library.OPTION_OPEN_FLAGS, now | global));
    }

    /** Initializes MPI, unless this process has done so. */
    static boolean begin() throws IOException {
        Memory answer = new Memory(Integer.BYTES);
        check("MPI_Finalized", MPI_Finalized(answer));
        if (answer.getInt(0) != 0) {
            throw new IllegalStateException("MPI is finalised in this process, and cannot begin again");
        }
        check("MPI_Initialized", MPI_Initialized(answer));
        if (answer.getInt(0) != 0) {
            return false;
        }
        check("MPI_Init_thread", MPI_Init_thread(Pointer.NULL, Pointer.NULL, THREAD_SERIALIZED, answer));
        return true;
    }

    /** A communicator of all processes for this library alone, whose errors come back as numbers. */
    static Pointer duplicateWorld() throws IOException {
        Memory copy = new Memory(Native.POINTER_SIZE);
        check("MPI_Comm_dup", MPI_Comm_dup(WORLD, copy));
        Pointer communicator = copy.getPointer(0);
        check("MPI_Comm_set_errhandler", MPI_Comm_set_errhandler(communicator, ERRORS_RETURN));
        return communicator;
    }

    static int rank(Pointer communicator) throws IOException {
        Memory answer = new Memory(Integer.BYTES);
        check("MPI_Comm_rank", MPI_Comm_rank(communicator, answer));
        return answer.getInt(0);
    }

    static int size(Pointer communicator) throws IOException {
        Memory answer = new Memory(Integer.BYTES);
        check("MPI_Comm_size", MPI_Comm_size(communicator, answer));
        return answer.getInt(0);
    }

    static void end() throws IOException {
        check("MPI_Finalize", MPI_Finalize());
    }

    static Pointer byteType() {
        return BYTE;
    }

    /** Throws what an error number means. */
    static void check(String function, int error) throws IOException {
        if (error != 0) {
            Memory text = new Memory(LONGEST_ERROR_STRING);
            int unknown = MPI_Error_string(error, text, new Memory(Integer.BYTES));
            throw new IOException(function + " failed: "
                    + (unknown == 0 ? text.getString(0, StandardCharsets.US_ASCII.name()) : "error " + error));
        }
    }

    static native int MPI_Initialized(Pointer flag);

    static native int MPI_Finalized(Pointer flag);

    static native int MPI_Init_thread(Pointer argc, Pointer argv, int required, Pointer provided);

    static native int MPI_Finalize();

    static native int MPI_Comm_dup(Pointer communicator, Pointer copy);

    static native int MPI_Comm_set_errhandler(Pointer communicator, Pointer handler);

    static native int MPI_Comm_rank(Pointer communicator, Pointer rank);

    static native int MPI_Comm_size(Pointer communicator, Pointer size);

    static native int MPI_Error_string(int error, Pointer text, Pointer length);

    static native int MPI_Isend(
            Pointer bytes, int count, Pointer type, int destination, int tag, Pointer communicator, Pointer request);

    static native int MPI_Improbe(
            int source, int tag, Pointer communicator, Pointer flag, Pointer message, Pointer status);

    static native int MPI_Get_count(Pointer status, Pointer type, Pointer count);

    static native int MPI_Imrecv(Pointer bytes, int count, Pointer type, Pointer message, Pointer request);

    static native int MPI_Test(Pointer request, Pointer flag, Pointer status);
}
