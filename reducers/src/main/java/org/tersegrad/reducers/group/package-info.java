/**
 * Groups of workers in one process, each a thread: {@link org.tersegrad.reducers.group.LocalGroup} is a
 * {@link org.tersegrad.reducers.Collective} for tests, experiments and examples.
 *
 * <p>Sums are made in the order of ranks, whoever comes first, so that threads change no bit; what crosses from one worker
 * to another is counted where it crosses. A worker that fails ends the whole group with its cause, and nobody waits for
 * ever.
 */
package org.tersegrad.reducers.group;
