/**
 * Constants of a network from measurements: readers of what benchmarks and profilers write, the fit, and {@link
 * org.tersegrad.convergence.time.calibration.Cluster}, a file of the results that stands for a network.
 *
 * <p>{@link org.tersegrad.convergence.time.calibration.Measurements} is the entry point. To add a format, write a reader that returns {@link
 * org.tersegrad.convergence.time.calibration.Observation}s, and add it there.
 */
package org.tersegrad.convergence.time.calibration;
