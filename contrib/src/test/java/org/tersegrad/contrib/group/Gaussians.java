package org.tersegrad.contrib.group;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.tersegrad.codecs.CounterRandom;

/** Gaussian numbers, made once: tests ask for the same ones again and again, and each takes a logarithm and a cosine. */
final class Gaussians {
    private static final Map<Key, float[]> MADE = new ConcurrentHashMap<>();

    private record Key(int count, long seed) {}

    private Gaussians() {}

    /** The numbers of {@link CounterRandom#gaussians}, in an array that the caller may change. */
    static float[] of(int count, long seed) {
        return MADE.computeIfAbsent(new Key(count, seed), key -> CounterRandom.gaussians(count, seed))
                .clone();
    }
}
