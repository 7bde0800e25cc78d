package org.tersegrad.convergence.data;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.internal.Excerpt;

/**
 * Vectors of a class each, such as images.
 *
 * @param name of the data set
 * @param width of a vector, if it is an image row by row; else its length
 * @param height of a vector, if it is an image; else 1
 * @param channels of an image, one after the other: 3 if it has colours, else 1
 * @param augmented whether training uses random {@link Crops} of the images
 * @param classNames the name of each class
 */
public record LabelledVectors(
        String name,
        int width,
        int height,
        int channels,
        boolean augmented,
        List<String> classNames,
        Part training,
        Part test)
        implements DenseVectors {
    /**
     * Some of the examples.
     *
     * @param values not copied: vector by vector
     * @param labels not copied: the class of each, from 0
     */
    @SuppressWarnings("ArrayRecordComponent") // data, never compared
    public record Part(float[] values, int[] labels) implements DenseVectors.Part {
        @Override
        public int size() {
            return labels.length;
        }

        @Override
        public int label(int example) {
            return labels[example];
        }
    }

    public LabelledVectors {
        classNames = List.copyOf(classNames);
        for (Part part : List.of(training, test)) {
            check(name, (long) width * height * channels, part);
            for (int label : part.labels()) {
                if (label < 0 || label >= classNames.size()) {
                    throw new IllegalArgumentException(name + " has a vector of class " + label
                            + ", which is not one of 0 to " + (classNames.size() - 1));
                }
            }
        }
    }

    /** Vectors, or images of one channel, as they are. */
    public LabelledVectors(String name, int width, int height, List<String> classNames, Part training, Part test) {
        this(name, width, height, 1, false, classNames, training, test);
    }

    /** Classes without names are called 0, 1, 2 and so on. */
    public LabelledVectors(String name, int width, int height, int classes, Part training, Part test) {
        this(
                name,
                width,
                height,
                IntStream.range(0, classes).mapToObj(String::valueOf).toList(),
                training,
                test);
    }

    static void check(String name, long length, DenseVectors.Part part) {
        if (part.values().length != length * part.size() || part.size() == 0) {
            throw new IllegalArgumentException(
                    name + " has " + part.values().length + " values for " + part.size() + " vectors of " + length);
        }
    }

    static String sizes(DenseVectors data) {
        return data.training().size() + " examples to learn from, "
                + data.test().size() + " to be tested on, " + data.length()
                + (data.length() == 1 ? " input" : " inputs");
    }

    @Override
    public int classes() {
        return classNames.size();
    }

    @Override
    public int length() {
        return width * height * channels;
    }

    @Override
    public int draw(int example, Seed seed) {
        return augmented ? Crops.draw(example, training.size(), seed) : example;
    }

    @Override
    public void load(int number, float[] target, int at, int step) {
        int size = training.size();
        if (number < size) {
            training.copy(number, length(), target, at, step);
        } else {
            Crops.copy(this, number % size, number / size, target, at, step);
        }
    }

    @Override
    public String description() {
        return sizes(this) + "; " + classes() + " classes: "
                + Excerpt.of(classNames.stream().collect(Collectors.joining(", ")));
    }

    @Override
    public String contentHash() {
        Sha256 hash = new Sha256().add(width, height, classes());
        if (channels > 1) {
            hash.add(channels);
        }
        for (Part part : new Part[] {training, test}) {
            hash.add(part.values()).add(part.labels());
        }
        return hash.hex();
    }
}
