/** Kernels for floats: reductions, additions, rounding to levels and back, selection. */
package org.tersegrad.codecs.internal.floats;
