/**
 * The SIMD seam: {@link org.tersegrad.codecs.internal.Kernels}, its scalar specification and its vector implementation.
 * Not for users; the compressors' float kernels stand behind the same interface.
 */
package org.tersegrad.codecs.internal;
