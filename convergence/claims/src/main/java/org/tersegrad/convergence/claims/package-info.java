/**
 * Published claims, run on this machine and judged.
 *
 * <p>Start at {@link org.tersegrad.convergence.claims.Claim}: a {@link org.tersegrad.convergence.claims.Statement} of who claims what, and
 * a run that ends in {@link org.tersegrad.convergence.claims.Check}s. To add one, write its class in the package of its topic and a line
 * in {@link org.tersegrad.convergence.claims.report.Claims}.
 */
package org.tersegrad.convergence.claims;
