package org.tersegrad.errorfeedback;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.tersegrad.reducers.elastic.Membership;
import org.tersegrad.reducers.elastic.View;
import org.tersegrad.testkit.Laws;
import org.tersegrad.testkit.MembershipMaker;
import org.tersegrad.testkit.Verdict;
import org.tersegrad.testkit.junit.MembershipLaws;

/** The laws of memberships, for the one that tests use, and for some that are broken. */
@Tag("any-jdk")
class LocalMembershipsTest extends MembershipLaws {
    private final LocalMemberships service = new LocalMemberships();
    private final AtomicInteger count = new AtomicInteger();

    @AfterEach
    void end() {
        service.close();
    }

    @Override
    protected Membership make(int place) {
        return service.member("m" + count.getAndIncrement());
    }

    enum Fault {
        SAME_ID("membersInstallTheSameViews"),
        FORGETS_LATECOMERS("announcementsReachAllOthersAndThoseWhoComeLate"),
        HEARS_ITSELF("announcementsReachAllOthersAndThoseWhoComeLate"),
        NEVER_LEAVES("aMemberThatClosesIsGoneAndReturnsWithAnotherName"),
        SAME_NAME("aMemberThatClosesIsGoneAndReturnsWithAnotherName");

        final String law;

        Fault(String law) {
            this.law = law;
        }
    }

    /** A membership with a fault. */
    private record Broken(Membership inner, Fault fault, Set<ByteBuffer> announced) implements Membership {
        @Override
        public void start(Listener listener) throws IOException {
            Set<ByteBuffer> before = Set.copyOf(announced);
            inner.start(new Listener() {
                @Override
                public void installed(View view) {
                    if (fault == Fault.HEARS_ITSELF) {
                        announced.forEach(each -> listener.received(view.self(), each.duplicate()));
                    }
                    listener.installed(fault == Fault.SAME_ID ? new View("same", view.members(), view.rank()) : view);
                }

                @Override
                public void received(String member, ByteBuffer message) {
                    if (fault != Fault.FORGETS_LATECOMERS || !before.contains(message)) {
                        listener.received(member, message);
                    }
                }
            });
        }

        @Override
        public void announce(ByteBuffer message) {
            announced.add(message.duplicate());
            inner.announce(message);
        }

        @Override
        public void close() {
            if (fault != Fault.NEVER_LEAVES) {
                inner.close();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void everyFaultIsFound(Fault fault) {
        Set<ByteBuffer> announced = ConcurrentHashMap.newKeySet();
        MembershipMaker broken = new MembershipMaker() {
            @Override
            public Membership make(int place) {
                Membership inner =
                        fault == Fault.SAME_NAME ? service.member("m" + place) : LocalMembershipsTest.this.make(place);
                return new Broken(inner, fault, announced);
            }

            @Override
            public Duration patience() {
                return Duration.ofMillis(500);
            }
        };
        assertThat(Laws.ofMemberships(fault.name(), broken).only(fault.law).check())
                .isNotEmpty()
                .allMatch(Verdict::isFailed);
    }
}
