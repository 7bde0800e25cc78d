/**
 * Studies of whether compression pays on a network: steps with and without a recipe side by side, from bytes that real reducers
 * send, times of encoding and adding that were measured, and the model of everything else.
 */
package org.tersegrad.convergence.time.payoff;
