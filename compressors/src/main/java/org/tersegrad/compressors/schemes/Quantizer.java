package org.tersegrad.compressors.schemes;

import org.tersegrad.compressors.Compressor;

/** A compressor that makes a small integer of every element, times a step that many elements share. */
public sealed interface Quantizer extends Compressor permits Qsgd, TernGrad, BlockInteger {}
