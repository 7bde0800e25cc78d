package org.tersegrad.codecs.internal.signs;

import static jdk.incubator.vector.VectorOperators.AND;
import static jdk.incubator.vector.VectorOperators.OR;
import static jdk.incubator.vector.VectorOperators.XOR;
import static org.tersegrad.codecs.internal.VectorLanes.BYTES;
import static org.tersegrad.codecs.internal.VectorLanes.BYTE_LENGTH;

import jdk.incubator.vector.ByteVector;

/**
 * Counts votes with full adders (see {@link ScalarVotes}), seven for eight rows: two rows and the ones give ones and a carry,
 * two such carries and the twos give twos and a carry, and so on. Planes are read and written once for eight rows.
 */
public final class VectorVotes implements VoteKernels {
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
        int b = at + stride;
        int c = b + stride;
        int d = c + stride;
        int e = d + stride;
        int f = e + stride;
        int g = f + stride;
        int h = g + stride;
        int twos = sums + length;
        int fours = twos + length;
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
            z = odd.lanewise(XOR, z);
            ByteVector t = ByteVector.fromArray(BYTES, planes, two + i);
            odd = ab.lanewise(XOR, cd);
            ByteVector abcd = ab.lanewise(AND, cd).lanewise(OR, odd.lanewise(AND, t));
            t = odd.lanewise(XOR, t);
            x = ByteVector.fromArray(BYTES, votes, e + i);
            y = ByteVector.fromArray(BYTES, votes, f + i);
            odd = x.lanewise(XOR, y);
            ByteVector ef = x.lanewise(AND, y).lanewise(OR, odd.lanewise(AND, z));
            z = odd.lanewise(XOR, z);
            x = ByteVector.fromArray(BYTES, votes, g + i);
            y = ByteVector.fromArray(BYTES, votes, h + i);
            odd = x.lanewise(XOR, y);
            ByteVector gh = x.lanewise(AND, y).lanewise(OR, odd.lanewise(AND, z));
            odd.lanewise(XOR, z).intoArray(planes, sums + i);
            odd = ef.lanewise(XOR, gh);
            ByteVector efgh = ef.lanewise(AND, gh).lanewise(OR, odd.lanewise(AND, t));
            odd.lanewise(XOR, t).intoArray(planes, twos + i);
            ByteVector q = ByteVector.fromArray(BYTES, planes, four + i);
            odd = abcd.lanewise(XOR, efgh);
            abcd.lanewise(AND, efgh).lanewise(OR, odd.lanewise(AND, q)).intoArray(planes, carry + i);
            odd.lanewise(XOR, q).intoArray(planes, fours + i);
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
