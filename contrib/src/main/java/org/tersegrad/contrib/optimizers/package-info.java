/** Optimizers of which a group averages the momenta: what comes out is the step to make. */
package org.tersegrad.contrib.optimizers;
