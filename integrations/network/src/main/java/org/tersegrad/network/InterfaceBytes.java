package org.tersegrad.network;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The bytes that have left through a network interface, as Linux counts them: with the headers of TCP, IP and Ethernet.
 *
 * @param name of the interface
 */
record InterfaceBytes(String name) {
    private static final Path COUNTERS = Path.of("/proc/net/dev");

    /** Index of the bytes sent among the fields after the name: eight fields about received data come first. */
    private static final int SENT = 8;

    long now() {
        try {
            return sent(Files.readAllLines(COUNTERS));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    long sent(List<String> lines) {
        for (String line : lines) {
            String text = line.strip();
            if (text.startsWith(name + ":")) {
                List<String> fields =
                        List.of(text.substring(name.length() + 1).strip().split(" +", -1));
                return Long.parseLong(fields.get(SENT));
            }
        }
        throw new IllegalArgumentException("there is no network interface " + name);
    }
}
