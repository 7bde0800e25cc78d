/**
 * The SIMD seam: {@link org.tersegrad.codecs.internal.Kernels} and {@link org.tersegrad.codecs.internal.FloatKernels},
 * their scalar forms, which are the specification, and their vector forms, which give the same bits.
 *
 * <p>{@link org.tersegrad.codecs.internal.ActiveKernels} chooses once, at the start. Kernels trust their callers: bounds are
 * checked before them. Not for users; the compressors' kernels stand here as well, so that there is one seam and not two.
 */
package org.tersegrad.codecs.internal;
