package org.tersegrad.compressors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.tersegrad.compressors.samples.Tensor;
import org.tersegrad.compressors.signs.ScaledSign;
import org.tersegrad.compressors.sparse.TopK;

/** Two workers on the JVM send frames to the server of {@code python/examples} and get their mean, bit for bit. */
class PythonServerTest {
    private static final int[] LENGTHS = {600, 10};
    private static final int WORKERS = 2;
    private static final int STEPS = 3;
    private static final String ANNOUNCEMENT = "listening at port ";

    @Test
    void workersGetTheMean() throws IOException, InterruptedException {
        assumeTrue(Python.isHere(), Python.NOT_HERE);
        Process server = Python.command("examples/server.py", "--workers", "2", "--lengths", "600", "10")
                .start();
        try (BufferedReader said = server.inputReader(StandardCharsets.UTF_8)) {
            String first = said.readLine();
            assertThat(first).startsWith(ANNOUNCEMENT);
            train(Integer.parseInt(first.substring(ANNOUNCEMENT.length())));
            assertThat(said.readLine()).isEqualTo(STEPS + " steps");
            assertThat(Python.waitFor(server)).isZero();
        } finally {
            server.destroyForcibly();
        }
    }

    private static void train(int port) throws IOException {
        List<Socket> sockets = new ArrayList<>();
        try {
            for (int worker = 0; worker < WORKERS; worker++) {
                sockets.add(new Socket(InetAddress.getLoopbackAddress(), port));
            }
            for (int step = 0; step < STEPS; step++) {
                float[][] means = {new float[LENGTHS[0]], new float[LENGTHS[1]]};
                for (int worker = 0; worker < WORKERS; worker++) {
                    send(sockets.get(worker), 10 * step + worker, means);
                }
                for (Socket socket : sockets) {
                    assertThat(receive(socket)).isDeepEqualTo(means);
                }
            }
        } finally {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }

    /** Sends a frame of two payloads and adds them to what the mean must be. */
    private static void send(Socket socket, int seed, float[][] means) throws IOException {
        List<Compressor> recipes = List.of(TopK.fraction(0.1), new ScaledSign());
        Frame frame = Frame.allocate(4096);
        for (int i = 0; i < LENGTHS.length; i++) {
            Payload payload = recipes.get(i).compress(new Tensor(Tensor.Kind.GAUSSIAN, 1, LENGTHS[i], seed).values());
            payload.addTo(FloatSlice.of(means[i]), 1f / WORKERS);
            frame.add(payload);
        }
        ByteBuffer out = ByteBuffer.allocate(frame.byteLength());
        frame.writeTo(out);
        socket.getOutputStream().write(out.array());
    }

    private static float[][] receive(Socket socket) throws IOException {
        byte[] header = socket.getInputStream().readNBytes(Frame.HEADER_BYTES);
        int length = ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN).getInt(8);
        byte[] rest = socket.getInputStream().readNBytes(length);
        ByteBuffer message = ByteBuffer.allocate(header.length + length)
                .put(header)
                .put(rest)
                .flip();
        Frame frame = Frame.allocate(message.limit());
        frame.readFrom(message, LENGTHS);
        float[][] received = new float[LENGTHS.length][];
        Payload payload = Payload.allocate(message.limit());
        for (int i = 0; i < LENGTHS.length; i++) {
            frame.get(i, payload);
            received[i] = payload.decompress();
        }
        return received;
    }
}
