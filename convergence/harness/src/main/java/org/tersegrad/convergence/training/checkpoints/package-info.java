/** How far a run has come, in a file, so that a comparison that was stopped can go on. */
package org.tersegrad.convergence.training.checkpoints;
