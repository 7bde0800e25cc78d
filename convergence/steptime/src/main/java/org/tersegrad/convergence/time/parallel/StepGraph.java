package org.tersegrad.convergence.time.parallel;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.tersegrad.convergence.time.Event;
import org.tersegrad.convergence.time.Event.Kind;
import org.tersegrad.convergence.time.Timeline;

/**
 * A step as a graph of computations and calls: for each stage a device, its calls inside layers, its messages to the next and to the previous
 * stage, and its exchanges with other replicas. Edges share no links with each other.
 */
public final class StepGraph {
    private final ParallelStep step;
    private final List<TaskGraph.Task> tasks;
    private final double[] starts;

    StepGraph(ParallelStep step) {
        this.step = step;
        TaskGraph graph = new StepTasks(step).build();
        tasks = graph.tasks();
        starts = graph.starts();
    }

    /** The duration of the step; of one in which replicas exchange what local steps have changed, if they make any. */
    public double end() {
        double end = 0;
        for (int i = 0; i < starts.length; i++) {
            end = Math.max(end, starts[i] + tasks.get(i).seconds());
        }
        return end;
    }

    /** The mean duration of a step: an exchange after H local steps counts an H-th. */
    public double secondsPerStep() {
        double rare = step.cut().local() == 1 ? 0 : end() - endWithoutOuter();
        return end() - rare * (1 - 1.0 / step.cut().local());
    }

    /** Outer exchanges come last, so that all before them ends as it does without. */
    private double endWithoutOuter() {
        double end = 0;
        for (int i = 0; i < starts.length; i++) {
            if (!tasks.get(i).part().equals(StepTasks.OUTER)) {
                end = Math.max(end, starts[i] + tasks.get(i).seconds());
            }
        }
        return end;
    }

    /** Published tables' measure: operations of the model a second and device, in 1e12. */
    public double tflops() {
        return step.model().operations(step.examples()) / step.cut().devices() / secondsPerStep() / 1e12;
    }

    /** The bytes that a device of a stage sends on an edge, counted call by call. */
    public double sent(Edge edge, int stage) {
        return tasks.stream()
                .filter(task ->
                        StepTasks.stage(task.lane()) == stage && task.traffic().edge() == edge)
                .mapToDouble(task -> task.traffic().sent(step.times()))
                .sum();
    }

    /** The share of the step in which the device of a stage computes nothing. */
    public double idleShare(int stage) {
        int lane = StepTasks.lane(stage, StepTasks.DEVICE);
        double busy = tasks.stream()
                .filter(task -> task.lane() == lane)
                .mapToDouble(TaskGraph.Task::seconds)
                .sum();
        return 1 - busy / end();
    }

    /** The events of a stage: its device, and its network, whatever the edge. Messages that overlap become one event. */
    public Timeline timeline(int stage) {
        List<Event> device = new ArrayList<>();
        List<Event> wires = new ArrayList<>();
        double free = 0;
        for (int i = 0; i < starts.length; i++) {
            TaskGraph.Task task = tasks.get(i);
            double end = starts[i] + task.seconds();
            if (StepTasks.stage(task.lane()) != stage || !(end > starts[i])) {
                continue;
            }
            Event event = new Event(task.kind(), starts[i], end, task.label());
            if (task.kind() == Kind.WIRE) {
                wires.add(event);
            } else {
                if (starts[i] > free) {
                    device.add(new Event(Kind.WAIT, free, starts[i], task.label()));
                }
                device.add(event);
                free = end;
            }
        }
        wires.sort(Comparator.comparingDouble(Event::start));
        List<Event> events = new ArrayList<>(device);
        events.addAll(joined(wires));
        return new Timeline(events, 1);
    }

    private static List<Event> joined(List<Event> wires) {
        List<Event> joined = new ArrayList<>();
        for (Event wire : wires) {
            Event last = joined.isEmpty() ? wire : joined.get(joined.size() - 1);
            if (!joined.isEmpty() && wire.start() < last.end()) {
                double end = Math.max(last.end(), wire.end());
                joined.set(joined.size() - 1, new Event(Kind.WIRE, last.start(), end, last.label()));
            } else {
                joined.add(wire);
            }
        }
        return joined;
    }
}
