/**
 * From rows of numbers to pages: what {@code --report} and {@code --scaling} add to JMH.
 *
 * <p>A record is a CSV file of one day and one CPU. Times of two records are compared only as multiples of the time to
 * read as many floats, each in its own run, since the machine may have been busier on one of the days.
 */
package org.tersegrad.bench.report;
