/**
 * The SIMD seam: {@link org.tersegrad.codecs.internal.Kernels} and what chooses, tests and warms them. Each room below has the
 * kernels of one topic: the interface, its scalar form, which is the specification, its vector form, which gives the same bits,
 * and its warming form, which is the one until the other is compiled.
 *
 * <p>{@link org.tersegrad.codecs.internal.ActiveKernels} chooses once, at the start. Kernels trust their callers: bounds are
 * checked before them. Not for users; the compressors' kernels stand here as well, so that there is one seam and not two.
 */
package org.tersegrad.codecs.internal;
