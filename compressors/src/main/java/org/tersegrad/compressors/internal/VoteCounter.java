package org.tersegrad.compressors.internal;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.codecs.internal.Kernels;
import org.tersegrad.codecs.internal.LittleEndian;
import org.tersegrad.codecs.internal.signs.VoteKernels;

/**
 * Counts votes of one bit each without unpacking them. The votes are kept as they come and counted block by block, so that
 * the counts never leave the first-level cache: bit i of plane p is bit p of the count at place i.
 *
 * <pre>
 *   eight rows of votes + planes of 1, 2, 4    -> the planes, and a carry of weight 8
 *   two carries of weight w + the plane of w   -> the plane, and a carry of weight 2 w
 *   and so on up to the one carry of weight m, the smallest of 8, 16, 32, ... that is not below the number of voters
 * </pre>
 *
 * <p>The planes do not start at zero but at {@code m − 1 − half}, where half is that of the voters, rounded down. So the last carry
 * is the majority: it is set where the count is above half. If all planes end as ones, the count is half.
 *
 * <p>S. Harley and D. Seal's way to count bits, across rows instead of along them; see H. Warren, <i>Hacker's delight</i>.
 */
public final class VoteCounter {
    /** Bytes of each voter that are counted together. */
    private static final int BLOCK = 1024;

    /** Nine cache lines, so that rows do not compete for the same places in a cache. */
    private static final int APART = 9 * 64;

    private static final int EIGHT = 8;

    // The first two rows are zeros and ones, for a bit of the start; then planes; then carries, two for each plane from
    // 8 on.
    private static final int ZEROS = 0;
    private static final int ONES = 1;
    private static final int PLANES = 2;

    private final int bytes;
    private final int length;
    private final int stride;
    private final int mostPlanes;
    private final byte[] votes;
    private final byte[] rows;
    private int voters;

    /** Rows of votes that may not be zero: more than voters, if there were more before. */
    private int used;

    /**
     * A counter of bytes of votes.
     *
     * @param bytes how many each voter gives
     * @param mostVoters how many voters there may be
     */
    public VoteCounter(int bytes, int mostVoters) {
        this.bytes = bytes;
        length = Math.min(BLOCK, roundUp(bytes, Kernels.ROW_BYTES));
        stride = bytes <= BLOCK ? length : roundUp(bytes, BLOCK) + APART;
        mostPlanes = planes(mostVoters);
        long room = (long) stride * roundUp(Math.max(1, mostVoters), EIGHT);
        if (room > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException("the votes of " + mostVoters + " workers take " + room
                    + " bytes on one of them, the limit is " + (Integer.MAX_VALUE - 8) + "; split the tensor");
        }
        votes = new byte[(int) room];
        rows = new byte[carry(mostPlanes, 1)];
        Arrays.fill(rows, ONES * length, PLANES * length, (byte) -1);
    }

    private static int roundUp(int number, int multiple) {
        return (number + multiple - 1) / multiple * multiple;
    }

    private static int planes(int voters) {
        return Math.max(3, Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(1, voters) - 1));
    }

    /** Start of a plane in the rows. */
    private int plane(int p) {
        return (PLANES + p) * length;
    }

    /** Start of the first or the second carry into plane p. */
    private int carry(int p, int which) {
        return plane(mostPlanes + 2 * (p - 3) + which);
    }

    /** Forgets all votes. */
    public void clear() {
        voters = 0;
    }

    /**
     * Adds the votes of one voter.
     *
     * @param message modified: its position moves by the bytes of one voter
     */
    public void add(ByteBuffer message) {
        message.get(votes, voters * stride, bytes);
        voters++;
        used = Math.max(used, voters);
    }

    /**
     * The bits at which more than half of the votes are ones.
     *
     * @param ties whether a tie is decided by a random bit; else it is a zero
     * @param seed of those random bits
     * @param out modified: the bytes of the result, as many as it has room for
     */
    public void majority(boolean ties, long seed, ByteBuffer out) {
        Arrays.fill(votes, voters * stride, used * stride, (byte) 0);
        used = voters;
        int planes = planes(voters);
        for (int from = 0; from < bytes; from += length) {
            count(from, planes);
            int result = carry(planes, 0);
            if (ties && voters % 2 == 0) {
                decide(seed, from / Long.BYTES, planes, result);
            }
            out.put(rows, result, Math.min(Math.min(length, bytes - from), out.remaining()));
        }
    }

    private void count(int from, int planes) {
        int start = (1 << planes) - 1 - voters / 2;
        for (int group = 0; group < 1 << (planes - 3); group++) {
            int carry = carry(3, group & 1);
            if (EIGHT * group < Math.max(1, voters)) {
                int one = group == 0 ? (start & 1) * length : plane(0);
                int two = group == 0 ? (start >> 1 & 1) * length : plane(1);
                int four = group == 0 ? (start >> 2 & 1) * length : plane(2);
                int at = EIGHT * group * stride + from;
                VoteKernels.ADD_EIGHT_VOTES
                        .at(8 * EIGHT * length)
                        .addEightVotes(votes, at, stride, rows, length, one, two, four, plane(0), carry);
            } else {
                Arrays.fill(rows, carry, carry + length, (byte) 0);
            }
            for (int p = 3, pair = group; (pair & 1) == 1; p++, pair >>= 1) {
                int before = pair == 1 ? (start >> p & 1) * length : plane(p);
                int next = carry(p + 1, pair >> 1 & 1);
                VoteKernels.ADD_TWO_CARRIES
                        .at(8 * length)
                        .addTwoCarries(rows, length, before, carry(p, 0), carry(p, 1), plane(p), next);
            }
        }
    }

    /** Adds random bits where all planes are ones. The carry of two rows and zeros is the and of the two. */
    private void decide(long seed, int firstWord, int planes, int result) {
        int tie = plane(0);
        for (int p = 1; p < planes; p++) {
            VoteKernels.ADD_TWO_CARRIES.at(8 * length).addTwoCarries(rows, length, ZEROS, tie, plane(p), plane(p), tie);
        }
        for (int i = 0; i < length; i += Long.BYTES) {
            long random = CounterRandom.fork(seed, firstWord + i / Long.BYTES);
            long more = LittleEndian.getLong(rows, result + i) | (LittleEndian.getLong(rows, tie + i) & random);
            LittleEndian.putLong(rows, result + i, more);
        }
    }
}
