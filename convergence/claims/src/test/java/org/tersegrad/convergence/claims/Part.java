package org.tersegrad.convergence.claims;

/** A small part of a claim, run for a test. */
public record Part(Outcome outcome) {
    /** Runs it. */
    public static Part of(Claim claim) {
        return new Part(claim.run(Extent.PART, line -> {}));
    }

    /** The figure of the check that is about this; without its interval, which is wide with few seeds. */
    public double figure(String what) {
        return outcome.check(what).figure().value();
    }

    /** Its verdict. */
    public Verdict verdict() {
        return outcome.verdict();
    }
}
