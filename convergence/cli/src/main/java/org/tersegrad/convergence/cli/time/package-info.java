/** The commands {@code pays} and {@code timeline}: what the model of time says of a profile, a network and recipes. */
package org.tersegrad.convergence.cli.time;
