package org.tersegrad.reducers.group;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The first bytes on a connection, before any message. The worker of higher rank connects and says who it is; both prove that they
 * know the secret by a code over random bytes of both, so nothing that was overheard proves it again.
 *
 * <pre>
 *   connecting  | "TGRP" | version, 1 byte | 0 | workers, 4 | its rank, 4 | whom it wants, 4 | SHA-256 of the group's name | 32 random bytes |
 *   accepting   | answer, 1 byte: 0, or why not |; if 0, | 32 random bytes | HMAC-SHA-256 of "accept", the bytes above and these |
 *   connecting  | HMAC-SHA-256 of "connect" and the same |
 *   accepting   | answer, 1 byte |
 * </pre>
 */
final class TcpHandshake {
    private static final byte[] MAGIC = "TGRP".getBytes(StandardCharsets.US_ASCII);
    private static final byte VERSION = 1;
    private static final int RANDOM_BYTES = 32;
    private static final int HASH_BYTES = 32;
    private static final int HELLO_BYTES = 4 + 2 + 3 * Integer.BYTES + HASH_BYTES + RANDOM_BYTES;

    /** Reasons to turn a worker away; the number goes over the connection. */
    private enum Answer {
        WELCOME(0, "welcome"),
        OTHER_VERSION(1, "it speaks another version"),
        OTHER_GROUP(2, "it belongs to another group"),
        OTHER_SIZE(3, "its group has another size"),
        WRONG_RANK(4, "it has another rank, or wants another worker"),
        OTHER_SECRET(5, "it does not know the secret");

        private final int number;
        private final String words;

        Answer(int number, String words) {
            this.number = number;
            this.words = words;
        }
    }

    private final int rank;
    private final int size;
    private final TcpOptions options;
    private final SecureRandom random = new SecureRandom();

    TcpHandshake(int rank, int size, TcpOptions options) {
        this.rank = rank;
        this.size = size;
        this.options = options;
    }

    /**
     * Introduces this worker to one of lower rank.
     *
     * @throws RefusedException if that one, or this one, does not want it
     */
    void connect(Socket socket, int peer) throws IOException {
        byte[] hello = hello(rank, peer, randomBytes());
        OutputStream out = socket.getOutputStream();
        DataInputStream in = new DataInputStream(socket.getInputStream());
        out.write(hello);
        out.flush();
        requireWelcome(in.readUnsignedByte(), peer);
        byte[] theirRandom = new byte[RANDOM_BYTES];
        byte[] theirProof = new byte[HASH_BYTES];
        in.readFully(theirRandom);
        in.readFully(theirProof);
        if (!MessageDigest.isEqual(theirProof, proof("accept", hello, theirRandom))) {
            throw new RefusedException("worker " + peer + " does not know the secret");
        }
        out.write(proof("connect", hello, theirRandom));
        out.flush();
        requireWelcome(in.readUnsignedByte(), peer);
    }

    private static void requireWelcome(int number, int peer) throws RefusedException {
        for (Answer answer : Answer.values()) {
            if (answer.number == number && answer != Answer.WELCOME) {
                throw new RefusedException("worker " + peer + " refuses this worker: " + answer.words);
            }
        }
        if (number != Answer.WELCOME.number) {
            throw new RefusedException("worker " + peer + " gives the answer " + number + ", which is none");
        }
    }

    /**
     * Hears who a worker of higher rank is.
     *
     * @return its rank
     * @throws RefusedException if it is none of this group; it has been told
     */
    int accept(Socket socket) throws IOException {
        OutputStream out = socket.getOutputStream();
        DataInputStream in = new DataInputStream(socket.getInputStream());
        byte[] hello = new byte[HELLO_BYTES];
        in.readFully(hello);
        ByteBuffer fields = ByteBuffer.wrap(hello);
        int peer = fields.getInt(10);
        byte[] expected = hello(peer, rank, Arrays.copyOfRange(hello, HELLO_BYTES - RANDOM_BYTES, HELLO_BYTES));
        Answer answer = Answer.WELCOME;
        if (!Arrays.equals(hello, 0, 6, expected, 0, 6)) {
            answer = Answer.OTHER_VERSION;
        } else if (!Arrays.equals(hello, 18, 18 + HASH_BYTES, expected, 18, 18 + HASH_BYTES)) {
            answer = Answer.OTHER_GROUP;
        } else if (fields.getInt(6) != size) {
            answer = Answer.OTHER_SIZE;
        } else if (!Arrays.equals(hello, expected) || peer <= rank || peer >= size) {
            answer = Answer.WRONG_RANK;
        }
        out.write(answer.number);
        requireTaken(answer, socket);
        byte[] mine = randomBytes();
        out.write(mine);
        out.write(proof("accept", hello, mine));
        out.flush();
        byte[] theirProof = new byte[HASH_BYTES];
        in.readFully(theirProof);
        answer =
                MessageDigest.isEqual(theirProof, proof("connect", hello, mine)) ? Answer.WELCOME : Answer.OTHER_SECRET;
        out.write(answer.number);
        out.flush();
        requireTaken(answer, socket);
        return peer;
    }

    private static void requireTaken(Answer answer, Socket socket) throws RefusedException {
        if (answer != Answer.WELCOME) {
            throw new RefusedException(socket.getRemoteSocketAddress() + " was refused: " + answer.words);
        }
    }

    private byte[] hello(int from, int to, byte[] randomBytes) {
        return ByteBuffer.allocate(HELLO_BYTES)
                .put(MAGIC)
                .put(VERSION)
                .put((byte) 0)
                .putInt(size)
                .putInt(from)
                .putInt(to)
                .put(digest(options.group()))
                .put(randomBytes)
                .array();
    }

    private byte[] randomBytes() {
        byte[] bytes = new byte[RANDOM_BYTES];
        random.nextBytes(bytes);
        return bytes;
    }

    private static byte[] digest(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private byte[] proof(String role, byte[] hello, byte[] acceptorsRandom) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(digest(options.secret()), "HmacSHA256"));
            mac.update(role.getBytes(StandardCharsets.US_ASCII));
            mac.update(hello);
            return mac.doFinal(acceptorsRandom);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has HmacSHA256", e);
        }
    }

    /** The other side is there, and is none of this group. */
    static final class RefusedException extends IOException {
        private static final long serialVersionUID = 1;

        RefusedException(String why) {
            super(why);
        }
    }
}
