package org.tersegrad.compressors;

import java.util.Optional;

/**
 * Properties of a compressor or a reducer that wrappers, plans and laws ask for. A wrapper takes those of what it wraps and
 * states only what it changes:
 *
 * <pre>{@code
 * Traits traits = compressor.traits(shape).withGuarantee(Guarantee.NONE);
 * }</pre>
 *
 * <p>{@code remembers}, {@code keepsMomentum} and {@code errorFeedbackRefusal} are the same for all shapes, since a wrapper's
 * constructor, which has no shape yet, checks them; it asks for {@link #ANY_SHAPE}.
 *
 * @param guarantee the error bound that theory proves and tests check
 * @param remembers whether what was not sent is kept as a residual. Error feedback around such a recipe would count it twice
 * @param keepsMomentum whether what is sent contains momentum, which an optimizer must not add again
 * @param increments present if payloads are increments of an estimate, for a {@link Mirror} with these weights, instead of
 *     gradients; never of a reducer, which keeps the mirror itself
 * @param caution a warning for users of this recipe on this shape, if any
 * @param errorFeedbackRefusal the reason why error feedback around this recipe is rejected, if it is: the law "everything taken
 *     + residual = everything produced" would not hold, or only with residuals that grow until they overflow
 */
public record Traits(
        Guarantee guarantee,
        boolean remembers,
        boolean keepsMomentum,
        Optional<Mirror.Weights> increments,
        Optional<String> caution,
        Optional<String> errorFeedbackRefusal) {
    /** A shape for questions to which all shapes have the same answer. */
    public static final Shape ANY_SHAPE = Shape.vector(1);

    /** The traits of a recipe without residual, momentum or warnings. */
    public static Traits of(Guarantee guarantee) {
        return new Traits(guarantee, false, false, Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** The traits of a lossless compressor. */
    public static Traits exact() {
        return of(Guarantee.EXACT);
    }

    /** Traits with a {@link Guarantee.Unbiased}. */
    public static Traits unbiased(double omega) {
        return of(new Guarantee.Unbiased(omega));
    }

    /** Traits with a {@link Guarantee.Contractive}. */
    public static Traits contractive(double delta) {
        return of(new Guarantee.Contractive(delta));
    }

    /** Traits without a bound that holds for every gradient. */
    public static Traits none() {
        return of(Guarantee.NONE);
    }

    /** The same traits with another guarantee. */
    public Traits withGuarantee(Guarantee other) {
        return new Traits(other, remembers, keepsMomentum, increments, caution, errorFeedbackRefusal);
    }

    /** The same traits with a residual, or without. */
    public Traits withRemembers(boolean other) {
        return new Traits(guarantee, other, keepsMomentum, increments, caution, errorFeedbackRefusal);
    }

    /** The same traits with momentum in what is sent, or without. */
    public Traits withKeepsMomentum(boolean other) {
        return new Traits(guarantee, remembers, other, increments, caution, errorFeedbackRefusal);
    }

    /** Whether payloads are increments of an estimate. */
    public boolean sendsIncrements() {
        return increments.isPresent();
    }

    /** The same traits with payloads that are increments, all of which count, or gradients. */
    public Traits withSendsIncrements(boolean other) {
        return withIncrements(other ? Optional.of(Mirror.Weights.ALL) : Optional.empty());
    }

    /** The same traits with payloads that are increments, or gradients. */
    public Traits withIncrements(Optional<Mirror.Weights> other) {
        return new Traits(guarantee, remembers, keepsMomentum, other, caution, errorFeedbackRefusal);
    }

    /** The same traits with another warning, or none. */
    public Traits withCaution(Optional<String> other) {
        return new Traits(guarantee, remembers, keepsMomentum, increments, other, errorFeedbackRefusal);
    }

    /** The same traits with a warning in addition to one that is there. */
    public Traits andCaution(Optional<String> more) {
        return more.isEmpty() || more.equals(caution)
                ? this
                : withCaution(caution.map(first -> first + "; " + more.get()).or(() -> more));
    }

    /** The same traits with a reason to reject error feedback. */
    public Traits withErrorFeedbackRefusal(String reason) {
        return withErrorFeedbackRefusal(Optional.of(reason));
    }

    /** The same traits with a reason to reject error feedback, or none. */
    public Traits withErrorFeedbackRefusal(Optional<String> other) {
        return new Traits(guarantee, remembers, keepsMomentum, increments, caution, other);
    }

    /** Traits of a recipe of two parts, each of which takes a share of the gradient or of the steps. */
    public Traits and(Traits other) {
        return new Traits(
                        guarantee.and(other.guarantee),
                        remembers || other.remembers,
                        keepsMomentum || other.keepsMomentum,
                        increments.or(other::increments),
                        caution,
                        errorFeedbackRefusal.or(other::errorFeedbackRefusal))
                .andCaution(other.caution);
    }

    /**
     * Rejects error feedback around a recipe that keeps a residual already, or has a reason against one.
     *
     * @param recipe with these traits, for the message
     */
    public void requireErrorFeedback(Object recipe) {
        if (remembers || errorFeedbackRefusal.isPresent()) {
            throw noErrorFeedback(recipe);
        }
    }

    /** The exception that says why there is no error feedback around a recipe with these traits. */
    public IllegalArgumentException noErrorFeedback(Object recipe) {
        return new IllegalArgumentException(
                remembers
                        ? recipe
                                + " already remembers what it did not send; with a second residual it would count twice"
                        : "no error feedback around " + recipe + ": " + errorFeedbackRefusal.orElse("no reason"));
    }
}
