package org.tersegrad.convergence.time.traces;

import java.util.OptionalInt;

/**
 * A collective in a trace.
 *
 * @param collective as the trace calls it: {@code allreduce}, {@code _allgather_base}
 * @param workers in the group, if the trace says
 * @param bytes that one worker puts in
 * @param seconds on the device or the network
 */
public record TracedCall(String collective, OptionalInt workers, double bytes, double seconds) {}
