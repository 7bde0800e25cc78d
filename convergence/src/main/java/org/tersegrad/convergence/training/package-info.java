/** Trains one problem in many ways, on groups of workers, and records what it costs in bits and in time. */
package org.tersegrad.convergence.training;
