/** Benchmarks of what groups of workers do. */
package org.tersegrad.bench.reducers;
