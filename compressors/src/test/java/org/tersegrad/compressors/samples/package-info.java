/** Gradients, messages and numbers of other programs, for the tests of this module and of those above it. */
package org.tersegrad.compressors.samples;
