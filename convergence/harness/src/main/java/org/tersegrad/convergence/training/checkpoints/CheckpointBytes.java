package org.tersegrad.convergence.training.checkpoints;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;
import org.tersegrad.convergence.training.Evaluation;

/**
 * A checkpoint as bytes, big-endian:
 *
 * <pre>
 *   | magic, 4 | CRC32C of all that follows, 4 |
 *   | names and values of the run: count, 4; for each two texts | finished, 1 |
 *   | evaluations: count, 4; for each 100 bytes | model: length, 4; bytes |
 *   | workers: count, 4; for each bits sent, 8; bits received, 8; state: length, 4; bytes |
 *   text = length, 4; UTF-8
 * </pre>
 *
 * <p>No count or length is believed that the rest of the bytes cannot hold, so damaged bytes never ask for more memory than
 * they have themselves.
 */
final class CheckpointBytes {
    private static final int MAGIC = 0x54675234;
    private static final int HEADER = 8;
    private final ByteBuffer in;

    private CheckpointBytes(ByteBuffer in) {
        this.in = in;
    }

    static byte[] of(Checkpoint checkpoint) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeLong(0);
            out.writeInt(checkpoint.run().size());
            for (Map.Entry<String, String> each : checkpoint.run().entrySet()) {
                write(each.getKey().getBytes(UTF_8), out);
                write(each.getValue().getBytes(UTF_8), out);
            }
            out.writeBoolean(checkpoint.finished());
            out.writeInt(checkpoint.evaluations().size());
            for (Evaluation each : checkpoint.evaluations()) {
                out.write(each.toBytes());
            }
            write(checkpoint.model(), out);
            out.writeInt(checkpoint.workers().size());
            for (Checkpoint.Worker worker : checkpoint.workers()) {
                out.writeLong(worker.sent());
                out.writeLong(worker.received());
                write(worker.reductions(), out);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("an array cannot fail", e);
        }
        byte[] whole = bytes.toByteArray();
        ByteBuffer.wrap(whole).putInt(MAGIC).putInt(checksum(whole));
        return whole;
    }

    private static void write(byte[] bytes, DataOutputStream out) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    /**
     * Reads what {@link #of} wrote.
     *
     * @param label of the evaluations, which are all of one run
     */
    static Checkpoint read(byte[] bytes, String label) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        if (bytes.length < HEADER || in.getInt() != MAGIC) {
            throw new DamagedCheckpointException("it does not begin as a checkpoint of this version does");
        }
        if (in.getInt() != checksum(bytes)) {
            throw new DamagedCheckpointException("its checksum is wrong");
        }
        try {
            return new CheckpointBytes(in).read(label);
        } catch (BufferUnderflowException e) {
            throw new DamagedCheckpointException("it ends too early", e);
        }
    }

    private Checkpoint read(String label) {
        Map<String, String> run = new LinkedHashMap<>();
        for (int left = count(2 * Integer.BYTES); left > 0; left--) {
            run.put(new String(bytes(), UTF_8), new String(bytes(), UTF_8));
        }
        boolean finished = in.get() != 0;
        List<Evaluation> evaluations = new ArrayList<>();
        for (int left = count(Evaluation.BYTES); left > 0; left--) {
            evaluations.add(Evaluation.read(label, in));
        }
        byte[] model = bytes();
        List<Checkpoint.Worker> workers = new ArrayList<>();
        for (int left = count(2 * Long.BYTES + Integer.BYTES); left > 0; left--) {
            workers.add(new Checkpoint.Worker(in.getLong(), in.getLong(), bytes()));
        }
        if (in.hasRemaining()) {
            throw new DamagedCheckpointException("it goes on after its end");
        }
        return new Checkpoint(run, evaluations, finished, model, workers);
    }

    private byte[] bytes() {
        byte[] bytes = new byte[count(1)];
        in.get(bytes);
        return bytes;
    }

    /** Reads a count of items of at least {@code bytesEach} bytes. */
    private int count(int bytesEach) {
        int count = in.getInt();
        if (count < 0 || (long) count * bytesEach > in.remaining()) {
            throw new DamagedCheckpointException("it announces " + count + " parts of " + bytesEach + " bytes where "
                    + in.remaining() + " are left");
        }
        return count;
    }

    private static int checksum(byte[] bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, HEADER, bytes.length - HEADER);
        return (int) crc.getValue();
    }
}
