/** Reports of the model of time: timelines, tables, grids and pages. */
package org.tersegrad.convergence.time.report;
