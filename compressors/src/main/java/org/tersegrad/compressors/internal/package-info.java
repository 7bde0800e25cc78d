/**
 * Arithmetic that several schemes share: the largest magnitudes ({@link org.tersegrad.compressors.internal.LargestMagnitudes}), sums in
 * a fixed order ({@link org.tersegrad.compressors.internal.OrderedSums}), power iterations, cosine transforms, counting votes; and
 * what texts of recipes need.
 *
 * <p>Not for users; may change at any time. What must not change is what the bytes mean, and that is written down in
 * {@code docs/reference/wire-format.md}.
 */
package org.tersegrad.compressors.internal;
