package org.tersegrad.reducers.group;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Channels that need all of what {@link TcpChannel} allows. The accepting side speaks first and the connecting side sends nothing before; bytes
 * are changed by a key, packed into frames and acknowledged; a socket takes few bytes at a time. Reads wait until acknowledgements are sent,
 * writes until they have arrived, and frames that arrive ahead of time are kept.
 */
final class ToyChannels implements TcpChannels {
    private static final int MOST_SENT = 700;
    private static final int FRAME_BYTES = 1000;
    private static final int WINDOW = 16;

    private static final byte HELLO = 'h';
    private static final byte DATA = 'd';
    private static final byte ACKNOWLEDGEMENT = 'a';
    private static final byte REJECTION = 'r';
    private static final byte BYE = 'b';

    private final byte key;
    final AtomicInteger calls = new AtomicInteger();
    final AtomicInteger farewells = new AtomicInteger();

    ToyChannels(int key) {
        this.key = (byte) key;
    }

    @Override
    public TcpChannel connecting(SocketChannel socket, InetSocketAddress to) {
        return new Toy(socket, false);
    }

    @Override
    public TcpChannel accepted(SocketChannel socket) {
        return new Toy(socket, true);
    }

    private final class Toy implements TcpChannel {
        private final SocketChannel socket;
        private final ByteBuffer out = ByteBuffer.allocate(1 << 16);
        private final ByteBuffer in = ByteBuffer.allocate(1 << 16).limit(0);
        private final ByteBuffer plain = ByteBuffer.allocate(1 << 16).limit(0);
        private boolean met;
        private boolean greeted;
        private int unacknowledged;
        private boolean input;
        private boolean ended;
        private boolean saidBye;
        private String rejection = "";
        private Optional<IOException> sendFailure = Optional.empty();

        private Toy(SocketChannel socket, boolean accepted) {
            this.socket = socket;
            if (accepted) {
                greet();
            }
        }

        private void greet() {
            frame(HELLO, 1).put(key);
            greeted = true;
        }

        private ByteBuffer frame(byte type, int bytes) {
            return out.put(type).putShort((short) bytes);
        }

        private void send() {
            try {
                sendSome();
            } catch (IOException e) {
                sendFailure = Optional.of(e);
                out.clear();
            }
        }

        private void sendSome() throws IOException {
            int filled = out.position();
            ByteBuffer some = out.duplicate().position(0).limit(Math.min(filled, MOST_SENT));
            socket.write(some);
            out.limit(filled).position(some.position());
            out.compact();
        }

        /** Takes what the socket has; frames are whole or left for the next time. */
        private void receive() throws IOException {
            in.compact();
            ended |= socket.read(in) < 0;
            in.flip();
            plain.compact();
            while (in.remaining() >= 3 && in.remaining() >= 3 + in.getShort(in.position() + 1)) {
                take(in.get(), in.getShort());
            }
            plain.flip();
        }

        private void take(byte type, int bytes) throws IOException {
            switch (type) {
                case HELLO -> meet(in.get());
                case DATA -> {
                    for (int i = 0; i < bytes; i++) {
                        plain.put((byte) (in.get() ^ key));
                    }
                    frame(ACKNOWLEDGEMENT, 0);
                }
                case ACKNOWLEDGEMENT -> unacknowledged--;
                case REJECTION -> reject("it rejects the key of this worker");
                case BYE -> {
                    ended = true;
                    farewells.incrementAndGet();
                }
                default -> reject("it is no toy");
            }
        }

        private void meet(byte theirs) throws IOException {
            if (theirs != key) {
                frame(REJECTION, 0);
                reject("its key is " + theirs + ", this worker's is " + key);
            }
            met = true;
            if (!greeted) {
                greet();
            }
        }

        private void reject(String why) throws IOException {
            rejection = why;
            plain.flip();
            in.limit(in.position());
            send();
            throw new RejectedException(why);
        }

        private void requireNoRejection() throws IOException {
            calls.incrementAndGet();
            if (!rejection.isEmpty()) {
                throw new RejectedException(rejection);
            }
        }

        @Override
        public int read(ByteBuffer to) throws IOException {
            requireNoRejection();
            if (!plain.hasRemaining() && !ended) {
                receive();
            }
            send();
            input = plain.hasRemaining() && out.position() == 0;
            if (!input) {
                return ended && !plain.hasRemaining() ? -1 : 0;
            }
            int count = Math.min(to.remaining(), plain.remaining());
            to.put(plain.duplicate().limit(plain.position() + count));
            plain.position(plain.position() + count);
            return count;
        }

        @Override
        public long write(ByteBuffer[] from, int offset, int length) throws IOException {
            requireNoRejection();
            if (sendFailure.isPresent()) {
                throw sendFailure.get();
            }
            if (isWaitingToWrite() && !ended) {
                receive();
            }
            long taken = 0;
            for (int i = offset; i < offset + length; i++) {
                while (from[i].hasRemaining() && !isWaitingToWrite()) {
                    int count = Math.min(FRAME_BYTES, from[i].remaining());
                    frame(DATA, count);
                    for (int j = 0; j < count; j++) {
                        out.put((byte) (from[i].get() ^ key));
                    }
                    unacknowledged++;
                    taken += count;
                }
            }
            send();
            return taken;
        }

        private boolean isWaitingToWrite() {
            return !met || unacknowledged >= WINDOW;
        }

        @Override
        public int interest(int wanted) {
            if (out.position() > 0) {
                return SelectionKey.OP_WRITE;
            }
            boolean writes = (wanted & SelectionKey.OP_WRITE) != 0;
            boolean reads = (wanted & SelectionKey.OP_READ) != 0;
            return (writes && !isWaitingToWrite() ? SelectionKey.OP_WRITE : 0)
                    | (reads || (writes && isWaitingToWrite()) ? SelectionKey.OP_READ : 0);
        }

        @Override
        public boolean hasInput() {
            return input || (plain.hasRemaining() && out.position() == 0);
        }

        @Override
        public int held() {
            return out.position();
        }

        @Override
        public boolean farewell() {
            if (!saidBye && rejection.isEmpty()) {
                frame(BYE, 0);
                saidBye = true;
            }
            send();
            return out.position() == 0;
        }

        @Override
        public boolean isOpen() {
            return socket.isOpen();
        }

        @Override
        public void close() throws IOException {
            if (socket.isConnected()) {
                farewell();
            }
            socket.close();
        }
    }
}
