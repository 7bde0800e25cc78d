package org.tersegrad.convergence.cli.record;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** A process that sends floats as they are, with a fault by name. */
final class RecordPeer {
    private static final int STATE_AND_MORE = 24;

    private RecordPeer() {}

    public static void main(String[] args) throws Exception {
        DataInputStream in = new DataInputStream(System.in);
        System.out.write("TgJudge1".getBytes(StandardCharsets.US_ASCII));
        for (byte[] head = in.readNBytes(4); head.length == 4; head = in.readNBytes(4)) {
            ByteBuffer request = littleEndian(in.readNBytes(littleEndian(head).getInt()));
            reply(answer(args[0], request.get(), request.getInt() * request.getInt(), request));
        }
    }

    private static void reply(byte[] content) throws IOException {
        OutputStream out = System.out;
        out.write(littleEndian(new byte[5])
                .putInt(1 + content.length)
                .put((byte) 0)
                .array());
        out.write(content);
        out.flush();
    }

    private static ByteBuffer littleEndian(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static byte[] answer(String fault, int what, int elements, ByteBuffer content) throws Exception {
        if (what == 1) {
            String lines = "name=floats\nversion=1.5\ncosts=yes\nbytes=" + 4L * elements + "\n";
            return lines.getBytes(StandardCharsets.UTF_8);
        } else if (what == 2) {
            return new byte[0];
        } else if (what == 3) {
            return encoded(fault, content);
        } else if (what == 5) {
            String costs = fault.equals("nonsense") ? "encode_nanos=fast\n" : "encode_nanos=2048\npacked_bytes=7\n";
            return costs.getBytes(StandardCharsets.UTF_8);
        }
        byte[] floats = new byte[content.remaining()];
        content.get(floats);
        if (fault.equals("nan")) {
            littleEndian(floats).putFloat(0, Float.NaN);
        }
        return floats;
    }

    private static byte[] encoded(String fault, ByteBuffer content) throws InterruptedException {
        if (fault.equals("crash")) {
            System.err.println("no CUDA device");
            Runtime.getRuntime().halt(3);
        }
        if (fault.equals("hang")) {
            Thread.sleep(Long.MAX_VALUE);
        }
        content.position(content.position() + STATE_AND_MORE);
        byte[] bytes = new byte[4 + content.remaining()];
        ByteBuffer message = littleEndian(bytes).putInt(0).put(content);
        if (fault.equals("random")) {
            message.putFloat(4, (float) Math.random());
        }
        return bytes;
    }
}
