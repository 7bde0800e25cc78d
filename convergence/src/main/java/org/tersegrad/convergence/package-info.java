/** Experiments: does training still work with compressed gradients, and what does it cost in bits and in time? */
package org.tersegrad.convergence;
