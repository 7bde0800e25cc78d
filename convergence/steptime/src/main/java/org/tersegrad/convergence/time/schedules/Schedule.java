package org.tersegrad.convergence.time.schedules;

import org.tersegrad.convergence.time.Timeline;

/**
 * The order and grouping in which gradients are exchanged. The network carries one message after the other.
 *
 * <pre>
 *   none        one exchange after the backward pass
 *   wfbp        every tensor by itself, as soon as its gradient is there
 *   fuse(25)    groups of at least 25 MB
 *   mg          groups by the rule of MG-WFBP
 *   omgs        groups by the rule of OMGS-SGD, which counts the time of encoding
 *   best        the groups with the shortest step
 *   dear(25)    sums in the backward pass, their exchange in the next forward pass
 *   server(4)   wfbp with parameter servers
 *   local(8)    one exchange in 8 steps
 * </pre>
 */
public interface Schedule {
    /** The timeline of a step. */
    Timeline timeline(Step step);

    /** The schedule that a text stands for. */
    static Schedule parse(String text) {
        return Schedules.parse(text);
    }
}
