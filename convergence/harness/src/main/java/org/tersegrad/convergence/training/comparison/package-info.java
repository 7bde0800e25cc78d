/**
 * Comparisons: {@link org.tersegrad.convergence.training.comparison.Comparison} is the entry point, which trains one problem with
 * every contestant and seed, and finds the learning rates.
 */
package org.tersegrad.convergence.training.comparison;
