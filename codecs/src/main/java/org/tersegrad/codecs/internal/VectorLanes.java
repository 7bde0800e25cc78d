package org.tersegrad.codecs.internal;

import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/**
 * The vector shape in use.
 *
 * <p>The shape is the widest that the CPU likes, at most the 512 bits of sixteen lanes. A property overrides it, so that
 * tests can hold every width against the scalar kernels on any machine.
 *
 * <p>Products of matrices, and kernels beside much scalar code, work on 256 bits at most. So at 512 bits a process has vectors of two
 * shapes, and that is more than JDK 17 bears: its C2 takes the class of a vector from a profile which the JDK's methods share
 * among all callers, and where there are two classes it boxes. Before JDK 25 the shape is therefore 256 bits at most.
 *
 * <p>There are no helpers here for loading, storing and shifting, on purpose: in a large compilation C2 stops inlining our
 * methods long before the JDK's own, and a vector that crosses a call is boxed. (Bytes seen as ints are little-endian words on
 * every CPU.)
 */
@NotCheckedForAndroid("loaded with the vector kernels only")
public final class VectorLanes {
    public static final VectorSpecies<Integer> INTS = VectorSpecies.of(int.class, shape());
    public static final VectorSpecies<Float> FLOATS = INTS.withLanes(float.class);
    public static final VectorSpecies<Byte> BYTES = INTS.withLanes(byte.class);

    /**
     * Vectors of at most 256 bits. Some CPUs lower their clock for a while after a multiplication of 512 bits, also for the scalar code
     * that comes next.
     */
    public static final VectorSpecies<Float> NARROW_FLOATS =
            VectorSpecies.of(float.class, VectorShape.forBitSize(Math.min(256, INTS.vectorBitSize())));

    /** Lanes in one vector: 4, 8 or 16. */
    public static final int LENGTH = INTS.length();

    /** Bytes in one vector. */
    public static final int BYTE_LENGTH = BYTES.length();

    /** Elements that a leaf kernel takes in one call. */
    public static final int BLOCK = 4096;

    /** Whether shuffles are instructions. JDKs before 25 do not compile them for all ARM CPUs (SVE), and then each is an object. */
    public static final boolean SHUFFLES = Runtime.version().feature() >= 25
            || !System.getProperty("os.arch", "").equals("aarch64");

    private VectorLanes() {}

    /** The largest multiple of sixteen up to {@code count}; what is left goes to the scalar kernel. */
    public static int wholeRows(int count) {
        return count & -Kernels.LANES;
    }

    private static VectorShape shape() {
        int preferred = IntVector.SPECIES_PREFERRED.vectorBitSize();
        int widest = Runtime.version().feature() < 25 ? 256 : 512;
        int bits = Integer.getInteger("tersegrad.vectorBits", Math.max(128, Math.min(widest, preferred)));
        return VectorShape.forBitSize(bits);
    }
}
