/**
 * Charts as values. {@link org.tersegrad.convergence.report.chart.Chart} says what is shown; {@code drawing()} lays it out for a file or a
 * page.
 */
package org.tersegrad.convergence.report.chart;
