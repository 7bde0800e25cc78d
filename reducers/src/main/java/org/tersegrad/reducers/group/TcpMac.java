package org.tersegrad.reducers.group;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Authentication codes of the frames in one direction of a connection: HMAC-SHA-256 of the frame's number and bytes, cut to 16
 * bytes. The number keeps frames in order: none can be left out, repeated or moved.
 */
final class TcpMac {
    private static final String ALGORITHM = "HmacSHA256";
    private static final int CODE_BYTES = 16;

    private final Mac mac;
    private final int bytes;
    private final byte[] code;
    private final ByteBuffer number = ByteBuffer.allocate(Long.BYTES);
    private long frames;

    private TcpMac(byte[] key, int bytes) {
        mac = mac(key);
        this.bytes = bytes;
        code = new byte[mac.getMacLength()];
    }

    /** Codes with a key of this direction and connection. */
    static TcpMac of(byte[] key) {
        return new TcpMac(key, CODE_BYTES);
    }

    /** Codes of 0 bytes, for a group without a secret. */
    static TcpMac none() {
        return new TcpMac(new byte[1], 0);
    }

    /** Length of a code; 0 if there are none. */
    int bytes() {
        return bytes;
    }

    /** Writes the code of the next frame; the parts keep their positions. */
    void write(ByteBuffer head, ByteBuffer body, ByteBuffer to) {
        if (bytes > 0) {
            compute(head, body);
            to.put(code, 0, bytes);
        }
    }

    /** Whether a code is that of the next frame. */
    boolean matches(ByteBuffer head, ByteBuffer body, ByteBuffer theirs) {
        if (bytes == 0) {
            return true;
        }
        compute(head, body);
        int difference = 0; // takes the same time wherever they differ
        for (int i = 0; i < bytes; i++) {
            difference |= code[i] ^ theirs.get(theirs.position() + i);
        }
        return difference == 0;
    }

    private void compute(ByteBuffer head, ByteBuffer body) {
        try {
            mac.update(number.putLong(0, frames++).rewind());
            mac.update(head.duplicate());
            mac.update(body.duplicate());
            mac.doFinal(code, 0);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a code has " + code.length + " bytes", e);
        }
    }

    /** A code of 32 bytes over a text and some bytes. */
    static byte[] code(byte[] key, String role, byte[]... parts) {
        Mac mac = mac(key);
        mac.update(role.getBytes(StandardCharsets.US_ASCII));
        for (byte[] part : parts) {
            mac.update(part);
        }
        return mac.doFinal();
    }

    static byte[] digest(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private static Mac mac(byte[] key) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            return mac;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
        }
    }
}
