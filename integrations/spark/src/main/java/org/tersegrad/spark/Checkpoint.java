package org.tersegrad.spark;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;
import org.tersegrad.codecs.MalformedInputException;

/**
 * The file in which the driver keeps its last {@link Snapshot}: enough to go on as if training had never stopped.
 *
 * <pre>
 *   | "TgSpark1" | CRC32C of the rest, 8 bytes | names and values of what is trained how |
 *   | step | loss | bits up | bits down | replica | state of each partition's reductions |
 * </pre>
 */
final class Checkpoint {
    static final String FILE = "training.checkpoint";

    private static final long MAGIC = 0x5467_5370_6172_6b31L;
    private static final int HEADER = 2 * Long.BYTES;

    private final Path file;
    private final Map<String, String> fingerprint;

    /** @param fingerprint what is trained how; the checkpoint of another training is rejected */
    Checkpoint(Path folder, Map<String, String> fingerprint) {
        this.file = folder.resolve(FILE);
        this.fingerprint = fingerprint;
    }

    /** Rejects a folder in which there is one already. */
    void requireNone() {
        if (Files.exists(file)) {
            throw new IllegalArgumentException(
                    "there is a checkpoint already, " + file + ": resume() goes on from it; delete it to start over");
        }
    }

    /** Writes it so that a kill leaves the old one or the new one, and nothing between. */
    void write(Snapshot snapshot) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Path part = file.resolveSibling(FILE + ".part");
            Files.write(part, bytes(snapshot));
            Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException("the checkpoint " + file + " cannot be written: " + e.getMessage(), e);
        }
    }

    /**
     * Reads it.
     *
     * @throws IllegalArgumentException if there is none, or it is that of another training; says what differs
     * @throws MalformedInputException if it is damaged
     */
    Snapshot read() {
        if (!Files.exists(file)) {
            throw new IllegalArgumentException("there is no checkpoint " + file + "; run() starts from the beginning");
        }
        try {
            return snapshot(Files.readAllBytes(file));
        } catch (IOException e) {
            throw new UncheckedIOException("the checkpoint " + file + " cannot be read: " + e.getMessage(), e);
        }
    }

    private byte[] bytes(Snapshot snapshot) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeLong(MAGIC);
            out.writeLong(0); // the checksum's place
            out.writeInt(fingerprint.size());
            for (Map.Entry<String, String> each : fingerprint.entrySet()) {
                out.writeUTF(each.getKey());
                write(each.getValue().getBytes(StandardCharsets.UTF_8), out);
            }
            out.writeInt(snapshot.step());
            out.writeDouble(snapshot.loss());
            out.writeLong(snapshot.traffic().bitsUp());
            out.writeLong(snapshot.traffic().bitsDown());
            write(snapshot.replica(), out);
            out.writeInt(snapshot.states().size());
            for (byte[] state : snapshot.states()) {
                write(state, out);
            }
        }
        byte[] all = bytes.toByteArray();
        ByteBuffer.wrap(all).putLong(Long.BYTES, checksum(all));
        return all;
    }

    private Snapshot snapshot(byte[] all) throws IOException {
        if (all.length < HEADER
                || ByteBuffer.wrap(all).getLong() != MAGIC
                || ByteBuffer.wrap(all).getLong(Long.BYTES) != checksum(all)) {
            throw new MalformedInputException(0, file + " is not a checkpoint, or a damaged one");
        }
        // What follows has a good checksum, so it is what was written.
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(all, HEADER, all.length - HEADER))) {
            Map<String, String> then = new LinkedHashMap<>();
            for (int left = in.readInt(); left > 0; left--) {
                then.put(in.readUTF(), new String(read(in), StandardCharsets.UTF_8));
            }
            requireSame(then);
            int step = in.readInt();
            double loss = in.readDouble();
            Traffic traffic = new Traffic(in.readLong(), in.readLong());
            byte[] replica = read(in);
            List<byte[]> states = new ArrayList<>();
            for (int left = in.readInt(); left > 0; left--) {
                states.add(read(in));
            }
            return new Snapshot(step, replica, states, loss, traffic);
        }
    }

    private void requireSame(Map<String, String> then) {
        fingerprint.forEach((name, now) -> {
            if (!now.equals(then.get(name))) {
                throw new IllegalArgumentException("the checkpoint " + file + " is of another training: its " + name
                        + " was " + then.get(name) + ", this one's is " + now);
            }
        });
    }

    private static void write(byte[] bytes, DataOutputStream out) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private static byte[] read(DataInputStream in) throws IOException {
        return in.readNBytes(in.readInt());
    }

    private static long checksum(byte[] all) {
        CRC32C checksum = new CRC32C();
        checksum.update(all, HEADER, all.length - HEADER);
        return checksum.getValue();
    }
}
