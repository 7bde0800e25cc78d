package org.tersegrad.convergence.data;

import java.io.IOException;
import java.io.InputStream;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The fingerprint of a file, or of arrays with their lengths. */
final class Sha256 {
    private static final int BLOCK = 1 << 16;

    private final MessageDigest digest;
    private final ByteBuffer block = ByteBuffer.allocate(BLOCK);

    Sha256() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every JDK has it
        }
    }

    static String of(Path file) throws IOException {
        Sha256 hash = new Sha256();
        try (InputStream in = Files.newInputStream(file)) {
            byte[] buffer = hash.block.array();
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                hash.digest.update(buffer, 0, count);
            }
        }
        return hash.hex();
    }

    /**
     * @param values not modified
     */
    Sha256 add(byte[] values) {
        digest.update(length(values.length));
        digest.update(values);
        return this;
    }

    /**
     * @param values not modified
     */
    Sha256 add(int... values) {
        digest.update(length(values.length));
        IntBuffer ints = block.clear().asIntBuffer();
        for (int at = 0; at < values.length; at += ints.capacity()) {
            update(ints.clear().put(values, at, Math.min(ints.capacity(), values.length - at)));
        }
        return this;
    }

    /**
     * @param values not modified
     */
    Sha256 add(float[] values) {
        digest.update(length(values.length));
        FloatBuffer floats = block.clear().asFloatBuffer();
        for (int at = 0; at < values.length; at += floats.capacity()) {
            update(floats.clear().put(values, at, Math.min(floats.capacity(), values.length - at)));
        }
        return this;
    }

    /** Adds the bytes that were put into a view of the block. */
    private void update(Buffer view) {
        digest.update(block.array(), 0, Integer.BYTES * view.position());
    }

    private static byte[] length(int length) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(length).array();
    }

    /** In hexadecimal; what is added later belongs to the next one. */
    String hex() {
        return HexFormat.of().formatHex(digest.digest());
    }
}
