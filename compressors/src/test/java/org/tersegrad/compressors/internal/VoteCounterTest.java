package org.tersegrad.compressors.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class VoteCounterTest {
    private static final int[] LENGTHS = {0, 1, 7, 8, 9, 63, 64, 65, 130, 1023, 1024, 1025, 2048, 3001};

    /** With many ties: every other voter votes against the one before in half of the places. */
    static List<byte[]> votes(int voters, int bytes) {
        Random random = new Random(100L * voters + bytes);
        List<byte[]> all = new ArrayList<>();
        for (int v = 0; v < voters; v++) {
            byte[] votes = new byte[bytes];
            random.nextBytes(votes);
            for (int i = 0; v % 2 == 1 && i < bytes; i += 2) {
                votes[i] = (byte) ~all.get(v - 1)[i];
            }
            all.add(votes);
        }
        return all;
    }

    private static byte[] count(VoteCounter counter, List<byte[]> voters, int bytes, boolean ties, long seed) {
        counter.clear();
        voters.forEach(votes -> counter.add(ByteBuffer.wrap(votes).asReadOnlyBuffer()));
        ByteBuffer out = ByteBuffer.allocate(bytes + 2);
        counter.majority(ties, seed, out.position(1).limit(bytes + 1));
        assertThat(out.position()).isEqualTo(bytes + 1);
        return java.util.Arrays.copyOfRange(out.array(), 1, bytes + 1);
    }

    @Test
    void isTheNaiveCountForAnyNumberOfVotersAndLength() {
        for (int voters = 0; voters <= 65; voters++) {
            for (int bytes : voters % 8 < 2 ? LENGTHS : new int[] {1 + voters * 37 % 500}) {
                List<byte[]> votes = votes(voters, bytes);
                VoteCounter counter = new VoteCounter(bytes, voters);
                for (boolean ties : new boolean[] {false, true}) {
                    assertThat(count(counter, votes, bytes, ties, 17))
                            .as("%d voters, %d bytes, random ties %b", voters, bytes, ties)
                            .isEqualTo(NaiveVoteCounter.majority(votes, bytes, ties, 17));
                }
            }
        }
    }

    @Test
    void moreVotesThanAnArrayHoldsAreRefused() {
        assertThatThrownBy(() -> new VoteCounter(1 << 28, 16))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the votes of 16 workers take")
                .hasMessageContaining("the limit is 2147483639; split the tensor");
    }

    /** One counter, used again and again: what an earlier voter left behind does not count. */
    @Test
    void fewerVotersAfterMore() {
        int bytes = 100;
        VoteCounter counter = new VoteCounter(bytes, 40);
        for (int voters : new int[] {40, 3, 17, 1, 0, 9, 33, 8}) {
            List<byte[]> votes = votes(voters, bytes);
            assertThat(count(counter, votes, bytes, true, voters))
                    .as("%d voters", voters)
                    .isEqualTo(NaiveVoteCounter.majority(votes, bytes, true, voters));
        }
    }

    @Test
    void everyCountOfEveryNumberOfVoters() {
        for (int voters = 1; voters <= 130; voters++) {
            int bytes = voters / 8 + 1;
            List<byte[]> votes = new ArrayList<>();
            for (int v = 0; v < voters; v++) {
                byte[] row = new byte[bytes];
                for (int i = v + 1; i <= voters; i++) {
                    row[i / 8] |= (byte) (1 << (i % 8)); // place i has i votes
                }
                votes.add(row);
            }
            byte[] result = count(new VoteCounter(bytes, voters), votes, bytes, false, 0);
            for (int i = 0; i <= voters; i++) {
                assertThat(result[i / 8] >> (i % 8) & 1)
                        .as("%d of %d", i, voters)
                        .isEqualTo(2 * i > voters ? 1 : 0);
            }
        }
    }
}
