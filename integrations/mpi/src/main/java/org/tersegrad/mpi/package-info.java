/** A group of workers on Open MPI: {@link org.tersegrad.mpi.MpiGroup} is a {@link org.tersegrad.reducers.Collective}. */
package org.tersegrad.mpi;
