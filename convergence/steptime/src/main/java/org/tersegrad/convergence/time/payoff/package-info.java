/**
 * Does compression pay on a network? Steps with and without a recipe beside each other, from bytes that real reducers send, times of
 * encoding and adding that were measured, and the model of everything else.
 */
package org.tersegrad.convergence.time.payoff;
