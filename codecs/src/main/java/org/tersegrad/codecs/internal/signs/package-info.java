/** Kernels for signs: packing them, and counting votes. */
package org.tersegrad.codecs.internal.signs;
