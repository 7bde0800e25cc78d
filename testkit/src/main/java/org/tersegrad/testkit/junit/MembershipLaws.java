package org.tersegrad.testkit.junit;

import org.junit.jupiter.api.Test;
import org.tersegrad.reducers.elastic.Membership;
import org.tersegrad.testkit.Laws;

/**
 * Laws of every {@link Membership}: views on which members agree, announcements that reach all others and those who come late, and closed
 * members that are gone. A custom membership service is tested by a subclass:
 *
 * <pre>
 * class ZooKeeperMembershipTest extends MembershipLaws {
 *     protected Membership make(int place) {
 *         return new ZooKeeperMembership("localhost:2181");
 *     }
 * }
 * </pre>
 */
public abstract class MembershipLaws {
    /**
     * A membership that is not started, of the same service as all others of a test.
     *
     * @param place where it may listen: 0 to 3, never two at the same time
     */
    protected abstract Membership make(int place) throws Exception;

    private void require(String law) throws Exception {
        Laws.requireOfMemberships(law, this::make);
    }

    @Test
    void membersInstallTheSameViews() throws Exception {
        require("membersInstallTheSameViews");
    }

    @Test
    void announcementsReachAllOthersAndThoseWhoComeLate() throws Exception {
        require("announcementsReachAllOthersAndThoseWhoComeLate");
    }

    @Test
    void aMemberThatClosesIsGoneAndReturnsWithAnotherName() throws Exception {
        require("aMemberThatClosesIsGoneAndReturnsWithAnotherName");
    }

    @Test
    void listenersAreToldOneThingAtATime() throws Exception {
        require("listenersAreToldOneThingAtATime");
    }
}
