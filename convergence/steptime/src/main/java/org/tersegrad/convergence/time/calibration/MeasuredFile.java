package org.tersegrad.convergence.time.calibration;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.tersegrad.convergence.internal.InputFile;
import org.tersegrad.convergence.time.Quantities;

/**
 * A file of measurements as a user names it, with what is not in it: {@code nccl.txt}, or {@code
 * osu.txt,workers=8,link=10gbe,rate=10Gbit,collective=all-gather}.
 *
 * @param path of the file
 * @param workers in its groups, if the file does not say
 * @param link that it is about
 * @param rate of that link, in bits a second; infinite if it is not known
 * @param collective that it is about, if the file does not say
 */
public record MeasuredFile(Path path, OptionalInt workers, String link, double rate, Optional<Pattern> collective) {
    /** The name of the only link. */
    public static final String USUAL_LINK = "default";

    private static final List<String> KEYS = List.of("workers", "link", "rate", "collective");

    /**
     * The file that a text names.
     *
     * @throws IllegalArgumentException if what follows the file is wrong
     */
    public static MeasuredFile parse(String text) {
        List<String> parts = List.of(text.split(",", -1));
        OptionalInt workers = OptionalInt.empty();
        String link = USUAL_LINK;
        double rate = Double.POSITIVE_INFINITY;
        Optional<Pattern> collective = Optional.empty();
        for (String part : parts.subList(1, parts.size())) {
            int equals = part.indexOf('=');
            String key = equals < 0 ? part : part.substring(0, equals).strip();
            String value = part.substring(equals + 1).strip();
            switch (key) {
                case "workers" -> workers = OptionalInt.of(count(text, value));
                case "link" -> link = value;
                case "rate" -> rate = Quantities.parseBandwidth("rate", value);
                case "collective" -> collective = Optional.of(Pattern.parse(value));
                default ->
                    throw new IllegalArgumentException(
                            text + ": " + key + " is none of " + String.join("=, ", KEYS) + "=");
            }
        }
        return new MeasuredFile(Path.of(parts.get(0)), workers, link, rate, collective);
    }

    private static int count(String text, String value) {
        try {
            return Integer.parseInt(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(text + ": workers is a whole number, not " + value, e);
        }
    }

    /** The name of the file alone. */
    public String name() {
        return String.valueOf(path.getFileName());
    }

    /**
     * The number of workers of a file that does not say.
     *
     * @throws IllegalArgumentException if the user did not either
     */
    int workersOrFail() {
        return workers.orElseThrow(() -> new IllegalArgumentException(
                name() + " does not say how many workers took part; write " + path + ",workers=8"));
    }

    /** All bytes, unpacked if they are a gzip file. */
    byte[] bytes() throws IOException {
        return InputFile.unpacked(path);
    }

    /** Bytes as text. */
    static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** A mistake in this file. */
    IllegalArgumentException wrong(String why) {
        return new IllegalArgumentException(name() + " " + why);
    }
}
