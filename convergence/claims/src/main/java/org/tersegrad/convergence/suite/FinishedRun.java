package org.tersegrad.convergence.suite;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tersegrad.convergence.training.Evaluation;

/**
 * A run that has come to its end, kept so that it need not be run again.
 *
 * @param training all that decides its course
 * @param evaluations up to the end, or up to where it diverged
 * @param machine JDK, CPU and commit
 */
public record FinishedRun(String training, List<Evaluation> evaluations, Map<String, String> machine) {
    private static final String UNKNOWN = "unknown";

    public FinishedRun {
        evaluations = List.copyOf(evaluations);
        machine = Collections.unmodifiableMap(new LinkedHashMap<>(machine));
    }

    /** Whether its commit has all the sources that it ran on. */
    public boolean isCommitted() {
        return isCommit(commit());
    }

    /** Whether this names one commit: not "unknown", nor a commit with changes on top. */
    public static boolean isCommit(String commit) {
        return commit.matches("[0-9a-f]+");
    }

    String commit() {
        return machine.getOrDefault("commit", UNKNOWN);
    }

    String jdk() {
        return machine.getOrDefault("JDK", UNKNOWN);
    }
}
