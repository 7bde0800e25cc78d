package org.tersegrad.convergence.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.Consumer;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Frame;
import org.tersegrad.compressors.Mirror;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Shape;
import org.tersegrad.convergence.cli.shared.CommandFailed;
import org.tersegrad.convergence.internal.InputFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** A payload, or a frame of many, in words. */
@Command(
        name = "inspect",
        description = "Checks a file that holds a payload or a frame of them, as writeTo writes it, and explains it.",
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  tersegrad inspect gradient.tg"})
final class Inspect implements Runnable {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "The payload.")
    private Path file;

    @Override
    public void run() {
        PrintWriter out = spec.commandLine().getOut();
        byte[] bytes = read();
        if (bytes.length > 1 && bytes[0] == 'T' && bytes[1] == 'f') {
            explain(frame(bytes), bytes.length, out);
        } else {
            explain(payload(bytes), out);
        }
    }

    private void explain(Frame frame, int maxBytes, PrintWriter out) {
        out.println("frame     " + frame);
        Payload payload = Payload.allocate(maxBytes);
        for (int i = 0; i < frame.size(); i++) {
            frame.get(i, payload);
            out.printf(Locale.ROOT, "%-9d %s%n", i, payload);
        }
    }

    private void explain(Payload payload, PrintWriter out) {
        out.println("message   " + payload);
        out.println("header    " + payload.header() + ", correct");
        if (payload.length() == 0) {
            return;
        }
        double ratio = 32.0 * payload.length() / payload.bits();
        out.printf(
                Locale.ROOT,
                "size      %.2f times as %s as 32-bit floats%n",
                ratio < 1 ? 1 / ratio : ratio,
                ratio < 1 ? "large" : "small");
        out.flush(); // decoding may need more memory than there is
        try {
            describe(decoded(payload), out);
        } catch (OutOfMemoryError e) {
            throw failed("decodes to " + payload.length() + " floats, more than there is memory for.", e);
        }
    }

    private static float[] decoded(Payload payload) {
        if (!payload.isIncrement()) {
            return payload.decompress();
        }
        Mirror mirror = new Mirror(Shape.vector(payload.length()));
        mirror.add(payload, 1f);
        float[] decoded = new float[payload.length()];
        mirror.addTo(FloatSlice.of(decoded), 1f);
        return decoded;
    }

    private byte[] read() {
        try {
            byte[] bytes = InputFile.bytes(file);
            if (bytes.length == 0) {
                throw failed("is empty.");
            }
            return bytes;
        } catch (IllegalArgumentException e) {
            throw new CommandFailed(CommandFailed.FAILED, e.getMessage() + ".", e);
        } catch (NoSuchFileException e) {
            throw failed("does not exist.", e);
        } catch (IOException e) {
            throw failed("cannot be read: " + e + ".", e);
        } catch (OutOfMemoryError e) {
            throw failed("is longer than there is memory for.", e);
        }
    }

    private Payload payload(byte[] bytes) {
        Payload payload = Payload.allocate(Math.max(Payload.HEADER_BYTES, bytes.length));
        readAll(bytes, in -> payload.readFrom(in, Payload.elementsOf(in)));
        return payload;
    }

    private Frame frame(byte[] bytes) {
        Frame frame = Frame.allocate(Math.max(Frame.HEADER_BYTES, bytes.length));
        readAll(bytes, in -> frame.readFrom(in, Frame.elementsOf(in)));
        return frame;
    }

    private void readAll(byte[] bytes, Consumer<ByteBuffer> reader) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        try {
            reader.accept(in);
        } catch (MalformedInputException e) {
            throw failed("is not a payload, or a damaged one: at byte " + e.offset() + ", " + e.reason() + ".", e);
        }
        if (in.hasRemaining()) {
            throw failed("goes on for " + in.remaining() + " bytes after the message, which ends at byte "
                    + in.position() + ".");
        }
    }

    private CommandFailed failed(String what) {
        return new CommandFailed(CommandFailed.FAILED, file + " " + what);
    }

    private CommandFailed failed(String what, Throwable cause) {
        return new CommandFailed(CommandFailed.FAILED, file + " " + what, cause);
    }

    private static void describe(float[] values, PrintWriter out) {
        int nonZero = 0;
        float least = values[0];
        float most = values[0];
        double sum = 0;
        double squares = 0;
        for (float value : values) {
            nonZero += value == 0 ? 0 : 1;
            least = Math.min(least, value);
            most = Math.max(most, value);
            sum += value;
            squares += (double) value * value;
        }
        out.printf(
                Locale.ROOT, "nonzero   %d of %d, %.3g %%%n", nonZero, values.length, 100.0 * nonZero / values.length);
        out.printf(
                Locale.ROOT,
                "values    from %.6g to %.6g, mean %.6g, Euclidean norm %.6g%n",
                least,
                most,
                sum / values.length,
                Math.sqrt(squares));
    }
}
