package org.tersegrad.compressors.internal;

import java.util.List;
import org.tersegrad.codecs.CounterRandom;

/** Counts votes bit by bit. */
final class NaiveVoteCounter {
    private NaiveVoteCounter() {}

    static byte[] majority(List<byte[]> voters, int bytes, boolean ties, long seed) {
        byte[] result = new byte[bytes];
        for (int i = 0; i < 8 * bytes; i++) {
            int count = 0;
            for (byte[] votes : voters) {
                count += votes[i / 8] >> (i % 8) & 1;
            }
            boolean tie = 2 * count == voters.size();
            boolean random = ties && (CounterRandom.fork(seed, i / 64) >>> (i % 64) & 1) == 1;
            if (2 * count > voters.size() || (tie && random)) {
                result[i / 8] |= (byte) (1 << (i % 8));
            }
        }
        return result;
    }
}
