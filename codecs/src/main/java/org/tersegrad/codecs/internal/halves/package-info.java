/** Floats of 16 bits to floats of 32 bits and back. */
package org.tersegrad.codecs.internal.halves;
