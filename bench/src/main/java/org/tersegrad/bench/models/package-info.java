/** Benchmarks of the models that the harness trains. */
package org.tersegrad.bench.models;
