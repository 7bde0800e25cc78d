package org.tersegrad.convergence.training;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.tersegrad.convergence.report.Evaluation;

/**
 * Where one run stands: enough to go on as if it had never stopped.
 *
 * @param run what is trained how, in words; another run's is not taken
 * @param evaluations so far
 * @param finished whether there is nothing left to do
 * @param model parameters and optimizer, the same on all workers
 * @param workers each one's counts of bits and state of its reductions
 */
@SuppressWarnings("ArrayRecordComponent") // bytes to be written, never compared
record Checkpoint(String run, List<Evaluation> evaluations, boolean finished, byte[] model, List<Worker> workers) {
    private static final int MAGIC = 0x54675231;

    /** One worker's part. */
    @SuppressWarnings("ArrayRecordComponent")
    record Worker(long sent, long received, byte[] reductions) {}

    /** Writes it so that a kill leaves the old one or the new one, and nothing between. */
    void write(Path file) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(MAGIC);
        out.writeUTF(run);
        out.writeBoolean(finished);
        out.writeInt(evaluations.size());
        for (Evaluation each : evaluations) {
            write(each, out);
        }
        write(model, out);
        out.writeInt(workers.size());
        for (Worker worker : workers) {
            out.writeLong(worker.sent());
            out.writeLong(worker.received());
            write(worker.reductions(), out);
        }
        out.writeLong(checksum(bytes.toByteArray(), bytes.size()));
        Path next = file.resolveSibling(file.getFileName() + ".new");
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.write(next, bytes.toByteArray());
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /**
     * The checkpoint of this run, if there is one that is whole.
     *
     * @throws IllegalArgumentException if there is one of another run
     */
    static Optional<Checkpoint> read(Path file, String run) throws IOException {
        byte[] bytes;
        try {
            bytes = Files.readAllBytes(file);
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        int end = bytes.length - Long.BYTES;
        if (end < Integer.BYTES || in.readInt() != MAGIC || checksum(bytes, end) != lastLong(bytes)) {
            return Optional.empty();
        }
        String saved = in.readUTF();
        if (!saved.equals(run)) {
            throw new IllegalArgumentException("another run was stopped here, " + file + ": " + saved + "; not " + run);
        }
        boolean finished = in.readBoolean();
        List<Evaluation> evaluations = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            evaluations.add(readEvaluation(in));
        }
        byte[] model = readBytes(in);
        List<Worker> workers = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            workers.add(new Worker(in.readLong(), in.readLong(), readBytes(in)));
        }
        return Optional.of(new Checkpoint(run, evaluations, finished, model, workers));
    }

    private static void write(Evaluation each, DataOutputStream out) throws IOException {
        out.writeUTF(each.recipe());
        out.writeLong(each.seed());
        out.writeInt(each.step());
        out.writeDouble(each.epoch());
        out.writeLong(each.bitsSent());
        out.writeLong(each.bitsReceived());
        out.writeLong(each.wallMillis());
        out.writeDouble(each.trainLoss());
        out.writeDouble(each.testLoss());
        out.writeDouble(each.testAccuracy());
    }

    private static Evaluation readEvaluation(DataInputStream in) throws IOException {
        return new Evaluation(
                in.readUTF(),
                in.readLong(),
                in.readInt(),
                in.readDouble(),
                in.readLong(),
                in.readLong(),
                in.readLong(),
                in.readDouble(),
                in.readDouble(),
                in.readDouble());
    }

    private static void write(byte[] bytes, DataOutputStream out) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private static byte[] readBytes(DataInputStream in) throws IOException {
        byte[] bytes = new byte[in.readInt()];
        in.readFully(bytes);
        return bytes;
    }

    private static long lastLong(byte[] bytes) {
        return java.nio.ByteBuffer.wrap(bytes).getLong(bytes.length - Long.BYTES);
    }

    private static long checksum(byte[] bytes, int end) {
        CRC32C crc = new CRC32C();
        crc.update(Arrays.copyOf(bytes, end));
        return crc.getValue();
    }
}
