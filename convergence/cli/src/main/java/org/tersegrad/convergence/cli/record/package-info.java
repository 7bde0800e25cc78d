/** Compressors of this library and of others on the same gradients: the command {@code record}, its files and its page. */
package org.tersegrad.convergence.cli.record;
