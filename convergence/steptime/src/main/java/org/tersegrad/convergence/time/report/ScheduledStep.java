package org.tersegrad.convergence.time.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.tersegrad.convergence.time.Event;
import org.tersegrad.convergence.time.Event.Kind;
import org.tersegrad.convergence.time.Event.Lane;
import org.tersegrad.convergence.time.Timeline;

/**
 * A step with a schedule, and what it says.
 *
 * @param schedule as it prints
 * @param timeline what happens when
 */
public record ScheduledStep(String schedule, Timeline timeline) {
    /** Compute time from the first layer to new parameters, without encoding and adding; of all steps of the timeline. */
    public double computeSeconds() {
        return timeline.seconds(Kind.FORWARD)
                + timeline.seconds(Kind.COMPUTE)
                + timeline.seconds(Kind.BACKWARD)
                + timeline.seconds(Kind.OPTIMIZER);
    }

    /** Time that messages travel while the device computes. */
    public double hiddenSeconds() {
        return timeline.seconds(Kind.WIRE) - waitingForWire();
    }

    /** Time that the device is idle while messages travel. */
    private double waitingForWire() {
        List<Event> busy = timeline.lane(Lane.DEVICE).stream()
                .filter(event -> event.kind() != Kind.WAIT)
                .toList();
        return Math.max(0, timeline.seconds(Kind.WIRE) - overlap(timeline.lane(Lane.NETWORK), busy));
    }

    /** Time in which both of two lanes are busy; the events of each are in order and do not overlap. */
    static double overlap(List<Event> one, List<Event> other) {
        double seconds = 0;
        int i = 0;
        int j = 0;
        while (i < one.size() && j < other.size()) {
            Event mine = one.get(i);
            Event its = other.get(j);
            seconds += Math.max(0, Math.min(mine.end(), its.end()) - Math.max(mine.start(), its.start()));
            if (mine.end() < its.end()) {
                i++;
            } else {
                j++;
            }
        }
        return seconds;
    }

    /** Seconds from the first event to the last in which the device does nothing, the end included. */
    public double waitSeconds() {
        double busy = timeline.lane(Lane.DEVICE).stream()
                .filter(event -> event.kind() != Kind.WAIT)
                .mapToDouble(Event::seconds)
                .sum();
        return Math.max(0, timeline.end() - busy);
    }

    /** The dependencies that cause waiting, the longest waits first, at most {@code most} of them. */
    public List<String> waits(int most) {
        List<Event> waits = joined();
        waits.sort(Comparator.comparingDouble(Event::seconds).reversed());
        List<String> sentences = new ArrayList<>();
        for (Event wait : waits.subList(0, Math.min(most, waits.size()))) {
            sentences.add(schedule + ": the device waits " + Amounts.seconds(wait.seconds()) + ", until "
                    + Amounts.seconds(wait.end()) + ", for " + cause(wait) + ".");
        }
        if (sentences.isEmpty()) {
            sentences.add(schedule + ": the device never waits.");
        }
        return sentences;
    }

    /** Waits that follow each other at once are one, for the last of the messages. */
    private List<Event> joined() {
        List<Event> joined = new ArrayList<>();
        for (Event event : timeline.lane(Lane.DEVICE)) {
            if (event.kind() != Kind.WAIT) {
                continue;
            }
            int last = joined.size() - 1;
            if (last >= 0 && joined.get(last).end() == event.start()) {
                joined.set(last, new Event(Kind.WAIT, joined.get(last).start(), event.end(), event.label()));
            } else {
                joined.add(event);
            }
        }
        return joined;
    }

    /** The messages that arrive just when the wait is over. */
    private String cause(Event wait) {
        return timeline.lane(Lane.NETWORK).stream()
                .filter(wire -> wire.end() <= wait.end() * (1 + 1e-12))
                .reduce((before, wire) -> wire)
                .map(wire -> "the messages of " + wire.label())
                .orElse(wait.label());
    }
}
