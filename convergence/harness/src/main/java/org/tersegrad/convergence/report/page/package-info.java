/** A report as one HTML file that loads nothing: its data, its scripts and its style are inside. */
package org.tersegrad.convergence.report.page;
