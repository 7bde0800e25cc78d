/**
 * Shared parts of the commands: options, failures in one sentence, progress on a terminal, and the lock of a folder. Nothing here
 * knows a command.
 */
package org.tersegrad.convergence.cli.shared;
