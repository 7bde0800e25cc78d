/**
 * Synchronization of workers that do not average gradients in every step: local steps and DiLoCo, gossip, lazy aggregation, and rounds
 * of clients, for any trainer.
 *
 * <p>Start with {@link org.tersegrad.reducers.sync.LocalSteps} and the loop in {@link org.tersegrad.reducers.sync.Agreement};
 * {@link org.tersegrad.reducers.sync.Gossip} has the same loop. {@link org.tersegrad.reducers.sync.LazySteps} averages gradients, and
 * {@link org.tersegrad.reducers.sync.ClientSteps} has a server whose clients join and leave;
 * {@link org.tersegrad.reducers.sync.ServerLinks} are the compressed ways between the two.
 *
 * <p>Each rule is a {@link org.tersegrad.reducers.sync.Synchronization}, an immutable value that prints and parses; what changes from
 * step to step is in the object that it starts.
 *
 * <p>To add one, write a record that implements {@code Synchronization}, with a method that starts it and a static {@code forms()}, and
 * name its forms in {@link org.tersegrad.reducers.sync.Synchronization#forms}. One that changes parameters after a step starts an
 * {@code Agreement} that extends {@link org.tersegrad.compressors.SavedState}.
 */
package org.tersegrad.reducers.sync;
