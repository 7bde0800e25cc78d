package org.tersegrad.convergence.time.payoff;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.IntToDoubleFunction;
import java.util.function.ToDoubleFunction;

/**
 * The times of encoding and adding for one worker, measured at a few sizes and in a few groups. Between sizes, and beyond them,
 * times go along straight lines; and so does adding with the number of messages that a worker decodes.
 *
 * @param samples in any order
 */
public record CodingTimes(List<Sample> samples) {
    /**
     * One measurement.
     *
     * @param recipe of the reducer, as it prints
     * @param vector whether the tensor had one row only, which some recipes treat in another way
     * @param workers in the group
     * @param elements of the tensor
     * @param encodeSeconds before the first call
     * @param addSeconds after what has come
     * @param doubt why it was not measured here as it is to be, and what it is instead; empty if it can be trusted
     */
    public record Sample(
            String recipe,
            boolean vector,
            int workers,
            int elements,
            double encodeSeconds,
            double addSeconds,
            String doubt) {
        /** A time that can be trusted. */
        public Sample(
                String recipe, boolean vector, int workers, int elements, double encodeSeconds, double addSeconds) {
            this(recipe, vector, workers, elements, encodeSeconds, addSeconds, "");
        }

        public Sample {
            if (workers < 1 || elements < 1) {
                throw new IllegalArgumentException("a time of " + recipe + " with " + workers + " workers and "
                        + elements + " elements; both are at least 1");
            }
        }
    }

    public CodingTimes {
        samples = List.copyOf(samples);
    }

    /** The times of a recipe that cannot be trusted, in a sentence; empty if all can. */
    public String doubt(String recipe) {
        List<Sample> doubtful = samples.stream()
                .filter(sample -> recipe.contains(sample.recipe) && !sample.doubt.isEmpty())
                .toList();
        return doubtful.isEmpty()
                ? ""
                : doubtful.stream()
                        .max(Comparator.comparingInt(Sample::elements))
                        .map(largest -> largest.recipe + ": " + doubtful.size() + " of its times cannot be trusted; at "
                                + largest.elements + " elements, " + largest.workers + " workers: " + largest.doubt
                                + ".")
                        .orElseThrow();
    }

    /** A sentence for each recipe whose times cannot be trusted. */
    public List<String> doubts() {
        return samples.stream()
                .map(Sample::recipe)
                .distinct()
                .map(this::doubt)
                .filter(sentence -> !sentence.isEmpty())
                .toList();
    }

    /** Seconds of encoding, which a group does not change: as the smallest group has measured it. */
    public double encodeSeconds(String recipe, boolean vector, int elements) {
        return onLines(
                byWorkers(recipe, vector, Sample::encodeSeconds).firstEntry().getValue(), elements);
    }

    /**
     * Seconds of decoding and adding.
     *
     * @param messages how many whole messages a worker decodes in a group of that size
     */
    public double addSeconds(String recipe, boolean vector, int workers, int elements, IntToDoubleFunction messages) {
        TreeMap<Double, Double> groups = new TreeMap<>(); // of groups with as many messages the largest counts
        byWorkers(recipe, vector, Sample::addSeconds)
                .forEach((count, sizes) -> groups.put(messages.applyAsDouble(count), onLines(sizes, elements)));
        List<Point> points = new ArrayList<>();
        groups.forEach((count, seconds) -> points.add(new Point(count, seconds)));
        return onLines(points, messages.applyAsDouble(workers));
    }

    private NavigableMap<Integer, List<Point>> byWorkers(String recipe, boolean vector, ToDoubleFunction<Sample> time) {
        List<Sample> its = samples.stream()
                .filter(sample -> sample.recipe.equals(recipe))
                .sorted(Comparator.comparingInt(Sample::elements))
                .toList();
        if (its.isEmpty()) {
            throw new IllegalArgumentException("no times of " + recipe + " are known");
        }
        List<Sample> like =
                its.stream().filter(sample -> sample.vector == vector).toList();
        NavigableMap<Integer, List<Point>> groups = new TreeMap<>();
        for (Sample sample : like.isEmpty() ? its : like) {
            groups.computeIfAbsent(sample.workers, count -> new ArrayList<>())
                    .add(new Point(sample.elements, time.applyAsDouble(sample)));
        }
        return groups;
    }

    private record Point(double x, double seconds) {}

    /**
     * The value between the two points on either side, or beyond the last two. Noise must not make more of something cheaper, so no line
     * falls. With one point only, the line begins at zero.
     */
    private static double onLines(List<Point> points, double x) {
        if (points.size() == 1) {
            return points.get(0).seconds * x / points.get(0).x;
        }
        int right = 1;
        while (right < points.size() - 1 && points.get(right).x < x) {
            right++;
        }
        Point from = points.get(right - 1);
        Point to = points.get(right);
        double slope = Math.max(0, (to.seconds - from.seconds) / (to.x - from.x));
        double start = slope == 0 ? Math.min(from.seconds, to.seconds) : from.seconds;
        return Math.max(0, start + slope * (x - from.x));
    }
}
