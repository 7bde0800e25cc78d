package org.tersegrad.reducers.model;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Seed;
import org.tersegrad.reducers.Exchange;
import org.tersegrad.reducers.Reducer;

/**
 * One worker's part of averaging all tensors of a model, as rounds of bytes: a message out, the answer of a switch in, until the
 * means are there. Nothing blocks, so any engine that moves bytes from all workers to one place and back can carry it. All
 * tensors share one message a round, and every worker ends with the bits of a {@link ModelReduction}.
 *
 * <pre>{@code
 * ModelRounds rounds = new ModelRounds(policy, tensors, seed, rank, workers);   // on each worker
 * Optional<byte[]> message = Optional.of(rounds.begin(gradients));
 * while (message.isPresent()) {
 *     List<byte[]> messages = List.of(message.get());          // of all workers, brought to the switch
 *     RoundAnswers answers = RoundAnswers.of(messages);        // at the switch
 *     message = rounds.take(answers.forAll(), answers.forEach().get(rank));
 * }
 * }</pre>
 *
 * <p>All workers have the same number of rounds in a step, at least one: recipes that gather have one, PowerSGD two.
 *
 * <p>A step can be given up in any round with {@link #cancel}; begun again with the same gradients, it gives the same messages.
 * For that, the state is copied when a step begins. Not thread-safe.
 */
public final class ModelRounds {
    private static final int NO_STEP = -1;

    private final RoundGroup group;
    private final List<NamedTensor> tensors;
    private final ModelReduction reduction;
    /** The state when the current step began, if there is one. */
    private final ByteBuffer before;

    private final Exchange[] chains;
    private int round = NO_STEP;

    /**
     * Makes a reduction for each tensor, as the policy says.
     *
     * @param seed the same on all workers
     * @param rank of this worker, 0 to workers − 1
     * @throws IllegalArgumentException if the policy has no rule for one of the tensors, or a recipe that splits the group
     */
    public ModelRounds(Policy policy, List<NamedTensor> tensors, Seed seed, int rank, int workers) {
        this.tensors = List.copyOf(tensors);
        group = new RoundGroup(rank, workers);
        try {
            reduction = ModelReduction.carried(policy, tensors, seed, group);
        } catch (UnsupportedOperationException e) {
            throw new IllegalArgumentException(
                    policy + " splits the group, and workers behind a switch are one group; leave hierarchical away",
                    e);
        }
        before = ByteBuffer.allocate(reduction.stateBytes());
        chains = new Exchange[tensors.size()];
    }

    /**
     * Begins a step.
     *
     * @param gradients modified between this call and the end of the step: this worker's before, the means afterwards; one for
     *     each tensor
     * @return the first message for the switch
     * @throws IllegalArgumentException if a length is not that of its tensor or an element is not finite; then no step has begun
     */
    public byte[] begin(List<FloatSlice> gradients) {
        if (round != NO_STEP) {
            throw new IllegalStateException("a step has begun already, this is its round " + round);
        }
        if (gradients.size() != tensors.size()) {
            throw new IllegalArgumentException(gradients.size() + " gradients for " + tensors.size() + " tensors");
        }
        reduction.save(before.clear());
        Arrays.fill(chains, Exchange.DONE);
        round = 0;
        try {
            for (int i = 0; i < tensors.size(); i++) {
                chains[i] = chain(i, gradients.get(i));
            }
            return exchanges().message();
        } catch (RuntimeException | Error e) {
            cancel();
            throw e;
        }
    }

    /**
     * Continues with the switch's answers to all workers' messages.
     *
     * @param forAll not modified: {@link RoundAnswers#forAll}
     * @param forMe not modified: that of {@link RoundAnswers#forEach} for this worker
     * @return the next message for the switch; nothing if the step is over, and all gradients are means
     * @throws org.tersegrad.codecs.MalformedInputException if a worker's message is not what this one expects; names the worker.
     *     The step is cancelled then
     */
    public Optional<byte[]> take(byte[] forAll, byte[] forMe) {
        if (round == NO_STEP) {
            throw new IllegalStateException("no step has begun");
        }
        try {
            exchanges().take(forAll, forMe);
            round++;
            if (exchanges().isDone()) {
                round = NO_STEP;
                return Optional.empty();
            }
            return Optional.of(exchanges().message());
        } catch (RuntimeException | Error e) {
            cancel();
            throw e;
        }
    }

    private Exchange chain(int tensor, FloatSlice gradient) {
        try {
            return reduction.chain(tensor, gradient);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("tensor " + tensors.get(tensor).name() + ": " + e.getMessage(), e);
        }
    }

    private RoundExchanges exchanges() {
        return new RoundExchanges(group, chains);
    }

    /**
     * Gives up the current step, if there is one: the state, residuals included, is what it was when the step began. Gradients of
     * tensors that were ready may be means already; all others are as they were.
     */
    public void cancel() {
        if (round == NO_STEP) {
            return;
        }
        round = NO_STEP;
        for (int i = 0; i < chains.length; i++) {
            if (chains[i] != Exchange.DONE) {
                reduction.cancel(i);
            }
        }
        reduction.restore(before.flip());
    }

    /** The reducer of a tensor. */
    public Reducer reducer(int tensor) {
        return reduction.reducer(tensor);
    }

    /** As {@link ModelReduction#addResidualTo}, between steps. */
    public void addResidualTo(int tensor, FloatSlice target, float weight) {
        reduction.addResidualTo(tensor, target, weight);
    }

    /** The Euclidean norm of this worker's residuals, over all tensors. */
    public double residualNorm() {
        return reduction.residualNorm();
    }

    /** This worker's state as it is between steps; in a step, that from before it. To be restored by the worker of the same rank. */
    public byte[] state() {
        ByteBuffer state = ByteBuffer.allocate(reduction.stateBytes());
        if (round == NO_STEP) {
            reduction.save(state);
        } else {
            state.put(before.duplicate().flip());
        }
        return state.array();
    }

    /**
     * Takes over what {@link #state} gave; a step at hand is cancelled.
     *
     * @param state not modified
     * @throws org.tersegrad.codecs.MalformedInputException if the bytes are not a state, or damaged
     * @throws IllegalArgumentException if it is the state of another model or policy
     */
    public void restore(byte[] state) {
        cancel();
        reduction.restore(ByteBuffer.wrap(state));
    }
}
