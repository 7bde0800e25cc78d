package org.tersegrad.convergence.data;

/**
 * Vectors of a number each, for regression. The targets should be about as large as 1; those of a {@link Csv} file are standardized them, so that a
 * mean squared error of 1 is that of a model which always predicts the mean.
 *
 * @param name of the data set
 * @param length of a vector
 */
public record NumericVectors(String name, int length, Part training, Part test) implements DenseVectors {
    /**
     * Some of the examples.
     *
     * @param values not copied: vector by vector
     * @param targets not copied: the number of each, to be predicted
     */
    @SuppressWarnings("ArrayRecordComponent") // data, never compared
    public record Part(float[] values, float[] targets) implements DenseVectors.Part {
        @Override
        public int size() {
            return targets.length;
        }

        @Override
        public int label(int example) {
            return 0;
        }
    }

    public NumericVectors {
        LabelledVectors.check(name, length, training);
        LabelledVectors.check(name, length, test);
    }

    @Override
    public int classes() {
        return 1;
    }

    @Override
    public String description() {
        return LabelledVectors.sizes(this) + "; numbers to predict";
    }

    @Override
    public String contentHash() {
        Sha256 hash = new Sha256().add(length);
        for (Part part : new Part[] {training, test}) {
            hash.add(part.values()).add(part.targets());
        }
        return hash.hex();
    }
}
