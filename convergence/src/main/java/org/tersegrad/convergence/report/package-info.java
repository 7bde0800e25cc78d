/** What came out of a comparison: tables, plots and pages. */
package org.tersegrad.convergence.report;
