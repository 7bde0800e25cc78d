/** Pictures that are made of boxes, lines and words: the same one for a page and for a file. */
package org.tersegrad.convergence.report.drawing;
