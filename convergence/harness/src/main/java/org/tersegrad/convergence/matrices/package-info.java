/**
 * Products of matrices for the models: a seam of its own beside that of the library, whose users need none of this. The scalar
 * form is the specification; the vector form gives the same bits.
 */
package org.tersegrad.convergence.matrices;
