/** Texts and files that name a network: {@link org.tersegrad.convergence.time.networks.Networks} is the entry point. */
package org.tersegrad.convergence.time.networks;
