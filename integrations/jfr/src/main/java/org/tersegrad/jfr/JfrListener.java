package org.tersegrad.jfr;

import java.util.Objects;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.tersegrad.reducers.group.GroupListener;

/**
 * Events of JDK Flight Recorder for all that one worker does: {@code tersegrad.Step}, {@code tersegrad.Wait}, {@code
 * tersegrad.Encode}, {@code tersegrad.Exchange} and {@code tersegrad.Add} with their times, {@code tersegrad.Group} when it joins,
 * regroups or fails. One listener for each worker, also where workers share a JVM.
 */
@SuppressWarnings("UnusedVariable") // Flight Recorder reads the fields of events
public final class JfrListener implements GroupListener {
    private volatile int rank;
    private volatile int workers;

    /** A listener that knows its worker as soon as an {@code ObservedGroup} is made with it. */
    public JfrListener() {}

    @Override
    public Span begin(Activity activity, Subject subject, int itsRank, long bytes) {
        Activities event = switch (activity) {
            case STEP -> new Step();
            case WAIT -> new Wait();
            case ENCODE -> new Encode();
            case ADD -> new Add(itsRank);
            default -> new Exchange(activity.toString());
        };
        if (!event.isEnabled()) {
            return Span.NONE;
        }
        event.tensor = subject.tensor();
        event.recipe = subject.recipe();
        event.rank = rank;
        event.workers = workers;
        event.bytes = bytes;
        event.begin();
        return event;
    }

    @Override
    public void joined(int itsRank, int size) {
        rank = itsRank;
        workers = size;
        member("joined");
    }

    @Override
    public void regrouped(int itsRank, int size) {
        rank = itsRank;
        workers = size;
        member("regrouped");
    }

    @Override
    public void failed(RuntimeException failure) {
        member("failed: " + Objects.requireNonNullElse(failure.getMessage(), failure.toString()));
    }

    private void member(String change) {
        Group event = new Group();
        event.change = change;
        event.rank = rank;
        event.workers = workers;
        event.commit();
    }

    /** Fields of all activities. */
    @Category("Tersegrad")
    @StackTrace(false)
    private abstract static class Activities extends Event implements Span {
        @Label("Rank")
        @Description("Rank of this worker")
        int rank;

        @Label("Workers")
        int workers;

        @Label("Tensor")
        @Description("Name of a tensor, or names divided by a comma and a space")
        String tensor = "";

        @Label("Recipe")
        String recipe = "";

        @Label("Bytes")
        @Description("Bytes of the gradients, the vector or the message")
        @DataAmount
        long bytes;

        @Label("Sent")
        @Description("Bytes that this worker sent to others")
        @DataAmount
        long sent;

        @Override
        public void end(long bytesSent) {
            sent = bytesSent;
            commit();
        }
    }

    @Name("tersegrad.Step")
    @Label("Step")
    @Description("From the first tensor of a step to the last mean")
    private static final class Step extends Activities {}

    @Name("tersegrad.Wait")
    @Label("Wait")
    @Description("The caller's thread waits for exchanges in another one")
    private static final class Wait extends Activities {}

    @Name("tersegrad.Encode")
    @Label("Encode")
    @Description("Makes the first message of a tensor")
    private static final class Encode extends Activities {}

    @Name("tersegrad.Exchange")
    @Label("Exchange")
    @Description("A call of the group, waiting for slower workers included")
    private static final class Exchange extends Activities {
        @Label("Call")
        String call;

        Exchange(String call) {
            this.call = call;
        }
    }

    @Name("tersegrad.Add")
    @Label("Add")
    @Description("Adds a message, or makes the mean of what has come")
    private static final class Add extends Activities {
        @Label("Sender")
        int sender;

        Add(int sender) {
            this.sender = sender;
        }
    }

    @Name("tersegrad.Group")
    @Label("Group")
    @Description("The worker has joined a group, goes on in another one, or its group has failed")
    @Category("Tersegrad")
    @StackTrace(false)
    private static final class Group extends Event {
        @Label("Change")
        String change = "";

        @Label("Rank")
        int rank;

        @Label("Workers")
        int workers;
    }
}
