package org.tersegrad.compressors.wrappers;

import java.util.Optional;
import java.util.concurrent.Executor;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.Guarantee;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.internal.Crew;

/** What {@link Chunked#on} gives: the same payloads and states, made on several threads. */
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
    public Guarantee guarantee(Shape shape) {
        return chunked.guarantee(shape);
    }

    @Override
    public boolean remembers() {
        return chunked.remembers();
    }

    @Override
    public boolean keepsMomentum() {
        return chunked.keepsMomentum();
    }

    @Override
    public boolean sendsIncrements(Shape shape) {
        return chunked.sendsIncrements(shape);
    }

    @Override
    public Optional<String> caution(Shape shape) {
        return chunked.caution(shape);
    }

    /** The recipe, which says nothing about threads: nor do the bytes. */
    @Override
    public String toString() {
        return chunked.toString();
    }
}
