package org.tersegrad.reducers.group;

/**
 * Listener of what one worker of a group does, for events, metrics and logs. An {@link ObservedGroup} calls it. It has no clock: the
 * listener takes the times.
 *
 * <pre>{@code
 * GroupListener printing = (activity, subject, rank, bytes) -> {
 *     long start = System.nanoTime();
 *     return sent -> System.out.println(activity + " " + subject.tensor() + " " + (System.nanoTime() - start) + " ns");
 * };
 * Collective observed = new ObservedGroup(group, printing);
 * ModelReduction model = new ModelReduction(policy, tensors, Seed.of(42), observed);
 * }</pre>
 *
 * <p>Activities of one thread are nested: what begins last ends first, also if it fails. A listener is called in the threads
 * that do the work, in two at once if a {@code ModelReduction} has an executor.
 *
 * <p>A listener only watches: the first exception that one of its methods throws ends the calls to it, and the step goes on. {@link
 * ObservedGroup#listenerFailure} returns that exception.
 */
@FunctionalInterface
public interface GroupListener {
    /**
     * An activity begins.
     *
     * @param rank of this worker; of the sender, while its message is added. In a part of a group that was split, ranks are those
     *     in the part
     * @param bytes see {@link Activity}
     * @return is called when the activity ends
     */
    Span begin(Activity activity, Subject subject, int rank, long bytes);

    /**
     * This worker is part of a group from now on. Called when an {@link ObservedGroup} is made, but not for parts of a group that is
     * split.
     */
    default void joined(int rank, int workers) {}

    /** Steps go on in another group, in which this worker may have another rank. */
    default void regrouped(int rank, int workers) {}

    /** The group has ended with a failure. */
    default void failed(RuntimeException failure) {}

    /**
     * The message of a worker is there, and the next thing is to read it. Only a {@link PairwiseGroup} says so; messages are read in
     * the order of ranks, so what passes before it passes for this worker or ones before it.
     */
    default void arrived(int rank) {}

    /** This listener and then another one. */
    default GroupListener and(GroupListener other) {
        return new TwoListeners(this, other);
    }

    /** The end of an activity. */
    @FunctionalInterface
    interface Span {
        /** Ignores the end. */
        Span NONE = sent -> {};

        /**
         * The activity has ended.
         *
         * @param sent the bytes that this worker sent to others meanwhile
         */
        void end(long sent);
    }

    /**
     * The tensors of an activity.
     *
     * @param tensor name of a tensor, or names divided by a comma and a space; empty for a whole step and outside of steps
     * @param recipe of these tensors; empty if they have several or none
     */
    record Subject(String tensor, String recipe) {
        /** No tensor in particular. */
        public static final Subject NONE = new Subject("", "");
    }

    /** An activity of a worker. Exchanges are the calls of a {@link org.tersegrad.reducers.Collective}. */
    enum Activity {
        /** From the first tensor of a step to the last mean; the bytes are those of all gradients. */
        STEP,
        /** The caller's thread waits for exchanges in another one. */
        WAIT,
        /** Makes the first message of a tensor; the bytes are those of the gradient. */
        ENCODE,
        /** A sum; the bytes are those of the vector. */
        ALL_REDUCE,
        /** A maximum; the bytes are those of the vector. */
        ALL_REDUCE_MAX,
        /** A sum of which each worker gets a part; the bytes are those of the vector. */
        REDUCE_SCATTER,
        /** One worker's vector for all; the bytes are those of the vector. */
        BROADCAST,
        /** The messages of all workers for all; the bytes are those of this worker's message. */
        ALL_GATHER,
        /** A message from each worker to each; the bytes are those of this worker's messages, that to itself included. */
        ALL_TO_ALL,
        /** Waits for all workers. */
        BARRIER,
        /** Splits the group. */
        SPLIT,
        /** Tells the others that this worker cannot make its next call. */
        REJECT,
        /**
         * Adds a message, inside its exchange, with the bytes of the message and the sender's rank; or makes the mean, or the next
         * message, of what has come, with this worker's rank and the bytes of the gradient.
         */
        ADD;

        /** Whether bytes may be sent. */
        public boolean isExchange() {
            return switch (this) {
                case STEP, WAIT, ENCODE, ADD -> false;
                default -> true;
            };
        }
    }
}
