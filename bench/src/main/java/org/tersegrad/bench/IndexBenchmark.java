package org.tersegrad.bench;

import java.util.Arrays;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.codecs.IndexSetReader;
import org.tersegrad.codecs.IndexSetWriter;

/** Randomly placed indices among {@code elements}, in the cheapest code, the choice included. Times are per index. */
public class IndexBenchmark extends BenchmarkBase {
    @Param({"0.001", "0.01", "0.1"})
    public double density;

    private final IndexSetWriter writer = new IndexSetWriter();
    private final IndexSetReader reader = new IndexSetReader();
    private final int[] block = new int[IndexSetReader.BLOCK];
    private int[] indices = {};
    private byte[] message = {};
    private int length;

    @Setup
    public void setup() {
        indices = randomSet(elements, (int) (elements * density));
        message = new byte[IndexSetWriter.maxBytes(indices.length, elements)];
        length = encode();
        int[] decoded = new int[indices.length];
        reader.open(message, 0, length, indices.length, elements);
        int done = 0;
        for (int got = reader.next(decoded, 0); got > 0; got = reader.next(decoded, done)) {
            done += got;
        }
        requireEqual(indices, decoded, "decode");
    }

    @Benchmark
    public int encode() {
        return writer.write(indices, 0, indices.length, elements, message, 0);
    }

    /** Block by block into the cache, as a compressor uses them. */
    @Benchmark
    public int decode() {
        int sum = 0;
        reader.open(message, 0, length, indices.length, elements);
        for (int got = reader.next(block, 0); got > 0; got = reader.next(block, 0)) {
            sum += block[got - 1];
        }
        return sum;
    }

    /** Exactly {@code count} different indices. */
    private static int[] randomSet(int universe, int count) {
        int[] set = new int[0];
        for (int drawn = count; set.length < count; drawn += count - set.length) {
            int[] words = new int[drawn];
            CounterRandom.fill(3, 0, words, 0, drawn);
            set = Arrays.stream(words)
                    .map(word -> Integer.remainderUnsigned(word, universe))
                    .distinct()
                    .limit(count)
                    .toArray();
        }
        Arrays.sort(set);
        return set;
    }
}
