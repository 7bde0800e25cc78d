package org.tersegrad.bench.codecs;

import java.util.Random;
import java.util.SplittableRandom;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Setup;
import org.tersegrad.bench.BenchmarkBase;
import org.tersegrad.codecs.CounterRandom;

/**
 * An array of random words: ours, which are a function of the position, and those of three streams. No two give the same
 * words, so what is checked of the peers is that each of the 32 bits is set in about half of theirs.
 */
public class RandomBenchmark extends BenchmarkBase {
    private static final long SEED = 17;

    private final Random random = new Random(SEED);
    private final SplittableRandom splittable = new SplittableRandom(SEED);
    private final UniformRandomProvider xoshiro = RandomSource.XO_SHI_RO_128_PP.create(SEED);
    private int[] words = {};

    @Setup
    public void setup() {
        words = new int[elements];
        counter();
        for (int i = 0; i < elements; i++) {
            require(words[i] == CounterRandom.word(SEED, i), "counter");
        }
        requireBalance(counter(), "counter");
        requireBalance(javaRandom(), "javaRandom");
        requireBalance(javaSplittable(), "javaSplittable");
        requireBalance(commonsXoshiro(), "commonsXoshiro");
    }

    private static void requireBalance(int[] words, String what) {
        for (int bit = 0; bit < Integer.SIZE; bit++) {
            long ones = 0;
            for (int word : words) {
                ones += word >>> bit & 1;
            }
            // Six standard deviations.
            require(Math.abs(2 * ones - words.length) < 6 * Math.sqrt(words.length), what);
        }
    }

    @Benchmark
    public int[] counter() {
        CounterRandom.fill(SEED, 0, words, 0, words.length);
        return words;
    }

    /** Safe for threads, which costs it an atomic update a word. */
    @Benchmark
    public int[] javaRandom() {
        for (int i = 0; i < words.length; i++) {
            words[i] = random.nextInt();
        }
        return words;
    }

    @Benchmark
    public int[] javaSplittable() {
        for (int i = 0; i < words.length; i++) {
            words[i] = splittable.nextInt();
        }
        return words;
    }

    /** Xoshiro128++, one of the fastest generators of Commons RNG. */
    @Benchmark
    public int[] commonsXoshiro() {
        for (int i = 0; i < words.length; i++) {
            words[i] = xoshiro.nextInt();
        }
        return words;
    }
}
