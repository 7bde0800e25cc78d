/**
 * The command line. {@link org.tersegrad.convergence.cli.Main} has one class for each command, and each does little
 * itself: it reads options, calls the library and prints.
 *
 * <p>What is wrong with a call is said in one sentence, with exit code 2 if it makes no sense and 1 if it cannot be done;
 * nobody gets a stack trace, unless the mistake is ours.
 */
package org.tersegrad.convergence.cli;
