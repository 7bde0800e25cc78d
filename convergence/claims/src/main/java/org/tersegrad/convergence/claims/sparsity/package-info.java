/** Claims about sparse gradients: momentum, ratios without loss, and collectives that suit them. */
package org.tersegrad.convergence.claims.sparsity;
