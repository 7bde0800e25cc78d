package org.tersegrad.convergence.internal;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/** Files that a user names. A pipe or a device is rejected: to read one may take for ever. */
public final class InputFile {
    private InputFile() {}

    /**
     * All bytes of a file.
     *
     * @throws IllegalArgumentException if it is no regular file
     */
    public static byte[] bytes(Path file) throws IOException {
        if (!Files.exists(file)) {
            throw new NoSuchFileException(file.toString());
        }
        if (!Files.isRegularFile(file)) {
            throw new IllegalArgumentException(file
                    + (Files.isDirectory(file) ? " is a folder, not a file" : " is no regular file; copy it into one"));
        }
        return Files.readAllBytes(file);
    }

    /**
     * All bytes of a file, unpacked if it is a gzip file.
     *
     * @throws IllegalArgumentException if it is no regular file
     */
    public static byte[] unpacked(Path file) throws IOException {
        byte[] bytes = bytes(file);
        boolean packed = bytes.length > 2 && bytes[0] == 0x1f && bytes[1] == (byte) 0x8b;
        if (!packed) {
            return bytes;
        }
        try (GZIPInputStream unpacked = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
            return unpacked.readAllBytes();
        }
    }

    /**
     * The text of a file in UTF-8, without a byte order mark.
     *
     * @param wanted for the message about a file that is no text at all, as in "a table is needed"
     * @throws IllegalArgumentException if it is no regular file, or no text in UTF-8; names the line and the byte
     */
    public static String text(Path file, String wanted) throws IOException {
        byte[] bytes = bytes(file);
        ByteBuffer in = ByteBuffer.wrap(bytes);
        String text;
        try {
            text = StandardCharsets.UTF_8.newDecoder().decode(in).toString();
        } catch (CharacterCodingException e) {
            throw notDecoded(file, bytes, wanted);
        }
        if (text.indexOf('\0') >= 0) {
            throw noText(file, wanted);
        }
        return text.startsWith("\ufeff") ? text.substring(1) : text;
    }

    private static IllegalArgumentException noText(Path file, String wanted) {
        return new IllegalArgumentException(file + " is no text; " + wanted);
    }

    /** Bytes that no text has tell a text in another encoding from anything else. */
    private static IllegalArgumentException notDecoded(Path file, byte[] bytes, String wanted) {
        for (byte each : bytes) {
            if (each >= 0 && each < '\t') {
                return noText(file, wanted);
            }
        }
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(bytes.length);
        StandardCharsets.UTF_8.newDecoder().decode(in, out, true); // stops at the byte
        long line = 1 + out.flip().chars().filter(c -> c == '\n').count();
        return new IllegalArgumentException(
                String.format("%s is not in UTF-8: line %d has the byte 0x%02x", file, line, in.get() & 0xff));
    }
}
