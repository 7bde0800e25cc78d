/** Benchmarks of what groups of workers do, and of how it scales with threads. */
package org.tersegrad.bench.reducers;
