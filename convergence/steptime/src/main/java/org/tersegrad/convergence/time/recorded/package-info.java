/**
 * Messages and computations of a recipe, taken from the real reducer: its calls are recorded at the current size, and its time is
 * measured on this machine.
 */
package org.tersegrad.convergence.time.recorded;
