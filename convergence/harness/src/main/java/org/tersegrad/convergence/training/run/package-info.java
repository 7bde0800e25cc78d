/**
 * The training loop: {@link org.tersegrad.convergence.training.run.Run} is one contestant with one seed, and here are its workers, its
 * server, and a class for each way in which they synchronize.
 */
package org.tersegrad.convergence.training.run;
