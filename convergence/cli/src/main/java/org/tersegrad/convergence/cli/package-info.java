/**
 * The command line. {@link org.tersegrad.convergence.cli.Main} lists the commands, one class each, and each does little
 * itself: it reads options, calls the library and prints. To add one, write its class and a line there; a jar of its own has a {@link
 * org.tersegrad.convergence.cli.CommandProvider}.
 *
 * <p>A mistake in a call is reported in one sentence, with exit code 2 if it makes no sense and 1 if it cannot be done; users get
 * no stack trace, unless the mistake is ours.
 */
package org.tersegrad.convergence.cli;
