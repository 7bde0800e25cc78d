/** The command line of the benchmarks. */
package org.tersegrad.bench.cli;
