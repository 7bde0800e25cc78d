package org.tersegrad.convergence.claims.report;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.tersegrad.convergence.claims.Check;
import org.tersegrad.convergence.claims.Outcome;
import org.tersegrad.convergence.claims.Statement;

/**
 * A claim that was run, and where. One is kept as a file of its own, so that it need not be run again.
 *
 * @param statement as it was when the claim was run
 * @param outcome its result
 * @param seconds how long it took
 * @param machine JDK, CPU and commit, in the order to be shown
 */
public record FinishedClaim(Statement statement, Outcome outcome, double seconds, Map<String, String> machine) {
    public FinishedClaim {
        machine = Collections.unmodifiableMap(new LinkedHashMap<>(machine));
    }

    /** The command that runs it again. */
    public String command() {
        return "./tersegrad reproduce " + statement.name();
    }

    /** The time, as in {@code 2.3 s}. */
    public String time() {
        return String.format(Locale.ROOT, seconds < 10 ? "%.1f s" : "%.0f s", seconds);
    }

    /** The heart of the claim, and what does not hold. */
    public String headline() {
        StringBuilder text = new StringBuilder(outcome.checks().get(0).toString());
        outcome.checks().stream()
                .skip(1)
                .filter(check -> !check.holds())
                .map(Check::toString)
                .forEach(check -> text.append("; not found: ").append(check));
        return text.toString();
    }
}
