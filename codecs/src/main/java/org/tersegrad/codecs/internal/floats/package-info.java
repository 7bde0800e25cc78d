/** Kernels for floats: reductions, additions, rounding to levels and back, exponents, selection. */
package org.tersegrad.codecs.internal.floats;
