/**
 * How often the workers of a run agree on a model, and with whom, as values that print and parse.
 *
 * <p>{@link org.tersegrad.convergence.training.sync.Synchronization#parse} is the door. What workers do about it stands in
 * {@link org.tersegrad.convergence.training}, beside their models.
 */
package org.tersegrad.convergence.training.sync;
