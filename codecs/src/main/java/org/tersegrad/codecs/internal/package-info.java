/**
 * The SIMD seam: the layout of groups ({@link org.tersegrad.codecs.internal.Kernels}), the choice between scalar and vector
 * kernels ({@link org.tersegrad.codecs.internal.ActiveKernels}), and the warm-up of each
 * ({@link org.tersegrad.codecs.internal.Kernel}). Each package below has the kernels of one topic: the interface with a constant
 * for each kernel, its scalar form, which is the specification, and its vector form, which gives the same bits.
 *
 * <p>Kernels trust their callers: bounds are checked before them. Not for users; the kernels of compressors are here as well, so
 * that there is one seam and not two. This package knows none of those below.
 */
package org.tersegrad.codecs.internal;
