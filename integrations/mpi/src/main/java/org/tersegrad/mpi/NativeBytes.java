package org.tersegrad.mpi;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Memory outside the Java heap that grows when a longer message comes, and else stays where it is: MPI knows its address. */
final class NativeBytes {
    private static final int LEAST = 1 << 12;

    private Memory memory = new Memory(LEAST);
    private ByteBuffer bytes = view(memory);

    private static ByteBuffer view(Memory memory) {
        return memory.getByteBuffer(0, memory.size()).order(ByteOrder.BIG_ENDIAN);
    }

    /**
     * Room for a message, from position 0 to its limit. The old content is gone.
     *
     * @param count its bytes
     */
    ByteBuffer room(int count) {
        if (bytes.capacity() < count) {
            memory = new Memory(count);
            bytes = view(memory);
        }
        return bytes.clear().limit(count);
    }

    /** The address of the message. */
    Pointer address() {
        return memory;
    }
}
