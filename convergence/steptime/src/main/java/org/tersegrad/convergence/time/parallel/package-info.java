/**
 * Training that is cut over devices: tensor, pipeline, data and expert parallelism, ZeRO, and a step of it as a graph of computations and calls.
 *
 * <p>Start at {@link org.tersegrad.convergence.time.parallel.ParallelStep}. A {@link org.tersegrad.convergence.time.parallel.Transformer} says
 * what is computed, a {@link org.tersegrad.convergence.time.parallel.Parallelism} on which device, and {@link
 * org.tersegrad.convergence.time.parallel.EdgeRecipes} what compressed messages cost.
 */
package org.tersegrad.convergence.time.parallel;
