package org.tersegrad.testkit;

import java.util.Optional;

/**
 * The result of checking one law for one subject.
 *
 * @param law that was checked
 * @param subject as it prints, which for compressors and reducers is a recipe
 * @param outcome whether it holds
 * @param tries cases that were tried, the failing one included; 0 if the law does not apply or the subject failed before the first case
 * @param counterExample the smallest failing case that was found, if the law failed
 */
public record Verdict(Law law, String subject, Outcome outcome, int tries, Optional<CounterExample> counterExample) {
    /** The result of a check. */
    public enum Outcome {
        /** No case violated the law. */
        PASSED,
        /** A case violated the law, or the subject threw. */
        FAILED,
        /** The subject does not claim what the law is about. */
        NOT_APPLICABLE
    }

    static Verdict passed(Law law, Object subject, int tries) {
        return new Verdict(law, subject.toString(), Outcome.PASSED, tries, Optional.empty());
    }

    static Verdict failed(Law law, Object subject, int tries, CounterExample example) {
        return new Verdict(law, subject.toString(), Outcome.FAILED, tries, Optional.of(example));
    }

    static Verdict notApplicable(Law law, Object subject) {
        return new Verdict(law, subject.toString(), Outcome.NOT_APPLICABLE, 0, Optional.empty());
    }

    /** Whether a case violated the law. */
    public boolean isFailed() {
        return outcome == Outcome.FAILED;
    }

    /** The outcome in six characters, as the first column of a table. */
    public String word() {
        return switch (outcome) {
            case PASSED -> "passed";
            case FAILED -> "FAILED";
            case NOT_APPLICABLE -> "n/a   ";
        };
    }

    /** One line, and for a failure the counter-example below it. */
    @Override
    public String toString() {
        String line = word() + "  " + law + ": " + subject;
        return line
                + (outcome == Outcome.NOT_APPLICABLE ? "" : ", tries: " + tries)
                + counterExample.map(example -> "\n" + example).orElse("");
    }
}
