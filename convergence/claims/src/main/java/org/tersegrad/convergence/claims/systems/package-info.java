/** Claims about traffic and time: what collectives carry, how steps are scheduled, and when compression pays. */
package org.tersegrad.convergence.claims.systems;
