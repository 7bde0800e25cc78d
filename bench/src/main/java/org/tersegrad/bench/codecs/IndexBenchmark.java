package org.tersegrad.bench.codecs;

import java.util.Arrays;
import java.util.Locale;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.roaringbitmap.BatchIterator;
import org.tersegrad.bench.BenchmarkBase;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.codecs.IndexSetReader;
import org.tersegrad.codecs.IndexSetWriter;

/**
 * Randomly placed indices among {@code elements}: in the cheapest of our codes, the choice included, as a RoaringBitmap, and
 * in JavaFastPFOR's code for sorted numbers. Times are per index. Of the peers, only Roaring can be read block by block;
 * it makes a new set in every call. Neither validates all that it reads, as ours does. At densities of 0.03 and 0.2 ours is the
 * squeezed code, at 0.1 and 0.01 one of gaps.
 */
public class IndexBenchmark extends BenchmarkBase {
    @Param({"0.001", "0.01", "0.03", "0.1", "0.2"})
    public double density;

    private final IndexSetWriter writer = new IndexSetWriter();
    private final IndexSetReader reader = new IndexSetReader();
    private final int[] block = new int[IndexSetReader.BLOCK];
    private final RoaringIndices roaring = new RoaringIndices();
    private final FastPforIndices fastPfor = new FastPforIndices();
    private int[] indices = {};
    private int[] decoded = {};
    private byte[] message = {};
    private int length;
    private String sizes = "";

    @Setup
    public void setup() {
        indices = randomSet(elements, (int) (elements * density));
        message = new byte[IndexSetWriter.maxBytes(indices.length, elements)];
        length = encode();
        decoded = new int[indices.length];
        reader.open(message, 0, length, indices.length, elements);
        int done = 0;
        for (int got = reader.next(decoded, 0); got > 0; got = reader.next(decoded, done)) {
            done += got;
        }
        requireEqual(indices, decoded, "decode");
        checkPeers();
    }

    private void checkPeers() {
        int roaringBytes = encodeRoaring();
        Arrays.fill(decoded, -1);
        BatchIterator set = roaring.decode();
        for (int done = 0; set.hasNext(); ) {
            int got = set.nextBatch(block);
            System.arraycopy(block, 0, decoded, done, got);
            done += got;
        }
        requireEqual(indices, decoded, "decodeRoaring");
        int fastPforBytes = encodeJavaFastPfor();
        Arrays.fill(decoded, -1);
        requireEqual(indices, decodeJavaFastPfor(), "decodeJavaFastPfor");
        double bits = 8.0 / indices.length;
        sizes = String.format(
                Locale.ROOT,
                "Tersegrad %.2f, RoaringBitmap %.2f, JavaFastPFOR %.2f",
                length * bits,
                roaringBytes * bits,
                fastPforBytes * bits);
        System.out.println("Bits per index: " + sizes);
    }

    /** Bits per index, of all. */
    String sizes() {
        return sizes;
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

    @Benchmark
    public int encodeRoaring() {
        return roaring.encode(indices);
    }

    @Benchmark
    public int decodeRoaring() {
        int sum = 0;
        for (BatchIterator set = roaring.decode(); set.hasNext(); ) {
            sum += block[set.nextBatch(block) - 1];
        }
        return sum;
    }

    @Benchmark
    public int encodeJavaFastPfor() {
        return fastPfor.encode(indices);
    }

    @Benchmark
    public int[] decodeJavaFastPfor() {
        fastPfor.decode(decoded);
        return decoded;
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
