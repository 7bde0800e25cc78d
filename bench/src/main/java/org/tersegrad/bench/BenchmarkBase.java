package org.tersegrad.bench;

import org.openjdk.jmh.annotations.Param;

/** A benchmark over arrays of three sizes. */
public abstract class BenchmarkBase extends BenchmarkDefaults {
    /** In the cache next to the core, in a larger one, and far out of all. */
    @Param({"4096", "1048576", "16777216"})
    public int elements;
}
