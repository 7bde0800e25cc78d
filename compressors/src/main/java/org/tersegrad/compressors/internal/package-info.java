/**
 * How the bodies of payloads are read, one class for each way to write one, and arithmetic that several schemes share:
 * finding the largest magnitudes, norms in a fixed order, power iterations, counting votes.
 *
 * <p>Not for users; may change at any time. What must not change is what the bytes mean, and that is written down in
 * {@code docs/wire-format.md}.
 */
package org.tersegrad.compressors.internal;
