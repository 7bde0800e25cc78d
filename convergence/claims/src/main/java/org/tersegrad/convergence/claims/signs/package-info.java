/** Claims about signs of gradients: where they fail, where error feedback repairs them, and where they win. */
package org.tersegrad.convergence.claims.signs;
