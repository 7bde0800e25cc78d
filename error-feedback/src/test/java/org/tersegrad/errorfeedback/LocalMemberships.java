package org.tersegrad.errorfeedback;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.tersegrad.reducers.elastic.Membership;
import org.tersegrad.reducers.elastic.View;

/** Memberships of members in one process. Each has its thread for events, so that members install a view at different times. */
final class LocalMemberships implements AutoCloseable {
    private final Map<String, Member> members = new LinkedHashMap<>();
    private int views;

    final class Member implements Membership {
        private final String name;
        private final ExecutorService events = Executors.newSingleThreadExecutor();
        private Optional<Listener> listener = Optional.empty();
        private Optional<byte[]> announced = Optional.empty();

        Member(String name) {
            this.name = name;
        }

        @Override
        public void start(Listener its) {
            synchronized (members) {
                listener = Optional.of(its);
                members.put(name, this);
                tellAll();
            }
        }

        @Override
        public void announce(ByteBuffer message) {
            byte[] bytes = new byte[message.remaining()];
            message.get(bytes);
            synchronized (members) {
                announced = Optional.of(bytes);
                members.values().forEach(each -> each.hear(this));
            }
        }

        private void hear(Member other) {
            if (other != this) {
                other.announced.ifPresent(bytes -> {
                    Listener its = listener.orElseThrow();
                    events.execute(() -> its.received(other.name, ByteBuffer.wrap(bytes)));
                });
            }
        }

        @Override
        public void close() {
            synchronized (members) {
                if (members.remove(name) != null) {
                    tellAll();
                    events.shutdown();
                }
            }
        }
    }

    Member member(String name) {
        return new Member(name);
    }

    /** A new view of all, and what each has announced. */
    private void tellAll() {
        List<String> names = new ArrayList<>(members.keySet());
        String id = "v" + views++;
        for (Member each : members.values()) {
            View view = new View(id, names, names.indexOf(each.name));
            Membership.Listener its = each.listener.orElseThrow();
            each.events.execute(() -> its.installed(view));
            members.values().forEach(each::hear);
        }
    }

    @Override
    public void close() {
        synchronized (members) {
            members.values().forEach(each -> each.events.shutdown());
        }
    }
}
