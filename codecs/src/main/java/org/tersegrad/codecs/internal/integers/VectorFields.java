package org.tersegrad.codecs.internal.integers;

import static jdk.incubator.vector.VectorOperators.LSHR;
import static org.tersegrad.codecs.internal.VectorLanes.BLOCK;
import static org.tersegrad.codecs.internal.VectorLanes.BYTES;
import static org.tersegrad.codecs.internal.VectorLanes.INTS;
import static org.tersegrad.codecs.internal.VectorLanes.LENGTH;
import static org.tersegrad.codecs.internal.VectorLanes.wholeRows;

import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;

/** A word in each lane. */
public final class VectorFields implements FieldKernels {
    private static final ScalarFields SCALAR = new ScalarFields();

    @Override
    public int carries(byte[] in, int from, int words, int shift, int mask, int lack) {
        int whole = wholeRows(words);
        int carries = 0;
        for (int done = 0; done < whole; done += BLOCK) {
            carries |= carriesOfRows(in, from + 4 * done, Math.min(BLOCK, whole - done), shift, mask, lack);
        }
        return carries | SCALAR.carries(in, from + 4 * whole, words - whole, shift, mask, lack);
    }

    private static int carriesOfRows(byte[] in, int from, int words, int shift, int mask, int lack) {
        IntVector masks = IntVector.broadcast(INTS, mask);
        IntVector lacks = IntVector.broadcast(INTS, lack);
        IntVector carries = IntVector.zero(INTS);
        for (int i = 0; i < words; i += LENGTH) {
            IntVector word = ByteVector.fromArray(BYTES, in, from + 4 * i).reinterpretAsInts();
            IntVector other = word.lanewise(LSHR, shift).and(masks).add(lacks);
            carries = word.and(masks).add(lacks).or(other).or(carries);
        }
        return carries.reduceLanes(VectorOperators.OR);
    }
}
