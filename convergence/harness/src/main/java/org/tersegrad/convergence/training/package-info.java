/**
 * Trains one problem in many ways, on groups of workers, and records what it costs in bits and in time.
 *
 * <p>{@link org.tersegrad.convergence.training.comparison.Comparison} is the entry point. A {@link
 * org.tersegrad.convergence.training.Contestant} says how gradients are averaged and at which rate, {@link
 * org.tersegrad.convergence.training.Settings} what is the same for all. Every worker keeps its own copy of the model, and that all
 * copies have the same bits is checked at each evaluation; or a server has the model, and one thread is the server and all workers.
 */
package org.tersegrad.convergence.training;
