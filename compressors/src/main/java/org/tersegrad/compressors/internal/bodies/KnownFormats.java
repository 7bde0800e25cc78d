package org.tersegrad.compressors.internal.bodies;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import org.tersegrad.compressors.BodyFormat;

/** The body formats that a reader knows: those that are services, and some of its own. Immutable. */
public final class KnownFormats {
    private final List<BodyFormat> formats;

    private KnownFormats(List<BodyFormat> formats) {
        this.formats = formats;
    }

    /** Loaded when a reader is first made. */
    private static final class Services {
        static final KnownFormats ALL = new KnownFormats(load());

        private static List<BodyFormat> load() {
            List<BodyFormat> found = new ArrayList<>();
            for (BodyFormat format : ServiceLoader.load(BodyFormat.class, BodyFormat.class.getClassLoader())) {
                NamedBody.requireName(format);
                found.add(format);
            }
            return List.copyOf(found);
        }
    }

    /** Those that are registered as services. */
    public static KnownFormats services() {
        return Services.ALL;
    }

    /** These and another one, which comes first. */
    public KnownFormats and(BodyFormat format) {
        if (formats.contains(format)) {
            return this;
        }
        List<BodyFormat> more = new ArrayList<>(List.of(format));
        more.addAll(formats);
        return new KnownFormats(List.copyOf(more));
    }

    /** These and others. */
    public KnownFormats and(KnownFormats others) {
        if (others == this || others.formats.isEmpty()) {
            return this;
        }
        KnownFormats all = this;
        for (BodyFormat format : others.formats) {
            all = all.and(format);
        }
        return all;
    }

    /** The format whose name and version stand at the beginning of a body. */
    Optional<BodyFormat> find(BodyView body) {
        for (int i = 0; i < formats.size(); i++) {
            if (isOf(formats.get(i), body)) {
                return Optional.of(formats.get(i));
            }
        }
        return Optional.empty();
    }

    private static boolean isOf(BodyFormat format, BodyView body) {
        String name = format.name();
        if (body.bytes[body.offset] != name.length() || NamedBody.version(body) != format.version()) {
            return false;
        }
        for (int i = 0; i < name.length(); i++) {
            if (body.bytes[body.offset + 1 + i] != name.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** For somebody who looks for another one. */
    String known() {
        return formats.isEmpty()
                ? "none is"
                : "known are "
                        + formats.stream()
                                .map(format -> format.name() + " " + format.version())
                                .collect(Collectors.joining(", "));
    }
}
