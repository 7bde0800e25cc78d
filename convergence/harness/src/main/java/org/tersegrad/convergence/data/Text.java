package org.tersegrad.convergence.data;

import java.nio.charset.StandardCharsets;

/**
 * A long text, to be predicted symbol by symbol.
 *
 * @param name of the data set
 * @param alphabet its symbols, each once; symbol i is the i-th
 * @param training not copied: the numbers of the symbols
 * @param test not copied: what follows the training part
 */
@SuppressWarnings("ArrayRecordComponent") // data, never compared
public record Text(String name, String alphabet, byte[] training, byte[] test) implements DataSet {
    @Override
    public String contentHash() {
        return new Sha256()
                .add(alphabet.getBytes(StandardCharsets.UTF_8))
                .add(training)
                .add(test)
                .hex();
    }
}
