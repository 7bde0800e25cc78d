package org.tersegrad.jgroups;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.Receiver;
import org.jgroups.util.UUID;
import org.tersegrad.reducers.elastic.Membership;
import org.tersegrad.reducers.elastic.View;

/**
 * The members of a JGroups cluster. JGroups carries announcements, of a few hundred bytes; gradients and weights travel in the
 * {@link org.tersegrad.reducers.elastic.ElasticTransport}.
 *
 * <pre>{@code
 * JGroupsStack stack = JGroupsStack.of(new InetSocketAddress("10.0.0.3", 7800), List.of(new InetSocketAddress("10.0.0.1", 7800)));
 * ElasticOptions options = ElasticOptions.of(new InetSocketAddress("10.0.0.3", 29_500), 3);
 * ElasticGroup group = new ElasticGroup(new JGroupsMembership("training", stack), options, policy, tensors, seed, shared);
 * }</pre>
 *
 * <p>{@code ElasticGroup.close} closes it. Threads of a {@link JGroupsStack} do not keep a JVM alive; those of another channel may.
 */
public final class JGroupsMembership implements Membership {
    private static final long FIRST_REPETITION_MILLIS = 100;
    private static final long MOST_MILLIS = 1000;

    private final String cluster;
    private final JChannel channel;

    /** Repeats the announcement, so that no caller and no thread of JGroups waits for a connection. */
    private final ScheduledExecutorService announcer = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "announcements");
        thread.setDaemon(true);
        return thread;
    });

    private Optional<byte[]> announcement = Optional.empty();
    private Optional<ScheduledFuture<?>> repetition = Optional.empty();

    /** A member of the cluster of this name. */
    public JGroupsMembership(String cluster, JGroupsStack stack) {
        this(cluster, stack.channel());
    }

    /**
     * A member over a channel with any configuration that has GMS and a failure detector, such as {@code new JChannel("tcp.xml")}.
     *
     * @param channel not connected; closed with this
     */
    public JGroupsMembership(String cluster, JChannel channel) {
        this.cluster = cluster;
        this.channel = channel;
    }

    @Override
    public void start(Listener listener) throws IOException {
        channel.setReceiver(new Events(listener));
        try {
            channel.connect(cluster);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while joining cluster " + cluster);
        } catch (Exception e) { // so declared by JGroups
            throw new IOException("cannot join cluster " + cluster + ": " + reason(e), e);
        }
    }

    private static String reason(Throwable e) {
        Throwable cause = e.getCause();
        return e.getMessage() + (cause == null ? "" : ": " + reason(cause));
    }

    @Override
    public synchronized void announce(ByteBuffer message) {
        byte[] bytes = new byte[message.remaining()];
        message.duplicate().get(bytes);
        announcement = Optional.of(bytes);
        repeat(0);
    }

    /** Announces after this time, and then again after twice as long. */
    private synchronized void repeat(long millis) {
        repetition.ifPresent(its -> its.cancel(false));
        try {
            repetition = Optional.of(announcer.schedule(
                    () -> {
                        send();
                        repeat(Math.min(MOST_MILLIS, Math.max(FIRST_REPETITION_MILLIS, 2 * millis)));
                    },
                    millis,
                    TimeUnit.MILLISECONDS));
        } catch (RejectedExecutionException e) {
            // It is closed.
        }
    }

    private void send() {
        Optional<byte[]> bytes;
        synchronized (this) {
            bytes = announcement;
        }
        if (bytes.isPresent() && channel.isConnected()) {
            try {
                // Out of order and without retransmission: it is repeated, and around a merge JGroups would hold it
                // back for seconds.
                channel.send(new BytesMessage(null, bytes.get())
                        .setFlag(
                                Message.Flag.OOB,
                                Message.Flag.DONT_BUNDLE,
                                Message.Flag.NO_RELIABILITY,
                                Message.Flag.NO_FC));
            } catch (Exception e) { // so declared by JGroups
                // It is repeated, unless the channel is closed.
            }
        }
    }

    /** Announces once more, so that the others hear of an end, and leaves. */
    @Override
    public void close() {
        announcer.shutdownNow();
        send();
        channel.close();
    }

    /** The whole address: a logical name may be missing in a view, and two members may have the same. */
    static String name(Address address) {
        return address instanceof UUID uuid ? uuid.toStringLong() : address.toString();
    }

    /** Different on two sides of a partition and for a merge that has failed, even where JGroups counts to the same number. */
    static String id(org.jgroups.View view) {
        return name(view.getCreator()) + ":" + view.getViewId().getId() + ":"
                + Integer.toHexString(names(view).hashCode());
    }

    private static List<String> names(org.jgroups.View view) {
        return view.getMembers().stream().map(JGroupsMembership::name).toList();
    }

    /** Tells the listener one thing at a time: announcements arrive in many threads. */
    private final class Events implements Receiver {
        private final Listener listener;

        Events(Listener listener) {
            this.listener = listener;
        }

        @Override
        public synchronized void viewAccepted(org.jgroups.View view) {
            int rank = view.getMembers().indexOf(channel.getAddress());
            if (rank >= 0) {
                listener.installed(new View(id(view), names(view), rank));
                repeat(0); // those who have come get it at once
            }
        }

        @Override
        public synchronized void receive(Message message) {
            if (message.hasArray() && !message.src().equals(channel.getAddress())) {
                listener.received(
                        name(message.src()),
                        ByteBuffer.wrap(message.getArray(), message.getOffset(), message.getLength())
                                .slice());
            }
        }
    }
}
