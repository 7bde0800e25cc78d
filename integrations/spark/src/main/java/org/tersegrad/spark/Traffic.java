package org.tersegrad.spark;

import java.util.List;
import org.tersegrad.reducers.model.RoundAnswers;

/**
 * The traffic of a training: messages of rounds, without what Spark puts around them, and without snapshots.
 *
 * @param bitsUp from all partitions to the driver
 * @param bitsDown from the driver to all partitions
 */
record Traffic(long bitsUp, long bitsDown) {
    static final Traffic NONE = new Traffic(0, 0);

    /** This, and one round more. */
    Traffic plus(List<byte[]> messages, RoundAnswers answers) {
        long up = messages.stream().mapToLong(each -> each.length).sum();
        long down = (long) messages.size() * answers.forAll().length
                + answers.forEach().stream().mapToLong(each -> each.length).sum();
        return new Traffic(bitsUp + Byte.SIZE * up, bitsDown + Byte.SIZE * down);
    }
}
