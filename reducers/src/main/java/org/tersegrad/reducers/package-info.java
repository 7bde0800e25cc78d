/** Averages the gradients of all workers over a {@link org.tersegrad.reducers.Collective}: one record a reducer. */
package org.tersegrad.reducers;
