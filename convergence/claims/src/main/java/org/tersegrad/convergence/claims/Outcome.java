package org.tersegrad.convergence.claims;

import java.util.List;
import java.util.Optional;

/**
 * The outcome of a claim.
 *
 * @param verdict by the rule of {@link #judge}
 * @param checks the first one is the heart of the claim
 * @param picture where the claim is one
 */
public record Outcome(Verdict verdict, List<Check> checks, Optional<Picture> picture) {
    public Outcome {
        checks = List.copyOf(checks);
    }

    /**
     * Judges. If all checks hold, the claim holds. If the first one does not, which is the heart of the claim, the claim does not hold
     * here, whatever else does. Otherwise it holds in part.
     */
    public static Outcome judge(Check... checks) {
        return judge(List.of(checks));
    }

    /** The same. */
    public static Outcome judge(List<Check> checks) {
        Verdict verdict = !checks.get(0).holds()
                ? Verdict.NOT_HERE
                : checks.stream().allMatch(Check::holds) ? Verdict.HOLDS : Verdict.IN_PART;
        return new Outcome(verdict, checks, Optional.empty());
    }

    /**
     * The outcome of a claim that was not run.
     *
     * @param cost holds if a run takes too long; else the claim could be run and does not hold, since it was not
     */
    public static Outcome tooLarge(Check cost) {
        return new Outcome(cost.holds() ? Verdict.TOO_LARGE : Verdict.NOT_HERE, List.of(cost), Optional.empty());
    }

    /**
     * The outcome of a claim whose data is missing.
     *
     * @param why a sentence that names the command that fetches it
     */
    public static Outcome notRun(String why) {
        Check missing = Check.atMost(0, "data sets missing (" + why.replaceFirst("\\.$", "") + ")", Figure.exact(1));
        return new Outcome(Verdict.NOT_RUN, List.of(missing), Optional.empty());
    }

    /** The same with a picture. */
    public Outcome with(Picture other) {
        return new Outcome(verdict, checks, Optional.of(other));
    }

    /** The check with this text in its description; the first one. */
    public Check check(String what) {
        return checks.stream()
                .filter(each -> each.what().contains(what))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no check is about " + what));
    }
}
