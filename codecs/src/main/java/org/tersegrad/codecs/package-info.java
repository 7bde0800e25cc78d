/**
 * Integers to bits and back, lossless.
 *
 * <p>Start at {@link org.tersegrad.codecs.FixedWidth} for many small numbers of one width, at
 * {@link org.tersegrad.codecs.IndexSetWriter} for the sorted indices that a sparsifier sends, at
 * {@link org.tersegrad.codecs.Rans} for levels that are not equally likely, at
 * {@link org.tersegrad.codecs.CounterRandom} for reproducible randomness. {@link org.tersegrad.codecs.BitWriter} and the
 * {@link org.tersegrad.codecs.IntegerCode}s are for everything irregular.
 *
 * <p>All of them write into the caller's bytes, allocate nothing once constructed, and give the same bytes on every CPU.
 * A caller's mistake is an {@link java.lang.IllegalArgumentException} or
 * {@link java.lang.IndexOutOfBoundsException}; bytes that make no sense are a
 * {@link org.tersegrad.codecs.MalformedInputException}. {@link org.tersegrad.codecs.Simd} tells whether vector
 * instructions are in use. The bit layouts are drawn in {@code docs/reference/wire-format.md}.
 */
package org.tersegrad.codecs;
