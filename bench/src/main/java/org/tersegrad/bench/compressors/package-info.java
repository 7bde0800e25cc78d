/** Benchmarks of one worker's compressors: whole messages, and the steps that some of them are made of. */
package org.tersegrad.bench.compressors;
