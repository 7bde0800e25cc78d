/** Benchmarks of codecs and of the kernels below them, with peers that do the same. */
package org.tersegrad.bench.codecs;
