package org.tersegrad.convergence.time.topology;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * A simulation of flows that share links max-min fairly (D. Bertsekas and R. Gallager, "Data Networks", section 6.5.2). Progressive
 * filling finds the rates: all rise together, those on the first full link stay as they are, the others rise on. Rates change when a flow
 * starts or ends; flows that end together are one event.
 */
public final class FlowSimulator {
    /** Shares and times that differ by less are equal: sums in another order. */
    private static final double TIE = 1e-11;

    private static final double OPEN = -1;

    private final double[] capacities;
    private double[] starts = new double[16];
    private double[] bytes = new double[16];
    private int[] first = new int[17];
    private int[] hops = new int[64];
    private int count;

    private int events;
    private long operations;

    // of a run
    private int[] firstOfLink = {};
    private int[] flowsOfLink = {};
    private double[] rates = {};
    private double[] room = {};
    private int[] users = {};

    /**
     * An empty simulation.
     *
     * @param capacities bytes a second of each link
     */
    public FlowSimulator(double[] capacities) {
        this.capacities = capacities.clone();
    }

    /**
     * Adds a flow.
     *
     * @param start when its first byte can flow, after all delays
     * @param size bytes
     * @param path indices of links; on an empty path it ends at once
     */
    public void add(double start, double size, int... path) {
        if (count == starts.length) {
            starts = Arrays.copyOf(starts, 2 * count);
            bytes = Arrays.copyOf(bytes, 2 * count);
            first = Arrays.copyOf(first, 2 * count + 1);
        }
        int end = first[count] + path.length;
        if (end > hops.length) {
            hops = Arrays.copyOf(hops, 2 * end);
        }
        System.arraycopy(path, 0, hops, first[count], path.length);
        starts[count] = start;
        bytes[count] = path.length == 0 ? 0 : size;
        first[++count] = end;
    }

    /** Runs all flows, and returns when each ends, in the order in which they were added. */
    public double[] run() {
        prepare();
        int[] byStart = byStart();
        double[] left = Arrays.copyOf(bytes, count);
        double[] ends = new double[count];
        int[] active = new int[count];
        int flowing = 0;
        int next = 0;
        double now = 0;
        while (next < count || flowing > 0) {
            if (flowing == 0) {
                now = Math.max(now, starts[byStart[next]]);
            }
            for (; next < count && starts[byStart[next]] <= now * (1 + TIE); next++) {
                int flow = byStart[next];
                ends[flow] = now;
                if (left[flow] > 0) {
                    active[flowing++] = flow;
                }
            }
            if (flowing == 0) {
                continue;
            }
            events++;
            fill(active, flowing);
            double span = Double.POSITIVE_INFINITY;
            for (int i = 0; i < flowing; i++) {
                span = Math.min(span, left[active[i]] / rates[active[i]]);
            }
            boolean starting = next < count && starts[byStart[next]] < now + span;
            double until = starting ? starts[byStart[next]] : now + span;
            span = starting ? until - now : span;
            int still = 0;
            for (int i = 0; i < flowing; i++) {
                int flow = active[i];
                if (left[flow] <= rates[flow] * span * (1 + TIE)) {
                    ends[flow] = until;
                    rates[flow] = 0;
                } else {
                    left[flow] -= rates[flow] * span;
                    active[still++] = flow;
                }
            }
            flowing = still;
            now = until;
        }
        return ends;
    }

    /** Runs all flows, and returns when the last one ends. */
    double end() {
        return Arrays.stream(run()).max().orElse(0);
    }

    /** The latest start of a flow. */
    double lastStart() {
        return Arrays.stream(starts, 0, count).max().orElse(0);
    }

    /** Number of times that rates were found. */
    int events() {
        return events;
    }

    /** Elementary steps of all fillings. */
    long operations() {
        return operations;
    }

    private int[] byStart() {
        boolean sorted = IntStream.range(1, count).allMatch(i -> starts[i - 1] <= starts[i]);
        IntStream flows = IntStream.range(0, count);
        return sorted
                ? flows.toArray()
                : flows.boxed()
                        .sorted(Comparator.comparingDouble(flow -> starts[flow]))
                        .mapToInt(Integer::intValue)
                        .toArray();
    }

    /** The flows of each link. */
    private void prepare() {
        firstOfLink = new int[capacities.length + 1];
        for (int i = 0; i < first[count]; i++) {
            firstOfLink[hops[i] + 1]++;
        }
        for (int link = 0; link < capacities.length; link++) {
            firstOfLink[link + 1] += firstOfLink[link];
        }
        flowsOfLink = new int[first[count]];
        int[] end = firstOfLink.clone();
        for (int flow = 0; flow < count; flow++) {
            for (int i = first[flow]; i < first[flow + 1]; i++) {
                flowsOfLink[end[hops[i]]++] = flow;
            }
        }
        rates = new double[count];
        room = new double[capacities.length];
        users = new int[capacities.length];
    }

    /** Progressive filling. */
    private void fill(int[] active, int flowing) {
        int[] links = new int[capacities.length];
        int used = 0;
        for (int i = 0; i < flowing; i++) {
            rates[active[i]] = OPEN;
            for (int hop = first[active[i]]; hop < first[active[i] + 1]; hop++) {
                int link = hops[hop];
                if (users[link]++ == 0) {
                    room[link] = capacities[link];
                    links[used++] = link;
                }
            }
            operations += first[active[i] + 1] - first[active[i]];
        }
        int[] before = new int[capacities.length];
        while (used > 0) {
            double share = Double.POSITIVE_INFINITY;
            for (int i = 0; i < used; i++) {
                int link = links[i];
                before[link] = users[link];
                share = Math.min(share, room[link] / users[link]);
            }
            for (int i = 0; i < used; i++) {
                int link = links[i];
                if (users[link] > 0 && room[link] <= share * before[link] * (1 + TIE)) {
                    freeze(link, share);
                }
            }
            int open = 0;
            for (int i = 0; i < used; i++) {
                int link = links[i];
                room[link] -= share * (before[link] - users[link]); // rounded once for all flows of a level
                links[open] = link;
                open += users[link] > 0 ? 1 : 0;
            }
            operations += used;
            used = open;
        }
    }

    /** Gives all flows of a full link their rate, everywhere on their paths. */
    private void freeze(int full, double share) {
        for (int i = firstOfLink[full]; i < firstOfLink[full + 1]; i++) {
            int flow = flowsOfLink[i];
            if (rates[flow] != OPEN) {
                continue;
            }
            rates[flow] = share;
            for (int hop = first[flow]; hop < first[flow + 1]; hop++) {
                users[hops[hop]]--;
            }
            operations += first[flow + 1] - first[flow];
        }
    }
}
