package org.tersegrad.testkit.simulation;

import java.io.IOException;
import java.net.ProtocolFamily;
import java.nio.channels.DatagramChannel;
import java.nio.channels.Pipe;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.spi.AbstractSelectableChannel;
import java.nio.channels.spi.AbstractSelectionKey;
import java.nio.channels.spi.AbstractSelector;
import java.nio.channels.spi.SelectorProvider;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** The sockets and selectors of a {@link SimulatedProcess}: TCP only, without blocking calls but that of the selector. */
final class SimulatedSockets extends SelectorProvider {
    private final SimulatedProcess process;

    SimulatedSockets(SimulatedProcess process) {
        this.process = process;
    }

    /** A channel whose readiness a selector asks for. */
    interface Waitable {
        /** The operations that would not block now. */
        int ready();
    }

    @Override
    public DatagramChannel openDatagramChannel() {
        throw new UnsupportedOperationException("only TCP is simulated");
    }

    @Override
    public DatagramChannel openDatagramChannel(ProtocolFamily family) {
        return openDatagramChannel();
    }

    @Override
    public Pipe openPipe() {
        throw new UnsupportedOperationException("only TCP is simulated");
    }

    @Override
    public AbstractSelector openSelector() {
        process.requireAlive();
        return new SimulatedSelector();
    }

    @Override
    public SimulatedServer openServerSocketChannel() {
        process.requireAlive();
        return new SimulatedServer(this, process);
    }

    @Override
    public SimulatedSocket openSocketChannel() {
        process.requireAlive();
        return new SimulatedSocket(this, process);
    }

    private final class SimulatedSelector extends AbstractSelector {
        private final Set<SelectionKey> keys = new LinkedHashSet<>();
        private final Set<SelectionKey> selected = new LinkedHashSet<>();
        private boolean wokenUp;

        SimulatedSelector() {
            super(SimulatedSockets.this);
        }

        @Override
        protected SelectionKey register(AbstractSelectableChannel channel, int operations, Object attachment) {
            Key key = new Key(channel, this, operations);
            key.attach(attachment);
            keys.add(key);
            return key;
        }

        @Override
        public Set<SelectionKey> keys() {
            return Collections.unmodifiableSet(keys);
        }

        @Override
        public Set<SelectionKey> selectedKeys() {
            return selected;
        }

        private boolean isReady() {
            if (wokenUp) {
                return true;
            }
            for (SelectionKey key : keys) {
                if (key.isValid() && ((Key) key).readyNow() != 0) {
                    return true;
                }
            }
            return false;
        }

        private void await(long deadline) {
            dropCancelled();
            process.awaitUntil(this::isReady, deadline);
            dropCancelled();
            wokenUp = false;
        }

        private void dropCancelled() {
            Set<SelectionKey> cancelled = cancelledKeys();
            synchronized (cancelled) {
                for (SelectionKey key : cancelled) {
                    keys.remove(key);
                    selected.remove(key);
                    deregister((AbstractSelectionKey) key);
                }
                cancelled.clear();
            }
        }

        private List<Key> ready() {
            List<Key> ready = new ArrayList<>();
            for (SelectionKey each : keys) {
                Key key = (Key) each;
                key.ready = key.isValid() ? key.readyNow() : 0;
                if (key.ready != 0) {
                    ready.add(key);
                }
            }
            return ready;
        }

        private long deadline(long millis) {
            return millis == 0 ? Long.MAX_VALUE : process.simulation().now() + 1_000_000 * Math.min(millis, 1L << 40);
        }

        @Override
        public int select(Consumer<SelectionKey> action, long millis) {
            await(deadline(millis));
            List<Key> ready = ready();
            ready.forEach(action);
            return ready.size();
        }

        @Override
        public int select(long millis) {
            await(deadline(millis));
            return selectNow();
        }

        @Override
        public int select() {
            return select(0);
        }

        @Override
        public int selectNow() {
            process.requireAlive();
            List<Key> ready = ready();
            selected.addAll(ready);
            return ready.size();
        }

        @Override
        public Selector wakeup() {
            wokenUp = true;
            process.changed();
            return this;
        }

        @Override
        protected void implCloseSelector() throws IOException {
            List.copyOf(keys).forEach(SelectionKey::cancel);
            dropCancelled();
        }
    }

    private static final class Key extends AbstractSelectionKey {
        private final AbstractSelectableChannel channel;
        private final SimulatedSelector selector;
        private int interest;
        private int ready;

        Key(AbstractSelectableChannel channel, SimulatedSelector selector, int interest) {
            this.channel = channel;
            this.selector = selector;
            this.interest = interest;
        }

        private int readyNow() {
            return ((Waitable) channel).ready() & interest;
        }

        @Override
        public SelectableChannel channel() {
            return channel;
        }

        @Override
        public Selector selector() {
            return selector;
        }

        @Override
        public int interestOps() {
            return interest;
        }

        @Override
        public SelectionKey interestOps(int operations) {
            interest = operations;
            return this;
        }

        @Override
        public int readyOps() {
            return ready;
        }
    }
}
