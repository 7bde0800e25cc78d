/**
 * Error feedback: what one step could not send is remembered and sent later, so that even a compressor that drops nearly
 * everything drops nothing for good. Each of these wraps any {@link org.tersegrad.compressors.Compressor}; the first one also any
 * {@link org.tersegrad.reducers.Reducer}.
 *
 * <ul>
 *   <li>{@link org.tersegrad.errorfeedback.ErrorFeedback}: the usual one. Payloads are gradients.
 *   <li>{@link org.tersegrad.errorfeedback.MomentumCorrection}: the same for training with momentum.
 *   <li>{@link org.tersegrad.errorfeedback.EfBv}: EF21, DIANA and EF-BV, for workers with different data. Payloads are increments of an estimate, for a {@link org.tersegrad.compressors.Mirror}.
 * </ul>
 *
 * <p>All use the public part of {@code org.tersegrad.compressors} only, so other projects can add theirs.
 */
package org.tersegrad.errorfeedback;
