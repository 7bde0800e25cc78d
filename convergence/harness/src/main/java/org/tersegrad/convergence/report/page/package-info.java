/** A report as one HTML file that loads nothing: its data, its scripts and its style stand in it. */
package org.tersegrad.convergence.report.page;
