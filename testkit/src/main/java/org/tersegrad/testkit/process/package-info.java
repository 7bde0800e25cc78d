/**
 * Compressors of other languages and libraries under the laws: a process that reads requests from its standard input and writes replies
 * to its standard output. {@code docs/how-to/judge.md} has the protocol. Start with {@link
 * org.tersegrad.testkit.process.ProcessCompressor}.
 */
package org.tersegrad.testkit.process;
