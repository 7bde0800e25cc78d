package org.tersegrad.convergence.data;

/**
 * Long vectors of two classes, most elements of which are zero, such as words in texts.
 *
 * @param name of the data set
 * @param length of a vector
 */
public record SparseVectors(String name, int length, Part training, Part test) implements DataSet {
    /**
     * Some of the examples. Those elements of vector i that are not zero stand from {@code starts[i]} to {@code starts[i + 1]}.
     *
     * @param starts not copied: one more than there are vectors
     * @param indices not copied: increasing within a vector
     * @param values not copied
     * @param labels not copied: 0 or 1
     */
    @SuppressWarnings("ArrayRecordComponent") // data, never compared
    public record Part(int[] starts, int[] indices, float[] values, int[] labels) {
        /** Number of examples. */
        public int size() {
            return labels.length;
        }
    }

    @Override
    public String contentHash() {
        Sha256 hash = new Sha256().add(length);
        for (Part part : new Part[] {training, test}) {
            hash.add(part.starts()).add(part.indices()).add(part.values()).add(part.labels());
        }
        return hash.hex();
    }
}
