/**
 * Synchronizations that exist in simulations of a run only, and the texts of all.
 *
 * <p>{@link org.tersegrad.convergence.training.sync.Synchronizations#parse} is the entry point. Those for any trainer are in
 * {@link org.tersegrad.reducers.sync}.
 */
package org.tersegrad.convergence.training.sync;
