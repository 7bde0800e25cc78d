/** Charts of a comparison as PNG files, and the styles of lines that they share with the page. */
package org.tersegrad.convergence.report.pictures;
