package org.tersegrad.testkit.process;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.TimeUnit;

/**
 * A process that is asked one thing at a time. One that has failed is replaced at the next request, so that a failure costs one law and
 * not all of them: what encoders remember is kept here, and goes with every request.
 */
final class Contestant implements AutoCloseable {
    /** The first bytes that it writes. */
    static final byte[] GREETING = "TgJudge1".getBytes(StandardCharsets.US_ASCII);

    /** Replies that do not come in time before the process is given up: each costs the whole limit. */
    private static final int MOST_LATE = 3;

    private static final int REJECTED = 1;
    private static final int MOST_WORDS = 1000;
    /** Time from one look at the clock to the next. */
    private static final int LOOK_MILLIS = 50;

    private static final Duration LONGEST_END = Duration.ofSeconds(2);

    private final List<String> command;
    private final Duration limit;
    private final Timer watch = new Timer("judge-watch", true);
    private volatile Running running = Running.NONE;
    private int lates;

    /**
     * A process, which is started when it is first asked.
     *
     * @param limit of the time for one reply
     */
    Contestant(List<String> command, Duration limit) {
        this.command = List.copyOf(command);
        this.limit = limit;
        watch.schedule(
                new TimerTask() {
                    @Override
                    public void run() {
                        running.endIfLate();
                    }
                },
                LOOK_MILLIS,
                LOOK_MILLIS);
    }

    /** The one way in which a reply is not an answer: the process says no, and why. */
    static final class RejectedException extends Exception {
        private static final long serialVersionUID = 1;

        RejectedException(String why) {
            super(why);
        }
    }

    /**
     * Asks and waits for the reply.
     *
     * @param request written from its position to its limit
     * @param most the bytes of the longest reply
     * @return the reply, little-endian
     * @throws RejectedException if the process rejects what it is given
     * @throws ProcessFailure if it ends, takes too long or writes something else
     */
    synchronized ByteBuffer ask(String what, ByteBuffer request, long most) throws RejectedException {
        if (lates == MOST_LATE) {
            throw new ProcessFailure(what + " is not asked any more: " + lates + " replies did not come within "
                    + limit.toMillis() + " ms");
        }
        if (running == Running.NONE) {
            running = Running.start(command);
        }
        try {
            running.expectReply(limit);
            return running.ask(request, most);
        } catch (IOException e) {
            ProcessFailure failure = running.failure(what, limit, e);
            lates += running.late ? 1 : 0;
            stop();
            throw failure;
        } finally {
            running.expectNothing();
        }
    }

    /** Ends the process; the next request starts another one. */
    synchronized void stop() {
        running.end();
        running = Running.NONE;
    }

    @Override
    public void close() {
        stop();
        watch.cancel();
    }

    /** A process that runs. */
    private static final class Running {
        static final Running NONE = new Running();

        private final List<Process> processes; // none or one
        private final DataInputStream in;
        private final OutputStream out;
        private final StringBuilder words = new StringBuilder();
        private boolean greeted;
        private volatile long deadline;
        private volatile boolean expecting;
        private volatile boolean late;

        private Running() {
            processes = List.of();
            in = new DataInputStream(InputStream.nullInputStream());
            out = OutputStream.nullOutputStream();
        }

        private Running(Process process) {
            processes = List.of(process);
            in = new DataInputStream(process.getInputStream());
            out = process.getOutputStream();
            Thread errors = new Thread(() -> listen(process.getErrorStream()), "judge-errors");
            errors.setDaemon(true);
            errors.start();
        }

        static Running start(List<String> command) {
            try {
                return new Running(new ProcessBuilder(command).start());
            } catch (IOException e) {
                throw new UncheckedIOException("the process cannot be started: " + e.getMessage(), e);
            }
        }

        /** Keeps the last words of its standard error. */
        private void listen(InputStream errors) {
            try (errors) {
                byte[] some = new byte[MOST_WORDS];
                for (int n = errors.read(some); n >= 0; n = errors.read(some)) {
                    keep(new String(some, 0, n, StandardCharsets.UTF_8));
                }
            } catch (IOException e) {
                // It has ended.
            }
        }

        private synchronized void keep(String more) {
            words.append(more);
            words.delete(0, Math.max(0, words.length() - MOST_WORDS));
        }

        private synchronized String lastWords() {
            return oneLine(words.toString().strip().replaceAll("(?s).*\\n", ""));
        }

        void expectReply(Duration limit) {
            deadline = System.nanoTime() + limit.toNanos();
            expecting = true;
        }

        void expectNothing() {
            expecting = false;
        }

        void endIfLate() {
            if (expecting && System.nanoTime() - deadline > 0) {
                late = true;
                processes.forEach(Process::destroyForcibly);
            }
        }

        ByteBuffer ask(ByteBuffer request, long most) throws IOException, RejectedException {
            ByteBuffer length = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
            out.write(length.putInt(request.remaining()).array());
            out.write(request.array(), request.arrayOffset() + request.position(), request.remaining());
            out.flush();
            if (!greeted) {
                requireGreeting();
                greeted = true;
            }
            long bytes = Integer.toUnsignedLong(Integer.reverseBytes(in.readInt()));
            if (bytes < 1 || bytes - 1 > Math.max(most, MOST_WORDS)) {
                throw new ProtocolException(
                        "it announces a reply of " + bytes + " bytes, expected are 1 to " + (most + 1));
            }
            int status = in.readUnsignedByte();
            byte[] content = in.readNBytes((int) bytes - 1);
            if (content.length < bytes - 1) {
                throw new EOFException();
            }
            if (status == REJECTED) {
                throw new RejectedException(oneLine(new String(content, StandardCharsets.UTF_8)));
            }
            if (status != 0 || content.length > most) {
                throw new ProtocolException("it replies with status " + status + " and " + content.length
                        + " bytes; the status is 0 or 1, expected are at most " + most + " bytes");
            }
            return ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN);
        }

        private void requireGreeting() throws IOException {
            byte[] first = in.readNBytes(GREETING.length);
            if (!Arrays.equals(first, GREETING)) {
                if (first.length == 0) {
                    throw new EOFException();
                }
                throw new ProtocolException(
                        "it begins with \"" + oneLine(new String(first, StandardCharsets.ISO_8859_1))
                                + "\" in place of " + new String(GREETING, StandardCharsets.US_ASCII)
                                + "; only replies go to standard output");
            }
        }

        ProcessFailure failure(String what, Duration limit, IOException cause) {
            if (late) {
                return new ProcessFailure("no reply to " + what + " within " + limit.toMillis() + " ms", cause);
            }
            if (cause instanceof ProtocolException) {
                return new ProcessFailure(what + ": " + cause.getMessage(), cause);
            }
            end();
            String code = processes.stream()
                    .filter(process -> !process.isAlive())
                    .map(process -> " with exit code " + process.exitValue())
                    .findAny()
                    .orElse("");
            String last = lastWords();
            return new ProcessFailure(
                    "the process ended at " + what + code + (last.isEmpty() ? "" : ": " + last), cause);
        }

        /** Closes its input, and kills it if that is not enough. */
        void end() {
            for (Process process : processes) {
                try {
                    out.close();
                } catch (IOException e) {
                    // It has ended.
                }
                try {
                    if (!process.waitFor(LONGEST_END.toMillis(), TimeUnit.MILLISECONDS)) {
                        process.destroyForcibly();
                    }
                } catch (InterruptedException e) {
                    process.destroyForcibly();
                    Thread.currentThread().interrupt();
                }
            }
        }

        private static String oneLine(String text) {
            return text.substring(0, Math.min(MOST_WORDS, text.length())).replaceAll("[\\p{C}\\p{Zl}\\p{Zp}]", " ");
        }
    }

    /** A reply that is none. */
    private static final class ProtocolException extends IOException {
        private static final long serialVersionUID = 1;

        ProtocolException(String what) {
            super(what);
        }
    }
}
