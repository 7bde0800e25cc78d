/** Files that are there as a whole or not at all, for several packages of this module. */
package org.tersegrad.convergence.internal;
