package org.tersegrad.convergence.time.parallel;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.tersegrad.convergence.time.Event;

/**
 * Tasks on lanes. A lane works on its tasks in the order in which they were added, one at a time, each as soon as all tasks that it waits for
 * are done.
 */
final class TaskGraph {
    private final List<Task> tasks = new ArrayList<>();
    private int[] earlier = new int[1024];
    private int[] later = new int[1024];
    private int waits;

    /**
     * A task.
     *
     * @param lane its lane, from 0
     * @param kind of its event
     * @param seconds its duration
     * @param part of the model
     * @param microBatch below 0 if it belongs to none
     * @param traffic of its calls
     */
    record Task(int lane, Event.Kind kind, double seconds, String part, int microBatch, Traffic traffic) {
        String label() {
            return microBatch < 0 ? part : part + ", micro-batch " + microBatch;
        }
    }

    /** Appends a task to its lane, which waits for some others. */
    int add(Task task, int... others) {
        tasks.add(task);
        for (int other : others) {
            after(tasks.size() - 1, other);
        }
        return tasks.size() - 1;
    }

    /** Makes a task wait for another one; none if that is below 0. */
    void after(int task, int other) {
        if (other < 0) {
            return;
        }
        if (waits == earlier.length) {
            earlier = Arrays.copyOf(earlier, 2 * waits);
            later = Arrays.copyOf(later, 2 * waits);
        }
        earlier[waits] = other;
        later[waits] = task;
        waits++;
    }

    List<Task> tasks() {
        return tasks;
    }

    /** The start of each task. */
    double[] starts() {
        int count = tasks.size();
        int lanes = tasks.stream().mapToInt(Task::lane).max().orElse(-1) + 1;
        int given = waits;
        int[] last = new int[lanes];
        Arrays.fill(last, -1);
        for (int task = 0; task < count; task++) {
            int lane = tasks.get(task).lane();
            after(task, last[lane]);
            last[lane] = task;
        }
        double[] starts = inOrder(count);
        waits = given;
        return starts;
    }

    private double[] inOrder(int count) {
        int[] missing = new int[count];
        int[] first = new int[count + 1];
        for (int i = 0; i < waits; i++) {
            missing[later[i]]++;
            first[earlier[i] + 1]++;
        }
        for (int i = 0; i < count; i++) {
            first[i + 1] += first[i];
        }
        int[] next = new int[waits];
        int[] at = first.clone();
        for (int i = 0; i < waits; i++) {
            next[at[earlier[i]]++] = later[i];
        }
        double[] starts = new double[count];
        ArrayDeque<Integer> ready = new ArrayDeque<>();
        for (int i = 0; i < count; i++) {
            if (missing[i] == 0) {
                ready.add(i);
            }
        }
        int done = 0;
        for (Integer task = ready.poll(); task != null; task = ready.poll()) {
            done++;
            double end = starts[task] + tasks.get(task).seconds();
            for (int i = first[task]; i < first[task + 1]; i++) {
                starts[next[i]] = Math.max(starts[next[i]], end);
                if (--missing[next[i]] == 0) {
                    ready.add(next[i]);
                }
            }
        }
        if (done < count) {
            throw new IllegalStateException((count - done) + " of " + count + " tasks wait for each other");
        }
        return starts;
    }
}
