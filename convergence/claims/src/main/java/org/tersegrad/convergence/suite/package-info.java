/**
 * Frozen workloads and one score: bits, and modelled seconds, until a recipe reaches the target of each. {@link
 * org.tersegrad.convergence.suite.Suite} says what is frozen.
 */
package org.tersegrad.convergence.suite;
