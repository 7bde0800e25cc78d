/**
 * Groups of workers. {@link org.tersegrad.reducers.group.LocalGroup} is a {@link org.tersegrad.reducers.Collective} of threads, for
 * tests and experiments; {@link org.tersegrad.reducers.group.TcpGroup} one of processes, with the settings of {@link
 * org.tersegrad.reducers.group.TcpOptions}; {@link org.tersegrad.reducers.group.SplitGroup} a part of another group.
 *
 * <p>To add a transport, extend {@link org.tersegrad.reducers.group.PairwiseGroup}, which makes every exchange of messages between
 * two workers.
 *
 * <p>Sums are made in the order of ranks, whichever worker comes first, so that threads change no bit; what crosses from one worker
 * to another is counted where it crosses. A worker that fails ends the whole group with its cause, and no worker waits for ever.
 */
package org.tersegrad.reducers.group;
