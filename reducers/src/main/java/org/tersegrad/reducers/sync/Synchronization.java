package org.tersegrad.reducers.sync;

import java.util.List;
import java.util.stream.Stream;
import org.tersegrad.compressors.RecipeEntry;
import org.tersegrad.compressors.RecipeReader;

/**
 * A rule for when and with whom workers exchange what they have learned: an immutable value that prints as the text it is parsed
 * from.
 *
 * <pre>
 *   local(8)          local steps: the mean of all models after every 8th step
 *   local(2,to=64)    the same with a period that doubles after each epoch, to 64
 *   diloco(30)        the mean difference is the gradient of an outer step with Nesterov's momentum
 *   diloco(30,fragments=3,overlap=5)   a third of the tensors at a time, exchanged during the next 5 steps
 *   fedavg(10)        as local, where workers count by their examples; fedavgm(10) and fedadam(10) with an outer step
 *   fedavg(10,participation=0.1)       with a tenth of the workers in each round
 *   lazy(10)          in every step, but workers whose gradients have hardly changed are silent
 *   gossip(ring)      models move towards those of their neighbours after every step
 * </pre>
 */
public interface Synchronization {
    /**
     * The synchronization that a text stands for.
     *
     * @throws IllegalArgumentException if there is none; the message says what is wrong, and where
     */
    static Synchronization parse(String text) {
        return RecipeReader.call("synchronization", text, Synchronization.class, forms());
    }

    /** The texts that {@link #parse} knows, for programs that add some. */
    static List<RecipeEntry<Synchronization>> forms() {
        return Stream.of(LocalSteps.forms(), LazySteps.forms(), Gossip.forms())
                .flatMap(List::stream)
                .toList();
    }
}
