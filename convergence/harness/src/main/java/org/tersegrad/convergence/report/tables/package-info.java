/** Numbers of a comparison as text: the table on the terminal, the sentences above it, and files for programs. */
package org.tersegrad.convergence.report.tables;
