package org.tersegrad.bench.reducers;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Setup;
import org.tersegrad.bench.BenchmarkBase;
import org.tersegrad.bench.LimitsBenchmark;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.internal.VoteCounter;

/** The majority of sixteen workers' signs, packed, beside the time to read those bytes once. */
public class VoteBenchmark extends BenchmarkBase {
    private static final VectorSpecies<Byte> SPECIES = ByteVector.SPECIES_PREFERRED;
    private static final int LENGTH = SPECIES.length();
    private static final int BLOCK = 16384;
    private static final int VOTERS = 16;
    private static final long SEED = 5;

    private byte[][] votes = {};
    private ByteBuffer[] messages = {};
    private ByteBuffer out = ByteBuffer.allocate(0);
    private VoteCounter counter = new VoteCounter(0, VOTERS);

    @Setup
    public void setup() {
        votes = new byte[VOTERS][elements / Byte.SIZE];
        messages = new ByteBuffer[VOTERS];
        counter = new VoteCounter(votes[0].length, VOTERS);
        out = ByteBuffer.allocate(votes[0].length);
        for (int v = 0; v < VOTERS; v++) {
            new Random(v).nextBytes(votes[v]);
            messages[v] = ByteBuffer.wrap(votes[v]).asReadOnlyBuffer();
        }
        receive();
        require(Arrays.equals(count().array(), naive(false)), "count");
        require(Arrays.equals(countRandomTies().array(), naive(true)), "countRandomTies");
        byte sum = 0;
        for (byte[] row : votes) {
            for (byte each : row) {
                sum += each;
            }
        }
        require(read() == sum, "read");
    }

    private byte[] naive(boolean ties) {
        byte[] result = new byte[votes[0].length];
        for (int i = 0; i < result.length; i++) {
            long random = CounterRandom.fork(SEED, i / Long.BYTES) >>> (Byte.SIZE * (i % Long.BYTES));
            for (int bit = 0; bit < Byte.SIZE; bit++) {
                int count = 0;
                for (byte[] row : votes) {
                    count += row[i] >> bit & 1;
                }
                boolean one = 2 * count > VOTERS || (2 * count == VOTERS && ties && (random >>> bit & 1) == 1);
                result[i] |= (byte) ((one ? 1 : 0) << bit);
            }
        }
        return result;
    }

    /** As {@link LimitsBenchmark#read}, over the packed votes of all. */
    @Benchmark
    public byte read() {
        byte sum = 0;
        for (byte[] row : votes) {
            for (int i = 0; i < row.length; i += BLOCK) {
                sum += sum(row, i, Math.min(BLOCK, row.length - i));
            }
        }
        return sum;
    }

    private static byte sum(byte[] row, int from, int count) {
        ByteVector a = ByteVector.zero(SPECIES);
        ByteVector b = a;
        ByteVector c = a;
        ByteVector d = a;
        ByteVector e = a;
        ByteVector f = a;
        ByteVector g = a;
        ByteVector h = a;
        for (int i = from; i < from + count; i += 8 * LENGTH) {
            a = ByteVector.fromArray(SPECIES, row, i).add(a);
            b = ByteVector.fromArray(SPECIES, row, i + LENGTH).add(b);
            c = ByteVector.fromArray(SPECIES, row, i + 2 * LENGTH).add(c);
            d = ByteVector.fromArray(SPECIES, row, i + 3 * LENGTH).add(d);
            e = ByteVector.fromArray(SPECIES, row, i + 4 * LENGTH).add(e);
            f = ByteVector.fromArray(SPECIES, row, i + 5 * LENGTH).add(f);
            g = ByteVector.fromArray(SPECIES, row, i + 6 * LENGTH).add(g);
            h = ByteVector.fromArray(SPECIES, row, i + 7 * LENGTH).add(h);
        }
        return a.add(b).add(c.add(d)).add(e.add(f).add(g.add(h))).reduceLanes(VectorOperators.ADD);
    }

    /** The cost of keeping the messages: one copy. */
    @Benchmark
    public VoteCounter receive() {
        counter.clear();
        for (ByteBuffer message : messages) {
            counter.add(message.clear());
        }
        return counter;
    }

    /** Turns the bytes that were kept into the bits of the majority. */
    @Benchmark
    public ByteBuffer count() {
        counter.majority(false, SEED, out.clear());
        return out;
    }

    /** The same, with a random bit for each tie: one place in five has one. */
    @Benchmark
    public ByteBuffer countRandomTies() {
        counter.majority(true, SEED, out.clear());
        return out;
    }
}
