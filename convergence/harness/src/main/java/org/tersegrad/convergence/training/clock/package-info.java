/**
 * The virtual clock of a run: when workers end their steps, when messages arrive, and who waits for whom.
 *
 * <p>{@link org.tersegrad.convergence.training.clock.Durations} is what a machine and its network need for each part; the training supplies the
 * bits that were really sent. Workers that train in step with a group have a {@link
 * org.tersegrad.convergence.training.clock.GroupClock}, those of a server a {@link
 * org.tersegrad.convergence.training.clock.ServerRounds} or a {@link org.tersegrad.convergence.training.clock.StaleClock}, which also decides
 * the order in which gradients arrive.
 */
package org.tersegrad.convergence.training.clock;
