/** Kernels for gradients in another basis: random signs, the Hadamard and the cosine transform, and levels for Gaussian coordinates. */
package org.tersegrad.codecs.internal.rotations;
