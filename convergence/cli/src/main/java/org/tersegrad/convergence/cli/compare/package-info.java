/**
 * The command {@code compare}: trains one model with each recipe and writes table, picture and page into a folder, which it
 * can go on with after it was stopped.
 */
package org.tersegrad.convergence.cli.compare;
