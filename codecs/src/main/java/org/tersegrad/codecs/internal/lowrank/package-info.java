/** Kernels for products of a matrix and a few vectors. */
package org.tersegrad.codecs.internal.lowrank;
