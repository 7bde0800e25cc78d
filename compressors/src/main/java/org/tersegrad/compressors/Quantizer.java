package org.tersegrad.compressors;

/** A compressor that makes a small integer of every element, times a step that many elements share. */
public sealed interface Quantizer extends Compressor permits Qsgd, TernGrad, BlockInteger {}
