/** Kernels for products of two matrices. */
package org.tersegrad.codecs.internal.matrices;
