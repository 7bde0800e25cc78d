/** Kernels for gradients in another basis: random signs, the Hadamard transform, and levels for Gaussian coordinates. */
package org.tersegrad.codecs.internal.rotations;
