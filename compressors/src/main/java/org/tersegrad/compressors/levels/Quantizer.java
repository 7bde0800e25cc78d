package org.tersegrad.compressors.levels;

import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Shape;

/** A compressor that makes a small integer of every element, times a step that many elements share. */
public sealed interface Quantizer extends Compressor permits Qsgd, TernGrad, BlockInteger {
    /** The plan for the buckets of a tensor; for the reducer with a shared scale. */
    @SuppressWarnings("exports") // not for users
    QuantizerPlan plan(Shape shape);
}
