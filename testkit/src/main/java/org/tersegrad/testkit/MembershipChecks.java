package org.tersegrad.testkit;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.tersegrad.reducers.elastic.Membership;
import org.tersegrad.reducers.elastic.View;

/** Laws of every {@link Membership}: views on which members agree, and announcements that reach members which come late, too. */
final class MembershipChecks {
    static final List<MembershipLaw> LAWS = List.of(
            law(
                    "membersInstallTheSameViews",
                    "views with the same id have the same members, and each member has its rank",
                    MembershipChecks::membersInstallTheSameViews),
            law(
                    "announcementsReachAllOthersAndThoseWhoComeLate",
                    "the last announcement of a member reaches all others, later ones too, and not itself",
                    MembershipChecks::announcementsReachAllOthersAndThoseWhoComeLate),
            law(
                    "aMemberThatClosesIsGoneAndReturnsWithAnotherName",
                    "a view without a member follows its close; in its place another one comes with another name",
                    MembershipChecks::aMemberThatClosesIsGoneAndReturnsWithAnotherName),
            law(
                    "listenersAreToldOneThingAtATime",
                    "no listener is called by two threads at once",
                    MembershipChecks::listenersAreToldOneThingAtATime));

    /** Throws if memberships violate a law. */
    @FunctionalInterface
    private interface Check {
        void on(Cluster cluster) throws Exception;
    }

    /** A law of memberships and how to check it. */
    record MembershipLaw(Law law, Check check) {
        void check(MembershipMaker maker) throws Exception {
            try (Cluster cluster = new Cluster(maker)) {
                check.on(cluster);
            }
        }
    }

    private MembershipChecks() {}

    private static MembershipLaw law(String name, String says, Check check) {
        return new MembershipLaw(new Law("MembershipLaws", name, says), check);
    }

    static MembershipLaw named(String name) {
        return LAWS.stream()
                .filter(each -> each.law().name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no law of memberships is called " + name));
    }

    private static void membersInstallTheSameViews(Cluster cluster) throws Exception {
        for (int place = 0; place < 3; place++) {
            cluster.start(place);
        }
        cluster.awaitAll(3);
        cluster.close(0);
        cluster.awaitAll(2);
        Map<String, List<String>> members = new HashMap<>();
        for (Member each : cluster.all) {
            for (View view : each.views()) {
                List<String> same = members.putIfAbsent(view.id(), view.members());
                Require.that(same == null || same.equals(view.members()), "two views have the id " + view.id());
                Require.equal(view.self(), each.views().get(0).self(), "the name of a member");
            }
        }
        Set<String> names = new HashSet<>();
        cluster.all.forEach(each -> names.add(each.last().self()));
        Require.equal(names.size(), 3, "the number of names");
    }

    private static void announcementsReachAllOthersAndThoseWhoComeLate(Cluster cluster) throws Exception {
        Member first = cluster.start(0);
        Member second = cluster.start(1);
        cluster.awaitAll(2);
        first.membership.announce(message(1));
        second.await("an announcement", its -> its.hears(first, 1));
        first.membership.announce(message(2));
        second.await("the next announcement", its -> its.hears(first, 2));
        Member late = cluster.start(2);
        late.await("what was announced before", its -> its.hears(first, 2));
        cluster.awaitAll(3);
        Require.that(!first.hearsItself(), "a member hears itself");
    }

    private static ByteBuffer message(int number) {
        return ByteBuffer.allocate(5).put((byte) 9).putInt(number).flip().position(1);
    }

    private static void aMemberThatClosesIsGoneAndReturnsWithAnotherName(Cluster cluster) throws Exception {
        cluster.start(0);
        Member gone = cluster.start(1);
        cluster.awaitAll(2);
        cluster.close(1);
        gone.membership.close(); // once more
        cluster.awaitAll(1);
        Member next = cluster.start(1);
        cluster.awaitAll(2);
        Require.that(
                !next.last().self().equals(gone.last().self()), "a member that comes has the name of one that is gone");
    }

    private static void listenersAreToldOneThingAtATime(Cluster cluster) throws Exception {
        Member first = cluster.start(0);
        for (int place = 1; place < 4; place++) {
            cluster.start(place).membership.announce(message(place));
        }
        cluster.awaitAll(4);
        for (int place = 1; place < 4; place++) {
            Member other = cluster.all.get(place);
            int number = place;
            first.await("all announcements", its -> its.hears(other, number));
        }
        Require.that(!first.overlapped.get(), "a listener is called by two threads at once");
    }

    /** Members that are started and closed. */
    private static final class Cluster implements AutoCloseable {
        private final MembershipMaker maker;
        private final List<Member> all = new ArrayList<>();

        Cluster(MembershipMaker maker) {
            this.maker = maker;
        }

        Member start(int place) throws Exception {
            Member member = new Member(place, maker.make(place), maker.patience());
            all.add(member);
            member.membership.start(member);
            return member;
        }

        void close(int place) {
            all.stream().filter(each -> each.place == place).forEach(each -> {
                each.open = false;
                each.membership.close();
            });
        }

        /** Waits until the last view of all that are open has this size. */
        void awaitAll(int size) throws InterruptedException {
            for (Member each : all) {
                if (each.open) {
                    each.await("a view of " + size, its -> its.last().members().size() == size);
                }
            }
        }

        @Override
        public void close() {
            all.forEach(each -> each.membership.close());
        }
    }

    private static final class Member implements Membership.Listener {
        private final int place;
        private final Membership membership;
        private final Duration patience;
        private final List<View> views = new ArrayList<>();
        private final Map<String, Integer> heard = new HashMap<>();
        private final AtomicBoolean busy = new AtomicBoolean();
        private final AtomicBoolean overlapped = new AtomicBoolean();
        private boolean open = true;

        Member(int place, Membership membership, Duration patience) {
            this.place = place;
            this.membership = membership;
            this.patience = patience;
        }

        private void alone(Runnable event) {
            if (busy.getAndSet(true)) {
                overlapped.set(true);
            }
            synchronized (this) {
                event.run();
                notifyAll();
            }
            busy.set(false);
        }

        @Override
        public void installed(View view) {
            alone(() -> views.add(view));
        }

        @Override
        public void received(String member, ByteBuffer message) {
            alone(() -> heard.put(member, message.remaining() == Integer.BYTES ? message.getInt() : -1));
        }

        synchronized List<View> views() {
            return List.copyOf(views);
        }

        synchronized View last() {
            return views.isEmpty() ? new View("-", List.of("-"), 0) : views.get(views.size() - 1);
        }

        synchronized boolean hears(Member other, int number) {
            return Optional.of(number)
                    .equals(Optional.ofNullable(heard.get(other.last().self())));
        }

        synchronized boolean hearsItself() {
            return heard.containsKey(last().self());
        }

        void await(String what, Predicate<Member> condition) throws InterruptedException {
            long began = System.nanoTime();
            synchronized (this) {
                while (!condition.test(this)) {
                    long left = patience.toNanos() - (System.nanoTime() - began);
                    Require.that(left > 0, "member " + place + " has waited " + patience + " for " + what);
                    wait(1 + left / 1_000_000);
                }
            }
        }
    }
}
