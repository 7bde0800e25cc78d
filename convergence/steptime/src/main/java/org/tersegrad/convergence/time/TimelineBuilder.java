package org.tersegrad.convergence.time;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Puts events on two lanes, each when it can start and its lane is free. Time in which a device waits becomes an event, too. */
public final class TimelineBuilder {
    private final List<Event> events = new ArrayList<>();
    private final Map<Event.Lane, Double> free = new EnumMap<>(Event.Lane.class);

    /**
     * Appends an event to its lane. One that takes no time leaves no event.
     *
     * @param ready what it has to wait for, in seconds since the step began
     * @return when it ends
     */
    public double add(Event.Kind kind, double ready, double seconds, String label) {
        double before = free(kind.lane());
        double start = Math.max(before, ready);
        if (start > before && kind.lane() == Event.Lane.DEVICE) {
            events.add(new Event(Event.Kind.WAIT, before, start, label));
        }
        double end = start + seconds;
        if (end > start) {
            events.add(new Event(kind, start, end, label));
        }
        free.put(kind.lane(), end);
        return end;
    }

    /** The time from which on a lane is idle. */
    public double free(Event.Lane lane) {
        return free.getOrDefault(lane, 0.0);
    }

    /** All of it. */
    public Timeline build(int steps) {
        return new Timeline(events, steps);
    }
}
