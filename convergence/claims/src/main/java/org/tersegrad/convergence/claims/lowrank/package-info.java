/** Claims about matrices of low rank: PowerSGD's traffic, and which of its parts it needs. */
package org.tersegrad.convergence.claims.lowrank;
