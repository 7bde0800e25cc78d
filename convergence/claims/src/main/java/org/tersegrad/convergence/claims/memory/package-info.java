/** Claims about error feedback: what a residual or an estimate on both sides is good for. */
package org.tersegrad.convergence.claims.memory;
