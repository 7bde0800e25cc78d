package org.tersegrad.convergence.cli.schemes;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.Shape;
import org.tersegrad.convergence.corpus.Corpus;
import org.tersegrad.convergence.data.DataUnavailableException;

/**
 * A gradient that errors are measured on.
 *
 * @param label the name in tables
 * @param shapes of its tensors
 * @param values of all tensors, one after the other; not modified by any user
 */
@SuppressWarnings("ArrayRecordComponent") // read, never compared
public record Sample(String label, List<Shape> shapes, float[] values) {
    /** Smaller tensors are usually sent as they are. */
    static final int FEWEST = 1024;

    /**
     * The recordings of a corpus, those of the first worker only: tensors of at least {@link #FEWEST} elements that are not all 0.
     *
     * @throws DataUnavailableException if the corpus cannot be read, or has no such tensors
     */
    public static List<Sample> of(Path corpus) {
        Map<String, List<Corpus.Entry>> recordings = new LinkedHashMap<>();
        Map<String, Integer> workers = new LinkedHashMap<>();
        for (Corpus.Entry entry : Corpus.read(corpus)) {
            String label = entry.training() + " " + entry.kind() + " " + entry.step();
            if (workers.computeIfAbsent(label, first -> entry.worker()) == entry.worker()) {
                recordings.computeIfAbsent(label, first -> new ArrayList<>()).add(entry);
            }
        }
        List<Sample> samples = new ArrayList<>();
        recordings.forEach((label, entries) -> {
            Sample sample = of(label, entries);
            if (!sample.shapes().isEmpty()) {
                samples.add(sample);
            }
        });
        if (samples.isEmpty()) {
            throw new DataUnavailableException(corpus + " has no tensor of at least " + FEWEST + " elements.");
        }
        return samples;
    }

    private static Sample of(String label, List<Corpus.Entry> entries) {
        List<Shape> shapes = new ArrayList<>();
        List<float[]> parts = new ArrayList<>();
        for (Corpus.Entry entry : entries) {
            if (entry.shape().size() >= FEWEST) {
                float[] values = entry.values();
                if (norm(values, 0, values.length) > 0) {
                    shapes.add(entry.shape());
                    parts.add(values);
                }
            }
        }
        float[] all = new float[shapes.stream().mapToInt(Shape::size).sum()];
        int end = 0;
        for (float[] part : parts) {
            System.arraycopy(part, 0, all, end, part.length);
            end += part.length;
        }
        return new Sample(label, shapes, all);
    }

    /** Gaussian numbers in the same shapes, each tensor with the same norm. */
    Sample gaussian() {
        float[] floats = CounterRandom.gaussians(values.length, 1);
        int start = 0;
        for (Shape shape : shapes) {
            double scale = norm(values, start, shape.size()) / norm(floats, start, shape.size());
            for (int i = start; i < start + shape.size(); i++) {
                floats[i] = (float) (scale * floats[i]);
            }
            start += shape.size();
        }
        return new Sample("Gaussian, as " + label, shapes, floats);
    }

    private static double norm(float[] values, int start, int length) {
        double square = 0;
        for (int i = start; i < start + length; i++) {
            square += (double) values[i] * values[i];
        }
        return Math.sqrt(square);
    }
}
