/**
 * Floats to a few bytes and back: how a gradient is compressed, and what is lost on the way.
 *
 * <p>Start at {@link org.tersegrad.compressors.Compressor}, a recipe, which makes an
 * {@link org.tersegrad.compressors.Encoder} for each tensor of each worker; what that writes is a
 * {@link org.tersegrad.compressors.Payload}, and its one verb is {@code addTo}. Every scheme is a record of its own, such
 * as {@link org.tersegrad.compressors.sparse.TopK} or {@link org.tersegrad.compressors.levels.Qsgd}; wrappers like
 * {@link org.tersegrad.compressors.wrappers.Chunked} are compressors, too. {@link org.tersegrad.compressors.Recipe} reads and lists
 * all of them as text.
 *
 * <p>Where workers form a group, a {@link org.tersegrad.reducers.Reducer} averages over a
 * {@link org.tersegrad.reducers.Collective}, which is yours to implement; a {@link org.tersegrad.reducers.model.Policy} and
 * a {@link org.tersegrad.reducers.model.ModelReduction} do so for all tensors of a model. Nothing here starts a thread, opens
 * a file or asks a clock, and the same seed gives the same bytes on every machine.
 */
package org.tersegrad.compressors;
