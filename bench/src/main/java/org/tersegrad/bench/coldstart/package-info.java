/** The first steps of processes that use one scheme: what the warm-up of vector kernels costs, and when it is over. */
package org.tersegrad.bench.coldstart;
