/**
 * Tables that others have published, as claims that run: what the model of time makes of the same models on the same networks, with
 * constants that are fitted here to a part of each table and tried on the rest.
 */
package org.tersegrad.convergence.time.published;
