/** Benchmarks. Nothing depends on this module. */
package org.tersegrad.bench;
