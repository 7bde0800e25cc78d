package org.tersegrad.codecs.internal.signs;

import static org.tersegrad.codecs.internal.LittleEndian.getLong;
import static org.tersegrad.codecs.internal.LittleEndian.putLong;

/**
 * Counts votes 64 places at a time. The step is the full adder: of three bits x, y and z of one weight, {@code x ^ y ^ z} is
 * what stays, and {@code (x & y) | ((x ^ y) & z)} goes to the next weight.
 */
public final class ScalarVotes implements VoteKernels {
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
        for (int i = 0; i < length; i += Long.BYTES) {
            long ones = getLong(planes, one + i);
            long twos = getLong(planes, two + i);
            long fours = getLong(planes, four + i);
            long eights = 0;
            for (int row = 0; row < 8; row++) {
                long vote = getLong(votes, at + row * stride + i);
                long toTwos = ones & vote;
                ones ^= vote;
                long toFours = twos & toTwos;
                twos ^= toTwos;
                // Seven in the planes and eight votes are fifteen: there is one carry at most.
                eights |= fours & toFours;
                fours ^= toFours;
            }
            putLong(planes, sums + i, ones);
            putLong(planes, sums + length + i, twos);
            putLong(planes, sums + 2 * length + i, fours);
            putLong(planes, carry + i, eights);
        }
    }

    @Override
    public void addTwoCarries(byte[] planes, int length, int plane, int first, int second, int sum, int carry) {
        for (int i = 0; i < length; i += Long.BYTES) {
            long x = getLong(planes, first + i);
            long y = getLong(planes, second + i);
            long z = getLong(planes, plane + i);
            putLong(planes, sum + i, x ^ y ^ z);
            putLong(planes, carry + i, (x & y) | ((x ^ y) & z));
        }
    }
}
