package org.tersegrad.convergence.time;

import java.util.List;

/**
 * The events of one step, or of some steps that belong together, on one worker.
 *
 * @param events in the order of their lanes' time
 * @param steps how many steps they are; more than 1 where workers exchange nothing in most steps
 */
public record Timeline(List<Event> events, int steps) {
    public Timeline {
        events = List.copyOf(events);
        if (steps < 1) {
            throw new IllegalArgumentException("a timeline has at least 1 step, not " + steps);
        }
    }

    /** The end of the last event. */
    public double end() {
        return events.stream().mapToDouble(Event::end).max().orElse(0);
    }

    /** The mean duration of a step over these. */
    public double secondsPerStep() {
        return end() / steps;
    }

    /** The total duration of all events of one kind. */
    public double seconds(Event.Kind kind) {
        return events.stream()
                .filter(event -> event.kind() == kind)
                .mapToDouble(Event::seconds)
                .sum();
    }

    /** The events of one lane. */
    public List<Event> lane(Event.Lane lane) {
        return events.stream().filter(event -> event.lane() == lane).toList();
    }
}
