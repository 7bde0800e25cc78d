/**
 * Profiler records of a step of training; {@link org.tersegrad.convergence.time.traces.PyTorchTrace} and {@link
 * org.tersegrad.convergence.time.traces.ChakraTrace} are the entry points.
 */
package org.tersegrad.convergence.time.traces;
