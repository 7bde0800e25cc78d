/** The command {@code schemes}: lists recipes, and measures what they send and lose for one gradient. */
package org.tersegrad.convergence.cli.schemes;
