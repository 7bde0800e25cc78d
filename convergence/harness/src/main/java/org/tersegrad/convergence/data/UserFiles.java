package org.tersegrad.convergence.data;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Files of the user, whose content says what kind of data set they are. */
final class UserFiles {
    private UserFiles() {}

    /**
     * Reads a file or a folder.
     *
     * @throws IllegalArgumentException if it is a table, of which a column has to be chosen
     * @throws DataUnavailableException if it is of no kind that is known, or damaged
     */
    static DataSet open(Path files) {
        if (!Files.isDirectory(files)) {
            if (Csv.isNamed(files)) {
                throw Csv.unlabelled(files);
            }
            return Texts.read(title(files), files);
        }
        if (Images.areIn(files)) {
            return Images.read(title(files), files);
        }
        if (ImageFolder.isOne(files)) {
            return ImageFolder.read(title(files), files);
        }
        if (Texts.areIn(files)) {
            return Texts.read(title(files), files);
        }
        throw new DataUnavailableException(
                files + " has no data that can be read; accepted are " + DataSets.FILES + ".");
    }

    /** The last part of a path. */
    static String title(Path files) {
        Path last = files.toAbsolutePath().normalize().getFileName();
        return last == null ? files.toString() : last.toString(); // the root has no name
    }

    /** The text of a file, without a byte order mark. */
    static String text(Path file) {
        try {
            String text = Files.readString(file);
            if (text.indexOf('\0') >= 0) {
                throw noText(file);
            }
            return text.startsWith("\ufeff") ? text.substring(1) : text;
        } catch (CharacterCodingException e) {
            throw notDecoded(file);
        } catch (IOException e) {
            throw new DataUnavailableException(file + " cannot be read: " + e.getMessage() + ".", e);
        }
    }

    private static DataUnavailableException noText(Path file) {
        return new DataUnavailableException(file + " is no text; accepted are " + DataSets.FILES + ".");
    }

    /** Bytes that no text has tell a text in another encoding from anything else. */
    private static DataUnavailableException notDecoded(Path file) {
        try {
            byte[] bytes = Files.readAllBytes(file);
            for (byte each : bytes) {
                if (each >= 0 && each < '\t') {
                    return noText(file);
                }
            }
            ByteBuffer in = ByteBuffer.wrap(bytes);
            CharBuffer out = CharBuffer.allocate(bytes.length);
            StandardCharsets.UTF_8.newDecoder().decode(in, out, true); // stops at the byte
            long line = 1 + out.flip().chars().filter(c -> c == '\n').count();
            return new DataUnavailableException(
                    String.format("%s is not in UTF-8: line %d has the byte 0x%02x.", file, line, in.get() & 0xff));
        } catch (IOException e) {
            return new DataUnavailableException(file + " cannot be read: " + e.getMessage() + ".", e);
        }
    }
}
