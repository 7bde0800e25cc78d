package org.tersegrad.compressors.internal;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.tersegrad.codecs.CounterRandom;

/**
 * Counts votes of one bit each, 64 at a time and without unpacking them: bit i of word w of plane p is bit p of the number of
 * votes for the one at place 64 w + i. A vote is added to that number as a carry that goes from plane to plane.
 */
public final class VoteCounter {
    private final int words;
    private final long[][] planes;
    private int voters;

    /**
     * For bytes of votes.
     *
     * @param bytes how many each voter gives
     * @param mostVoters how many voters there may be
     */
    public VoteCounter(int bytes, int mostVoters) {
        words = bytes / Long.BYTES + (bytes % Long.BYTES == 0 ? 0 : 1);
        planes = new long[Integer.SIZE - Integer.numberOfLeadingZeros(mostVoters)][words];
    }

    /** Forgets all votes. */
    public void clear() {
        voters = 0;
        for (long[] plane : planes) {
            Arrays.fill(plane, 0L);
        }
    }

    /**
     * Adds the votes of one voter.
     *
     * @param votes modified: its position moves to its limit
     */
    public void add(ByteBuffer votes) {
        votes.order(ByteOrder.LITTLE_ENDIAN);
        for (int w = 0; w < words; w++) {
            long carry = nextWord(votes);
            for (int p = 0; carry != 0; p++) {
                long sum = planes[p][w];
                planes[p][w] = sum ^ carry;
                carry &= sum;
            }
        }
        voters++;
    }

    private static long nextWord(ByteBuffer votes) {
        if (votes.remaining() >= Long.BYTES) {
            return votes.getLong();
        }
        long word = 0;
        for (int shift = 0; votes.hasRemaining(); shift += Byte.SIZE) {
            word |= (votes.get() & 0xffL) << shift;
        }
        return word;
    }

    /**
     * Where more than half of the votes are ones.
     *
     * @param ties whether a tie is decided by a random bit; else it is a zero
     * @param seed of those random bits
     * @param out modified: the bytes of the result, as many as it has room for
     */
    public void majority(boolean ties, long seed, ByteBuffer out) {
        out.order(ByteOrder.LITTLE_ENDIAN);
        int half = voters / 2;
        for (int w = 0; w < words; w++) {
            long more = 0;
            long equal = -1;
            for (int p = planes.length - 1; p >= 0; p--) {
                long bit = -(half >>> p & 1L);
                more |= equal & planes[p][w] & ~bit;
                equal &= ~(planes[p][w] ^ bit);
            }
            if (ties && voters % 2 == 0) {
                more |= equal & CounterRandom.fork(seed, w);
            }
            putWord(more, out);
        }
    }

    private static void putWord(long word, ByteBuffer out) {
        if (out.remaining() >= Long.BYTES) {
            out.putLong(word);
            return;
        }
        for (int shift = 0; out.hasRemaining(); shift += Byte.SIZE) {
            out.put((byte) (word >>> shift));
        }
    }
}
