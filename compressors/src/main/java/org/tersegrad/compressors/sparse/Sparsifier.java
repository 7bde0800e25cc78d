package org.tersegrad.compressors.sparse;

import org.tersegrad.compressors.Compressor;

/** A compressor that keeps a chosen number of elements, so that a schedule can change how many. */
public interface Sparsifier extends Compressor {
    /** Number of elements kept. */
    Keep keep();

    /** The same with another number. */
    Sparsifier keeping(Keep keep);
}
