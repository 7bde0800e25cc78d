/**
 * What the field has published, run on this machine and judged. A {@link org.tersegrad.convergence.claims.Claim} is a class; {@link
 * org.tersegrad.convergence.claims.report.Claims} lists all of them.
 */
package org.tersegrad.convergence.claims;
