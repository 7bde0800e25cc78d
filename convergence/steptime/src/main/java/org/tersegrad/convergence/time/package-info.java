/**
 * The model of step time: what a training step costs in seconds on a network that one does not have.
 *
 * <p>Start at {@link org.tersegrad.convergence.time.payoff.PayoffStudy}, which asks when compression pays, or at {@link
 * org.tersegrad.convergence.time.schedules.Schedule} for one step. A network is added in {@link
 * org.tersegrad.convergence.time.Network}, a schedule in {@link org.tersegrad.convergence.time.schedules.Schedules}.
 *
 * <p>Here stand the nouns. A {@link org.tersegrad.convergence.time.Network} is a few constants, a
 * {@link org.tersegrad.convergence.time.Profile} says how long a model computes and what its gradients measure, a
 * {@link org.tersegrad.convergence.time.Cost} is what a recipe sends and computes for some of them, and a
 * {@link org.tersegrad.convergence.time.Timeline} is what comes out. The formulas of the collectives, the schedules and the
 * published tables have packages of their own below this one.
 */
package org.tersegrad.convergence.time;
