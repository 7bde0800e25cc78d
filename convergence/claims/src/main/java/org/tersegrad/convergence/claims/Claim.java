package org.tersegrad.convergence.claims;

import java.util.List;
import java.util.function.Consumer;

/**
 * Something that was published and can be run here. One class is one claim; {@link org.tersegrad.convergence.claims.report.Claims} lists them.
 *
 * <p>Settings, seeds and limits are fixed in the class before anything is run. A learning rate that was tuned was tuned with seeds
 * that are not among those that are judged.
 */
public interface Claim {
    /** The published claim. */
    Statement statement();

    /**
     * Runs it.
     *
     * @param extent all of it, or a small part
     * @param progress hears what is being done, a short line at a time
     */
    Outcome run(Extent extent, Consumer<String> progress);

    /**
     * The same claim about things that were broken on purpose, one for each part whose absence a check must notice. A claim without a
     * mutant has not shown that it can fail.
     */
    default List<Mutant> mutants() {
        return List.of();
    }
}
