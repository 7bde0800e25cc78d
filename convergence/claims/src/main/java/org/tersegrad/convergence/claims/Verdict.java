package org.tersegrad.convergence.claims;

/** The verdict on a claim. */
public enum Verdict {
    /** All that is claimed was found. */
    HOLDS("holds"),
    /** The heart of it was found, and not all of the rest. */
    IN_PART("holds in part"),
    /** The heart of it was not found, in our setting. */
    NOT_HERE("does not hold here"),
    /** It was not run, because that would take too long. */
    TOO_LARGE("needs more than two cores"),
    /** It was not run, because its data is not on this machine. */
    NOT_RUN("not run");

    private final String words;

    Verdict(String words) {
        this.words = words;
    }

    /** The word in tables. */
    @Override
    public String toString() {
        return words;
    }
}
