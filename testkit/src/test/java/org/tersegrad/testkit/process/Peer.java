package org.tersegrad.testkit.process;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;

/** A process of its own that sends one element of eight, the largest, and remembers how many steps it took; with a fault by name. */
final class Peer {
    private static final int SENT_OF = 8;

    private Peer() {}

    public static void main(String[] args) throws Exception {
        String fault = args[0];
        DataInputStream in = new DataInputStream(System.in);
        if (fault.equals("garbage")) {
            System.out.print("loading model weights ...");
            System.out.flush();
        }
        System.out.write("TgJudge1".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
        while (true) {
            byte[] length = in.readNBytes(4);
            if (length.length < 4) {
                return;
            }
            byte[] request = in.readNBytes(
                    ByteBuffer.wrap(length).order(ByteOrder.LITTLE_ENDIAN).getInt());
            try {
                reply(0, answer(fault, ByteBuffer.wrap(request).order(ByteOrder.LITTLE_ENDIAN)));
            } catch (IllegalArgumentException e) {
                reply(
                        1,
                        ByteBuffer.wrap(
                                String.valueOf(e.getMessage()).getBytes(java.nio.charset.StandardCharsets.UTF_8)));
            }
        }
    }

    private static void reply(int status, ByteBuffer content) throws IOException {
        ByteBuffer head = ByteBuffer.allocate(5).order(ByteOrder.LITTLE_ENDIAN);
        head.putInt(1 + content.remaining()).put((byte) status);
        OutputStream out = System.out;
        out.write(head.array());
        out.write(content.array(), content.arrayOffset() + content.position(), content.remaining());
        out.flush();
    }

    private static ByteBuffer bytes(int count) {
        return ByteBuffer.allocate(count).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static int sent(int size) {
        return (size + SENT_OF - 1) / SENT_OF;
    }

    private static ByteBuffer answer(String fault, ByteBuffer in) throws Exception {
        int what = in.get();
        int rows = in.getInt();
        int columns = in.getInt();
        int size = rows * columns;
        long most = 8 * (((long) rows * columns + SENT_OF - 1) / SENT_OF);
        if (what == 1) {
            double delta = fault.equals("too-much-promised") ? 0.5 : 1.0 / SENT_OF;
            String text = "name=peer\nbytes=" + (fault.equals("too-long") ? most / 2 : most)
                    + "\nguarantee=contractive " + delta + "\n";
            return ByteBuffer.wrap(text.getBytes(java.nio.charset.StandardCharsets.UTF_8));
        } else if (what == 2) {
            return bytes(8);
        } else if (what == 3) {
            in.getLong(); // the seed
            in.getInt(); // the worker
            in.getLong(); // the step
            in.getInt(); // bytes of the state
            long steps = in.getLong();
            float[] values = new float[size];
            in.asFloatBuffer().get(values);
            return encode(fault, steps, values);
        }
        return decode(fault, size, in);
    }

    private static ByteBuffer encode(String fault, long steps, float[] values) throws InterruptedException {
        if (fault.equals("crash") && values.length > 1000) {
            System.err.println("out of memory");
            Runtime.getRuntime().halt(3);
        }
        if (fault.equals("hang") && values.length > 1000) {
            Thread.sleep(Long.MAX_VALUE);
        }
        for (int i = 0; i < values.length && !fault.equals("takes-nan"); i++) {
            if (!Float.isFinite(values[i])) {
                throw new IllegalArgumentException("element " + i + " is " + values[i]);
            }
        }
        int sent = sent(values.length);
        Integer[] order = new Integer[values.length];
        for (int i = 0; i < order.length; i++) {
            order[i] = i;
        }
        java.util.Arrays.sort(
                order, (i, j) -> Float.compare(Math.abs(values[j]), Math.abs(values[i]))); // equal ones by index
        ByteBuffer out = bytes(12 + 8 * sent).putInt(8);
        out.putLong(
                fault.equals("forgets-its-steps") ? RandomGenerator.getDefault().nextLong() : steps + 1);
        for (int i = 0; i < sent; i++) {
            int at = order[i];
            if (fault.equals("random") && values.length > 100) {
                at = ThreadLocalRandom.current().nextInt(values.length);
            }
            out.putInt(at).putFloat(fault.equals("doubles") ? 2 * values[at] : values[at]);
        }
        return out.flip();
    }

    private static ByteBuffer decode(String fault, int size, ByteBuffer in) {
        if (in.remaining() != 8 * sent(size)) {
            throw new IllegalArgumentException(in.remaining() + " bytes, expected are " + 8 * sent(size));
        }
        float[] decoded = new float[size];
        while (in.hasRemaining()) {
            int at = in.getInt();
            float value = in.getFloat();
            if (at < 0 || at >= size) {
                if (fault.equals("trusts-indices")) {
                    System.err.println("index " + at);
                    Runtime.getRuntime().halt(4);
                }
                throw new IllegalArgumentException("index " + at + " of " + size);
            }
            decoded[at] = value;
        }
        ByteBuffer out = bytes(4 * (fault.equals("short-reply") && size > 0 ? size - 1 : size));
        out.asFloatBuffer().put(decoded, 0, out.capacity() / 4);
        return out;
    }
}
