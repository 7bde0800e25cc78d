/** Benchmarks of one worker's compressors: whole messages, the steps that some of them are made of, and their scaling. */
package org.tersegrad.bench.compressors;
