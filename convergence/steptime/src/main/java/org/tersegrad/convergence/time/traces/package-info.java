/** What profilers record of a step of training; {@link org.tersegrad.convergence.time.traces.PyTorchTrace} is the entry point. */
package org.tersegrad.convergence.time.traces;
