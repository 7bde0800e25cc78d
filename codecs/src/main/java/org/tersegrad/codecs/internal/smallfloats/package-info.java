/** Kernels for blocks of floats of 4 to 8 bits that share a scale. */
package org.tersegrad.codecs.internal.smallfloats;
