/**
 * Reports of a comparison: {@link org.tersegrad.convergence.training.Results} are rows of numbers, and {@link
 * org.tersegrad.convergence.report.Report} makes a table, a picture and a page of them.
 *
 * <p>Files are written as a whole or not at all, and {@code results.csv} has every number that the others show, so that
 * anybody can plot it in another way. Means come with the 95 % interval over seeds.
 */
package org.tersegrad.convergence.report;
