package org.tersegrad.codecs.internal.signs;

import static jdk.incubator.vector.VectorOperators.AND;
import static jdk.incubator.vector.VectorOperators.OR;
import static jdk.incubator.vector.VectorOperators.XOR;
import static org.tersegrad.codecs.internal.VectorLanes.BYTES;
import static org.tersegrad.codecs.internal.VectorLanes.BYTE_LENGTH;

import jdk.incubator.vector.ByteVector;

/**
 * Counts votes with full adders (see {@link ScalarVotes}), seven for eight rows: two rows and the ones give ones and a carry,
 * two such carries and the twos give twos and a carry, and so on. A leaf for all eight rows is faster, and boxed in some orders of
 * compilation.
 */
public final class VectorVotes implements VoteKernels {
    /** A constant, and so of a known class: C2 takes that of other vectors from profiles, in which 16-bit floats leave a second one. */
    private static final ByteVector NONE = ByteVector.zero(BYTES);

    @Override
    public void addEightVotes(
            byte[] votes,
            int at,
            int stride,
            byte[] planes,
            int length,
            int one,
            int two,
            int four,
            int sums,
            int carry) {
        addFourVotes(votes, at, stride, planes, length, one, two, sums, carry);
        addFourMore(votes, at + 4 * stride, stride, planes, length, four, sums, carry);
    }

    /** Leaves a carry of weight 4 in the place of that of weight 8. */
    private static void addFourVotes(
            byte[] votes, int at, int stride, byte[] planes, int length, int one, int two, int sums, int carry) {
        int b = at + stride;
        int c = b + stride;
        int d = c + stride;
        int twos = sums + length;
        for (int i = 0; i < length; i += BYTE_LENGTH) {
            ByteVector x = ByteVector.fromArray(BYTES, votes, at + i);
            ByteVector y = ByteVector.fromArray(BYTES, votes, b + i);
            ByteVector z = ByteVector.fromArray(BYTES, planes, one + i);
            ByteVector odd = x.lanewise(XOR, y);
            ByteVector ab = x.lanewise(AND, y).lanewise(OR, odd.lanewise(AND, z));
            z = odd.lanewise(XOR, z);
            x = ByteVector.fromArray(BYTES, votes, c + i);
            y = ByteVector.fromArray(BYTES, votes, d + i);
            odd = x.lanewise(XOR, y);
            ByteVector cd = x.lanewise(AND, y).lanewise(OR, odd.lanewise(AND, z));
            NONE.lanewise(OR, odd.lanewise(XOR, z)).intoArray(planes, sums + i);
            ByteVector t = ByteVector.fromArray(BYTES, planes, two + i);
            odd = ab.lanewise(XOR, cd);
            NONE.lanewise(OR, ab.lanewise(AND, cd).lanewise(OR, odd.lanewise(AND, t)))
                    .intoArray(planes, carry + i);
            NONE.lanewise(OR, odd.lanewise(XOR, t)).intoArray(planes, twos + i);
        }
    }

    /** The other four, with the carry of the first. */
    private static void addFourMore(
            byte[] votes, int at, int stride, byte[] planes, int length, int four, int sums, int carry) {
        int f = at + stride;
        int g = f + stride;
        int h = g + stride;
        int twos = sums + length;
        int fours = twos + length;
        for (int i = 0; i < length; i += BYTE_LENGTH) {
            ByteVector x = ByteVector.fromArray(BYTES, votes, at + i);
            ByteVector y = ByteVector.fromArray(BYTES, votes, f + i);
            ByteVector z = ByteVector.fromArray(BYTES, planes, sums + i);
            ByteVector odd = x.lanewise(XOR, y);
            ByteVector ef = x.lanewise(AND, y).lanewise(OR, odd.lanewise(AND, z));
            z = odd.lanewise(XOR, z);
            x = ByteVector.fromArray(BYTES, votes, g + i);
            y = ByteVector.fromArray(BYTES, votes, h + i);
            odd = x.lanewise(XOR, y);
            ByteVector gh = x.lanewise(AND, y).lanewise(OR, odd.lanewise(AND, z));
            NONE.lanewise(OR, odd.lanewise(XOR, z)).intoArray(planes, sums + i);
            ByteVector t = ByteVector.fromArray(BYTES, planes, twos + i);
            odd = ef.lanewise(XOR, gh);
            ByteVector efgh = ef.lanewise(AND, gh).lanewise(OR, odd.lanewise(AND, t));
            NONE.lanewise(OR, odd.lanewise(XOR, t)).intoArray(planes, twos + i);
            ByteVector q = ByteVector.fromArray(BYTES, planes, four + i);
            ByteVector abcd = ByteVector.fromArray(BYTES, planes, carry + i);
            odd = abcd.lanewise(XOR, efgh);
            NONE.lanewise(OR, abcd.lanewise(AND, efgh).lanewise(OR, odd.lanewise(AND, q)))
                    .intoArray(planes, carry + i);
            NONE.lanewise(OR, odd.lanewise(XOR, q)).intoArray(planes, fours + i);
        }
    }

    @Override
    public void addTwoCarries(byte[] planes, int length, int plane, int first, int second, int sum, int carry) {
        for (int i = 0; i < length; i += BYTE_LENGTH) {
            ByteVector x = ByteVector.fromArray(BYTES, planes, first + i);
            ByteVector y = ByteVector.fromArray(BYTES, planes, second + i);
            ByteVector z = ByteVector.fromArray(BYTES, planes, plane + i);
            ByteVector odd = x.lanewise(XOR, y);
            x.lanewise(AND, y).lanewise(OR, odd.lanewise(AND, z)).intoArray(planes, carry + i);
            odd.lanewise(XOR, z).intoArray(planes, sum + i);
        }
    }
}
