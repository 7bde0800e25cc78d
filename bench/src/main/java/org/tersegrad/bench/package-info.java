/**
 * Benchmarks, each beside what the machine can do at best.
 *
 * <p>Every benchmark first checks its result and fails if it is wrong. {@link org.tersegrad.bench.LimitsBenchmark} gives
 * the denominator: the time to read, or to copy, as many floats in the same run.
 */
package org.tersegrad.bench;
