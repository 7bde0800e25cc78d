package org.tersegrad.convergence.data;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/**
 * A file of MNIST's format IDX that holds unsigned bytes, packed with gzip or not.
 *
 * <pre>
 *   0  magic: 0, 0, 8 for unsigned bytes, number of dimensions
 *   4  the size in each dimension, 4 bytes each, big-endian; the first is the number of examples
 *      the bytes
 * </pre>
 *
 * @param sizes in each dimension
 * @param bytes as many as the sizes say
 */
@SuppressWarnings("ArrayRecordComponent") // data, never compared
record Idx(Path file, int[] sizes, byte[] bytes) {
    /** Offsets in messages are those of the unpacked bytes. */
    static Idx read(Path file, int dimensions) {
        try (DataInputStream in = new DataInputStream(open(file))) {
            int magic = 0x800 | dimensions;
            int found = in.readInt();
            if (found != magic) {
                throw bad(file, 0, String.format("the magic number 0x%08x is expected, not 0x%08x", magic, found));
            }
            int[] sizes = new int[dimensions];
            long length = 1;
            for (int i = 0; i < dimensions; i++) {
                sizes[i] = in.readInt();
                length = sizes[i] < 1 || length > Integer.MAX_VALUE ? -1 : length * sizes[i];
                if (length < 0 || length > Integer.MAX_VALUE - 8) {
                    throw bad(file, 4 + 4 * i, "a size of 1 or more, and 2 GB in all, is expected, not " + sizes[i]);
                }
            }
            byte[] bytes = in.readNBytes((int) length);
            if (bytes.length < length) {
                int end = headerBytes(dimensions) + bytes.length;
                throw bad(file, end, "the file ends; " + (length - bytes.length) + " more bytes are expected");
            }
            if (in.read() >= 0) {
                throw bad(file, headerBytes(dimensions) + length, "the end is expected, but the file goes on");
            }
            return new Idx(file, sizes, bytes);
        } catch (EOFException e) {
            throw new DataUnavailableException(file + " is damaged: it ends too early.", e);
        } catch (IOException e) {
            throw new DataUnavailableException(file + " cannot be read: " + e.getMessage() + ".", e);
        }
    }

    private static InputStream open(Path file) throws IOException {
        BufferedInputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16);
        try {
            in.mark(2);
            boolean packed = in.read() == 0x1f && in.read() == 0x8b;
            in.reset();
            return packed ? new GZIPInputStream(in, 1 << 16) : in;
        } catch (IOException e) {
            in.close();
            throw e;
        }
    }

    private static int headerBytes(int dimensions) {
        return 4 + 4 * dimensions;
    }

    /** Offset in the file of the byte at {@code index}. */
    long offset(int index) {
        return headerBytes(sizes.length) + (long) index;
    }

    int examples() {
        return sizes[0];
    }

    /** The exception for a mistake at an offset of the file. */
    static DataUnavailableException bad(Path file, long offset, String what) {
        return new DataUnavailableException(
                file + " is damaged or another kind of file: at byte " + offset + ", " + what + ".");
    }
}
