/**
 * What the runs of a comparison come to: means and intervals over seeds, differences from dense training, bits until a target,
 * and how such numbers are written. {@link org.tersegrad.convergence.report.summary.Summary} has all of it.
 */
package org.tersegrad.convergence.report.summary;
