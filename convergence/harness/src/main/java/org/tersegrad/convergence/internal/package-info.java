/**
 * What several packages of this module need: orders drawn at random, limits of rates, files that are there as a whole or not at all.
 */
package org.tersegrad.convergence.internal;
