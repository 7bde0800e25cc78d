/** The command line. */
package org.tersegrad.convergence.cli;
