/** Claims about quantizers: how large their errors are, and what training makes of them. */
package org.tersegrad.convergence.claims.quantizers;
