package org.tersegrad.codecs.internal;

import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/**
 * The vector shape in use and the few operations that the kernels are written in.
 *
 * <p>The shape is the widest that the CPU likes, at most the 512 bits of sixteen lanes. A property overrides it, so that
 * tests can hold every width against the scalar kernels on any machine.
 */
final class VectorLanes {
    static final VectorSpecies<Integer> INTS = VectorSpecies.of(int.class, shape());
    static final VectorSpecies<Float> FLOATS = INTS.withLanes(float.class);
    static final VectorSpecies<Byte> BYTES = INTS.withLanes(byte.class);

    /** Lanes in one vector: 4, 8 or 16. */
    static final int LENGTH = INTS.length();

    /** Bytes in one vector. */
    static final int BYTE_LENGTH = BYTES.length();

    private VectorLanes() {}

    private static VectorShape shape() {
        int preferred = IntVector.SPECIES_PREFERRED.vectorBitSize();
        int bits = Integer.getInteger("tersegrad.vectorBits", Math.max(128, Math.min(512, preferred)));
        return VectorShape.forBitSize(bits);
    }

    static IntVector ints(int[] array, int index) {
        return IntVector.fromArray(INTS, array, index);
    }

    static FloatVector floats(float[] array, int index) {
        return FloatVector.fromArray(FLOATS, array, index);
    }

    /** The bit patterns of floats. */
    static IntVector floatBits(float[] array, int index) {
        return FloatVector.fromArray(FLOATS, array, index).reinterpretAsInts();
    }

    /** Little-endian words; the Vector API lays out bytes in that order on every CPU. */
    static IntVector words(byte[] array, int index) {
        return ByteVector.fromArray(BYTES, array, index).reinterpretAsInts();
    }

    static void putWords(IntVector words, byte[] array, int index) {
        words.reinterpretAsBytes().intoArray(array, index);
    }

    static IntVector shl(IntVector v, int bits) {
        return v.lanewise(VectorOperators.LSHL, bits);
    }

    static IntVector shr(IntVector v, int bits) {
        return v.lanewise(VectorOperators.LSHR, bits);
    }
}
