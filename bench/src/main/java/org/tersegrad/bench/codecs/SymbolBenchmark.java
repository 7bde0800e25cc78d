package org.tersegrad.bench.codecs;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Setup;
import org.tersegrad.bench.BenchmarkBase;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.codecs.Rans;
import org.tersegrad.codecs.Trits;

/** Levels that are not equally likely, trits, and the random words that made them. */
public class SymbolBenchmark extends BenchmarkBase {
    private static final int ALPHABET = 15;

    private final Rans rans = new Rans(ALPHABET);
    private int[] levels = {};
    private int[] trits = {};
    private int[] decoded = {};
    private byte[] ransMessage = {};
    private byte[] tritMessage = {};
    private int ransLength;

    @Setup
    public void setup() {
        levels = new int[elements];
        trits = new int[elements];
        decoded = new int[elements];
        randomWords();
        for (int i = 0; i < elements; i++) {
            require(decoded[i] == CounterRandom.word(17, i), "randomWords");
            // The number of ones in 14 random bits: close to a Gaussian.
            levels[i] = Integer.bitCount(decoded[i] >>> 18);
            trits[i] = Integer.remainderUnsigned(decoded[i], 3) - 1;
        }
        ransMessage = new byte[rans.maxBytes(elements)];
        tritMessage = new byte[Trits.byteLength(elements)];
        ransLength = ransEncode();
        requireEqual(levels, ransDecode(), "ransDecode");
        tritEncode();
        requireEqual(trits, tritDecode(), "tritDecode");
    }

    @Benchmark
    public int ransEncode() {
        return rans.write(levels, 0, elements, ransMessage, 0);
    }

    @Benchmark
    public int[] ransDecode() {
        rans.read(ransMessage, 0, ransLength, decoded, 0, elements);
        return decoded;
    }

    @Benchmark
    public int tritEncode() {
        return Trits.pack(trits, 0, elements, tritMessage, 0);
    }

    @Benchmark
    public int[] tritDecode() {
        Trits.unpack(tritMessage, 0, tritMessage.length, decoded, 0, elements);
        return decoded;
    }

    @Benchmark
    public int[] randomWords() {
        CounterRandom.fill(17, 0, decoded, 0, elements);
        return decoded;
    }
}
