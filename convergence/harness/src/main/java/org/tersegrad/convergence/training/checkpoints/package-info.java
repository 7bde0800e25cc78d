/** Checkpoints: the state of a run in a file, so that a comparison that was stopped can continue. */
package org.tersegrad.convergence.training.checkpoints;
