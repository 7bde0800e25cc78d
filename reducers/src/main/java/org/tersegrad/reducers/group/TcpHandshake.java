package org.tersegrad.reducers.group;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import org.tersegrad.reducers.group.TcpChannel.RejectedException;

/**
 * The first bytes of a connection, free of I/O. The worker of higher rank connects and says who it is; both prove that they know
 * the secret by codes over all bytes so far, which include fresh random bytes of both. So no proof can be used again.
 *
 * <pre>
 *   connecting  | "TGRP" | version, 1 byte | 0 | workers, 4 | its rank, 4 | whom it wants, 4 | SHA-256 of the group's name |
 *               | 32 random bytes | the name, cut or filled with zeros to 64 bytes |
 *   accepting   | answer, 1 byte: 0, or why not | version, 1 | 0 0 | workers, 4 | its rank, 4 | 32 random bytes | its name, 64 |
 *   connecting  | HMAC-SHA-256 of "connecting" and all bytes above |
 *   accepting   | answer, 1 byte | HMAC-SHA-256 of "accepting" and the same bytes, or zeros |
 * </pre>
 *
 * <p>The connecting side proves first: without the secret it gets no code to guess it from. The first five bytes of a
 * connection and the first two of an answer are the same in all versions; version 1 answered with one byte.
 */
final class TcpHandshake implements TcpProtocol {
    static final byte VERSION = 2;
    static final int HELLO_BYTES = 146;
    static final int REPLY_BYTES = 108;
    static final int PROOF_BYTES = 32;

    private static final int PREFIX_BYTES = 6;
    private static final int GROUP_AT = 18;
    private static final int RANDOM_BYTES = 32;
    private static final int NAME_BYTES = 64;
    private static final byte[] MAGIC = "TGRP".getBytes(StandardCharsets.US_ASCII);

    // Answers to a worker that connects.
    private static final byte WELCOME = 0;
    private static final byte OTHER_VERSION = 1;
    private static final byte OTHER_GROUP = 2;
    private static final byte OTHER_SIZE = 3;
    private static final byte OTHER_RANK = 4;
    private static final byte OTHER_SECRET = 5;

    // The first bytes of a connection that is encrypted.
    private static final byte TLS_HELLO = 22;
    private static final byte TLS_ALERT = 21;
    private static final byte TLS_MAJOR = 3;
    private static final String TLS = "it speaks TLS, and this worker does not";

    /** The next bytes that are expected. */
    private enum Stage {
        HELLO_PREFIX,
        HELLO,
        PROOF,
        REPLY_PREFIX,
        REPLY,
        VERDICT,
        PROVEN,
        REJECTED
    }

    private final int rank;
    private final int size;
    private final TcpOptions options;
    private final SecureRandom random;
    private final boolean connecting;
    private final byte[] key;
    private final byte[] hello = new byte[HELLO_BYTES];
    private final byte[] reply = new byte[REPLY_BYTES];
    private final ByteBuffer incoming = ByteBuffer.allocate(HELLO_BYTES);
    private final ByteBuffer[] outgoing = {NOTHING};
    private Stage stage;
    private int peer = -1;
    private String difference = "";

    private TcpHandshake(int rank, int size, TcpOptions options, SecureRandom random, boolean connecting) {
        this.rank = rank;
        this.size = size;
        this.options = options;
        this.random = random;
        this.connecting = connecting;
        key = TcpMac.digest(options.secret());
        stage = connecting ? Stage.REPLY_PREFIX : Stage.HELLO_PREFIX;
        expect(connecting ? 2 : PREFIX_BYTES);
    }

    /** The side of a worker that connects to one of lower rank. */
    static TcpHandshake connecting(int rank, int size, int peer, TcpOptions options, SecureRandom random) {
        TcpHandshake handshake = new TcpHandshake(rank, size, options, random, true);
        handshake.peer = peer;
        ByteBuffer.wrap(handshake.hello)
                .put(MAGIC)
                .put(VERSION)
                .put((byte) 0)
                .putInt(size)
                .putInt(rank)
                .putInt(peer)
                .put(TcpMac.digest(options.group()))
                .put(handshake.randomBytes())
                .put(handshake.name());
        handshake.outgoing[0] = ByteBuffer.wrap(handshake.hello);
        return handshake;
    }

    /** The side of a worker that accepts one of higher rank. */
    static TcpHandshake accepting(int rank, int size, TcpOptions options, SecureRandom random) {
        return new TcpHandshake(rank, size, options, random, false);
    }

    /** Whether both sides have proven the secret and all is sent; then {@link #session} follows. */
    boolean isProven() {
        return stage == Stage.PROVEN && !isSending();
    }

    /** The difference of a rejected worker, which is told so; empty if it was not rejected. */
    String difference() {
        return difference;
    }

    /** The rank that the other side gives, proven or not; −1 if it has given none. */
    int peer() {
        return peer;
    }

    /** The rest of the connection, with keys that only these two sides can derive, one for each direction. */
    TcpSession session() {
        TcpMac ofConnecting = frames("frames of the connecting side");
        TcpMac ofAccepting = frames("frames of the accepting side");
        return connecting ? new TcpSession(ofConnecting, ofAccepting) : new TcpSession(ofAccepting, ofConnecting);
    }

    private TcpMac frames(String role) {
        return options.secret().isEmpty() ? TcpMac.none() : TcpMac.of(TcpMac.code(key, role, hello, reply));
    }

    @Override
    public ByteBuffer[] outgoing() {
        return outgoing;
    }

    @Override
    public void sent() {}

    @Override
    public ByteBuffer incoming() {
        return incoming;
    }

    @Override
    public void received() throws IOException {
        if (incoming.hasRemaining()) {
            return;
        }
        switch (stage) {
            case HELLO_PREFIX -> takePrefix();
            case HELLO -> takeHello();
            case PROOF -> takeProof();
            case REPLY_PREFIX -> takeReplyPrefix();
            case REPLY -> takeReply();
            case VERDICT -> takeVerdict();
            case PROVEN, REJECTED -> {}
        }
    }

    private void expect(int bytes) {
        incoming.clear().limit(bytes);
    }

    private void takePrefix() {
        incoming.flip().get(hello, 0, PREFIX_BYTES);
        if (!Arrays.equals(hello, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
            reject(OTHER_VERSION, isTls(hello, TLS_HELLO) ? TLS : "it does not speak the protocol of these groups");
        } else if (hello[4] != VERSION || hello[5] != 0) {
            reject(OTHER_VERSION, otherVersion(hello[4]));
        } else {
            stage = Stage.HELLO;
            expect(HELLO_BYTES - PREFIX_BYTES);
        }
    }

    private void takeHello() {
        incoming.flip().get(hello, PREFIX_BYTES, HELLO_BYTES - PREFIX_BYTES);
        ByteBuffer fields = ByteBuffer.wrap(hello);
        int theirSize = fields.getInt(6);
        peer = fields.getInt(10);
        int wanted = fields.getInt(14);
        byte[] group = Arrays.copyOfRange(hello, GROUP_AT, GROUP_AT + PROOF_BYTES);
        if (!Arrays.equals(group, TcpMac.digest(options.group()))) {
            reject(OTHER_GROUP, otherGroup(hello));
        } else if (theirSize != size) {
            reject(OTHER_SIZE, otherSize(theirSize));
        } else if (wanted != rank || peer <= rank || peer >= size) {
            reject(
                    OTHER_RANK,
                    "it is worker " + peer + " and wants worker " + wanted + ", this is worker " + rank + " of "
                            + size);
        } else {
            answer(WELCOME, randomBytes());
            stage = Stage.PROOF;
            expect(PROOF_BYTES);
        }
    }

    private void takeProof() {
        boolean proven = MessageDigest.isEqual(taken(PROOF_BYTES), proof("connecting"));
        outgoing[0] = ByteBuffer.allocate(1 + PROOF_BYTES)
                .put(proven ? WELCOME : OTHER_SECRET)
                .put(proven ? proof("accepting") : new byte[PROOF_BYTES])
                .flip();
        stage = proven ? Stage.PROVEN : Stage.REJECTED;
        difference = proven ? "" : otherSecret();
    }

    private byte[] taken(int bytes) {
        byte[] taken = new byte[bytes];
        incoming.flip().get(taken).limit(0);
        return taken;
    }

    /** The channel below has rejected the other side, and has told it so. */
    void reject(RejectedException why) {
        difference = String.valueOf(why.getMessage());
        stage = Stage.REJECTED;
        incoming.limit(0);
        outgoing[0] = NOTHING;
    }

    private void reject(byte answer, String why) {
        difference = why;
        stage = Stage.REJECTED;
        incoming.limit(0);
        answer(answer, new byte[RANDOM_BYTES]);
    }

    private void answer(byte answer, byte[] randomBytes) {
        ByteBuffer.wrap(reply)
                .put(answer)
                .put(VERSION)
                .putShort((short) 0)
                .putInt(size)
                .putInt(rank)
                .put(randomBytes)
                .put(name());
        outgoing[0] = ByteBuffer.wrap(reply);
    }

    private void takeReplyPrefix() throws IOException {
        incoming.flip().get(reply, 0, 2);
        if (reply[0] < 0 || reply[0] > OTHER_SECRET) {
            throw new RejectedException(
                    isTls(reply, TLS_ALERT)
                            ? TLS
                            : "it does not speak the protocol of these groups: it answers " + reply[0]);
        }
        if (reply[1] != VERSION) {
            throw new RejectedException(otherVersion(reply[1]));
        }
        stage = Stage.REPLY;
        expect(REPLY_BYTES - 2);
    }

    private void takeReply() throws IOException {
        incoming.flip().get(reply, 2, REPLY_BYTES - 2);
        ByteBuffer fields = ByteBuffer.wrap(reply);
        switch (reply[0]) {
            case WELCOME -> {}
            case OTHER_VERSION -> throw new RejectedException(otherVersion(reply[1]));
            case OTHER_GROUP -> throw new RejectedException(otherGroup(reply));
            case OTHER_SIZE -> throw new RejectedException(otherSize(fields.getInt(4)));
            case OTHER_RANK ->
                throw new RejectedException("it is worker " + fields.getInt(8) + ", this is worker " + rank + " of "
                        + size + " and wants worker " + peer);
            default -> throw new RejectedException(otherSecret());
        }
        outgoing[0] = ByteBuffer.wrap(proof("connecting"));
        stage = Stage.VERDICT;
        expect(1 + PROOF_BYTES);
    }

    private void takeVerdict() throws IOException {
        byte[] verdict = taken(1 + PROOF_BYTES);
        if (verdict[0] != WELCOME) {
            throw new RejectedException(otherSecret());
        }
        if (!MessageDigest.isEqual(Arrays.copyOfRange(verdict, 1, verdict.length), proof("accepting"))) {
            throw new RejectedException("it does not prove that it knows the secret");
        }
        stage = Stage.PROVEN;
    }

    @Override
    public void ended() throws IOException {
        if (stage == Stage.REPLY_PREFIX && incoming.position() == 1 && incoming.get(0) == OTHER_VERSION) {
            throw new RejectedException(otherVersion((byte) 1));
        }
        throw new EOFException("it has closed the connection before it was known");
    }

    private static boolean isTls(byte[] first, byte type) {
        return first[0] == type && first[1] == TLS_MAJOR;
    }

    private static String otherVersion(byte theirs) {
        return "it speaks version " + theirs + " of the protocol, this worker version " + VERSION;
    }

    /** The name is at the end of a hello and of a reply. */
    private String otherGroup(byte[] theirs) {
        ByteBuffer name = ByteBuffer.wrap(theirs, theirs.length - NAME_BYTES, NAME_BYTES);
        return "its group is '" + PairwiseGroup.printable(name).stripTrailing() + "', this worker's is '"
                + options.group() + "'";
    }

    private String otherSize(int theirs) {
        return "its group has " + theirs + " workers, this worker's has " + size;
    }

    private String otherSecret() {
        return "its secret is another one" + (options.secret().isEmpty() ? ": this worker has none" : "");
    }

    private byte[] name() {
        return Arrays.copyOf(options.group().getBytes(StandardCharsets.UTF_8), NAME_BYTES);
    }

    private byte[] randomBytes() {
        byte[] bytes = new byte[RANDOM_BYTES];
        random.nextBytes(bytes);
        return bytes;
    }

    private byte[] proof(String role) {
        return TcpMac.code(key, role, hello, reply);
    }
}
