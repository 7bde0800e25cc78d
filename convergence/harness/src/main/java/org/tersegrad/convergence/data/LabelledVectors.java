package org.tersegrad.convergence.data;

/**
 * Vectors of a class each, such as images.
 *
 * @param name of the data set
 * @param width of a vector, if it is an image row by row; else its length
 * @param height of a vector, if it is an image; else 1
 * @param classes how many there are
 */
public record LabelledVectors(String name, int width, int height, int classes, Part training, Part test)
        implements DataSet {
    /**
     * Some of the examples.
     *
     * @param values not copied: vector by vector
     * @param labels not copied: the class of each, from 0
     */
    @SuppressWarnings("ArrayRecordComponent") // data, never compared
    public record Part(float[] values, int[] labels) {
        /** Number of examples. */
        public int size() {
            return labels.length;
        }
    }

    public LabelledVectors {
        check(name, (long) width * height, classes, training);
        check(name, (long) width * height, classes, test);
    }

    private static void check(String name, long length, int classes, Part part) {
        if (part.values().length != length * part.size() || part.size() == 0) {
            throw new IllegalArgumentException(
                    name + " has " + part.values().length + " values for " + part.size() + " vectors of " + length);
        }
        for (int label : part.labels()) {
            if (label < 0 || label >= classes) {
                throw new IllegalArgumentException(
                        name + " has a vector of class " + label + ", which is not one of 0 to " + (classes - 1));
            }
        }
    }

    @Override
    public String contentHash() {
        Sha256 hash = new Sha256().add(width, height, classes);
        for (Part part : new Part[] {training, test}) {
            hash.add(part.values()).add(part.labels());
        }
        return hash.hex();
    }

    /** Length of a vector. */
    public int length() {
        return width * height;
    }
}
