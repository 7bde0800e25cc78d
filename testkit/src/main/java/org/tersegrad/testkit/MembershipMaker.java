package org.tersegrad.testkit;

import java.time.Duration;
import org.tersegrad.reducers.elastic.Membership;

/** Makes memberships of one kind, for its laws. */
@FunctionalInterface
public interface MembershipMaker {
    /**
     * A membership that is not started, of the same service as all others that this makes.
     *
     * @param place where it may listen: 0 to 3, never two at the same time
     */
    Membership make(int place) throws Exception;

    /** The longest time until an event. */
    default Duration patience() {
        return Duration.ofMinutes(5);
    }
}
