/**
 * Statistics of a comparison: means and intervals over seeds, differences from dense training, bits until a target, and the formats
 * of such numbers. {@link org.tersegrad.convergence.report.summary.Summary} has all of it.
 */
package org.tersegrad.convergence.report.summary;
