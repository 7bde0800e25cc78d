/**
 * Experiments: does training still work with compressed gradients, and what does it cost in bits and in time?
 *
 * <p>The packages below follow a comparison: {@code data} is learned from, {@code model} has the gradients, {@code training}
 * trains and counts, {@code report} shows it, {@code cli} is the command that does all this.
 */
package org.tersegrad.convergence;
