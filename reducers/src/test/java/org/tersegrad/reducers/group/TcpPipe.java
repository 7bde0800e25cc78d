package org.tersegrad.reducers.group;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** A connection without a socket: takes what one end sends and gives it to the other, in pieces of any size. */
final class TcpPipe {
    private TcpPipe() {}

    /** All bytes that an end has to send now. */
    static byte[] sentBy(TcpProtocol end) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        while (end.isSending()) {
            for (ByteBuffer each : end.outgoing()) {
                while (each.hasRemaining()) {
                    bytes.write(each.get());
                }
            }
            end.sent();
        }
        return bytes.toByteArray();
    }

    /**
     * Gives bytes to an end, at most {@code most} at a time.
     *
     * @return how many it took; it takes no more than it expects
     */
    static int give(byte[] bytes, TcpProtocol end, int most) throws IOException {
        int at = 0;
        while (at < bytes.length && end.incoming().hasRemaining()) {
            ByteBuffer space = end.incoming();
            int count = Math.min(Math.min(most, bytes.length - at), space.remaining());
            space.put(bytes, at, count);
            at += count;
            end.received();
        }
        return at;
    }

    /** Runs both ends until neither has anything to send; bytes that are not expected are lost. */
    static void run(TcpProtocol one, TcpProtocol other) throws IOException {
        while (one.isSending() || other.isSending()) {
            give(sentBy(one), other, 1);
            give(sentBy(other), one, 1);
        }
    }

    /** The same bytes with one bit changed. */
    static byte[] damaged(byte[] bytes, int at) {
        byte[] changed = bytes.clone();
        changed[at] ^= 1;
        return changed;
    }

    static byte[] joined(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }
}
