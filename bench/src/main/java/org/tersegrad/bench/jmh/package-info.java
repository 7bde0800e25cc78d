/** Runs JMH: checks the command line, adds the limits of the machine, and prints progress and a table. */
package org.tersegrad.bench.jmh;
