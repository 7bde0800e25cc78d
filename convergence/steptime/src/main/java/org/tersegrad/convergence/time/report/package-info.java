/** What the model of time says, for people: timelines, tables, grids and pages. */
package org.tersegrad.convergence.time.report;
