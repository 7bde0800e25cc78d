package org.tersegrad.reducers.model;

import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.Exchange;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.group.GroupListener.Activity;
import org.tersegrad.reducers.group.GroupListener.Span;
import org.tersegrad.reducers.group.GroupListener.Subject;
import org.tersegrad.reducers.group.ObservedGroup;

/**
 * Reports a model's steps to the listener of its group; without one it does nothing. A step begins with its first tensor. It ends
 * when all tensors have come, with {@code finish}, with a failure, or when a tensor comes again.
 */
final class StepWatch {
    private final List<NamedTensor> tensors;
    private Optional<ObservedGroup> group;
    private final Subject[] subjects;
    private final IdentityHashMap<List<Integer>, Subject> buckets = new IdentityHashMap<>();

    /** Tensors that have come in the current step. */
    private final boolean[] come;

    private Optional<Span> step = Optional.empty();
    private long bitsBefore;

    StepWatch(List<NamedTensor> tensors, Collective group) {
        this.tensors = tensors;
        subjects = new Subject[tensors.size()];
        come = new boolean[tensors.size()];
        this.group = observed(group);
    }

    private static Optional<ObservedGroup> observed(Collective group) {
        return group instanceof ObservedGroup its ? Optional.of(its) : Optional.empty();
    }

    boolean isObserving() {
        return group.isPresent();
    }

    /** Notes the recipes. */
    void replaced(List<Reducer> reducers) {
        buckets.clear();
        for (int i = 0; i < subjects.length && group.isPresent(); i++) {
            subjects[i] = new Subject(tensors.get(i).name(), reducers.get(i).toString());
        }
    }

    /** Continues in another group. */
    void regroup(Collective other, List<Reducer> reducers) {
        end();
        group = observed(other);
        replaced(reducers);
        group.ifPresent(ObservedGroup::regrouped);
    }

    /** A tensor comes. */
    void begin(int tensor) {
        if (group.isEmpty()) {
            return;
        }
        if (come[tensor]) {
            end();
        }
        if (step.isEmpty()) {
            long bytes = 0;
            for (NamedTensor each : tensors) {
                bytes += bytes(each);
            }
            step = Optional.of(group.get().begin(Activity.STEP, Subject.NONE, bytes));
            bitsBefore = group.get().bitsSent();
        }
        come[tensor] = true;
    }

    private static long bytes(NamedTensor tensor) {
        return (long) Float.BYTES * tensor.shape().size();
    }

    /** The step is over, if all tensors have come. */
    void endIfComplete() {
        if (step.isPresent()) {
            for (boolean each : come) {
                if (!each) {
                    return;
                }
            }
            end();
        }
    }

    /** The step is over, if there is one. */
    void end() {
        if (step.isPresent()) {
            ObservedGroup observed = group.orElseThrow();
            observed.about(Subject.NONE);
            observed.end(step.get(), (observed.bitsSent() - bitsBefore) / Byte.SIZE);
            step = Optional.empty();
        }
        Arrays.fill(come, false);
    }

    /** Waits for the end of the step. */
    long finish(LongSupplier wait) {
        if (group.isEmpty()) {
            return wait.getAsLong();
        }
        Span span = group.get().begin(Activity.WAIT, Subject.NONE, 0);
        try {
            return wait.getAsLong();
        } finally {
            group.get().end(span, 0);
            end();
        }
    }

    /** Begins a tensor's chain. */
    Exchange encode(int tensor, Supplier<Exchange> begin) {
        return timed(Activity.ENCODE, tensor, begin);
    }

    private Exchange timed(Activity activity, int tensor, Supplier<Exchange> work) {
        ObservedGroup observed = group.orElseThrow();
        Span span = observed.begin(activity, subjects[tensor], bytes(tensors.get(tensor)));
        Exchange next;
        try {
            next = work.get();
        } finally {
            observed.end(span, 0);
        }
        return next == Exchange.DONE ? next : next.with(() -> timed(Activity.ADD, tensor, next::next));
    }

    /** The next exchanges are those of one tensor. */
    void about(int tensor) {
        if (group.isPresent()) {
            group.get().about(subjects[tensor]);
        }
    }

    /** The next exchanges are those of these tensors. */
    void about(List<Integer> bucket) {
        if (group.isPresent()) {
            group.get().about(buckets.computeIfAbsent(bucket, this::subject));
        }
    }

    private Subject subject(List<Integer> bucket) {
        Subject first = subjects[bucket.get(0)];
        if (bucket.size() == 1) {
            return first;
        }
        boolean alike = bucket.stream().allMatch(each -> subjects[each].recipe().equals(first.recipe()));
        String names = bucket.stream().map(each -> subjects[each].tensor()).collect(Collectors.joining(", "));
        return new Subject(names, alike ? first.recipe() : "");
    }
}
