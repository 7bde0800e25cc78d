/**
 * What a recipe sends and computes, as it is when the real reducer runs: its calls are recorded at the size at hand, and its time is
 * measured on this machine.
 */
package org.tersegrad.convergence.time.recorded;
