/**
 * Schedules of a step: when gradients are sent, which of them together, and what is computed meanwhile. A {@link
 * org.tersegrad.convergence.time.schedules.Schedule} changes the time of a step, never what is learned.
 */
package org.tersegrad.convergence.time.schedules;
