/**
 * Turns rows of numbers into pages: the {@code --report} and {@code --scaling} that JMH lacks.
 *
 * <p>A record is a CSV file of one day and one CPU. Times of two records are compared only as multiples of the time to
 * read as many floats, each in its own run, since the machine may have been busier on one of the days.
 */
package org.tersegrad.bench.report;
