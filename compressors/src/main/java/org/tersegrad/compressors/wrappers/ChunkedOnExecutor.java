package org.tersegrad.compressors.wrappers;

import java.util.concurrent.Executor;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.compressors.internal.Crew;

/** The result of {@link Chunked#on}: the same payloads and states, made on several threads. */
record ChunkedOnExecutor(Chunked chunked, Executor executor) implements Compressor {
    @Override
    public Encoder encoder(Shape shape, Seed seed) {
        return chunked.encoder(shape, seed, Crew.on(executor));
    }

    @Override
    public int maxBytes(Shape shape) {
        return chunked.maxBytes(shape);
    }

    @Override
    public Traits traits(Shape shape) {
        return chunked.traits(shape);
    }

    /** The recipe, which says nothing about threads: nor do the bytes. */
    @Override
    public String toString() {
        return chunked.toString();
    }
}
