/** Readers of what profilers record of a step of training: {@link org.tersegrad.convergence.time.traces.PyTorchTrace} and {@link
 * org.tersegrad.convergence.time.traces.ChakraTrace}. */
package org.tersegrad.convergence.time.traces;
