/** Kernels for integers: packing, gaps of indices, random words. */
package org.tersegrad.codecs.internal.integers;
