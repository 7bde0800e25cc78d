package org.tersegrad.compressors;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.stream.Collectors;
import org.tersegrad.codecs.MalformedInputException;

/** The formats that a reader knows: the built-in ones by number, and custom ones by name. Immutable. */
final class Formats {
    private final List<BodyFormat> custom;

    /** The id of each custom format: one that makes a new identity for every call is asked once. */
    private final List<BodyFormat.Id> ids;

    private Formats(List<BodyFormat> custom) {
        this.custom = List.copyOf(custom);
        ids = custom.stream().map(BodyFormat::id).toList();
    }

    /** The formats of all recipes, loaded when a reader is first made. */
    private static final class Services {
        static final BodyFormat[] NUMBERED = new BodyFormat[Payload.NUMBER_BITS + 1];
        static final Formats CUSTOM;

        static {
            List<BodyFormat> named = new ArrayList<>();
            NUMBERED[NamedFormat.NUMBER] = NamedFormat.INSTANCE;
            for (BodyFormat format : Recipe.formats()) {
                int number = format.id().number();
                if (format.id().isCustom()) {
                    named.add(format);
                } else if (NUMBERED[number] == null) {
                    NUMBERED[number] = format;
                } else if (NUMBERED[number] != format) {
                    throw new ServiceConfigurationError("two body formats have the number " + number + ": "
                            + format.id().name() + " and "
                            + NUMBERED[number].id().name());
                }
            }
            CUSTOM = new Formats(named);
        }
    }

    /** The custom formats of all recipe providers. */
    static Formats services() {
        return Services.CUSTOM;
    }

    /**
     * The format with this number.
     *
     * @param at where the number is, for the message if there is none
     */
    static BodyFormat numbered(int number, int at) {
        BodyFormat format = number < 0 ? null : Services.NUMBERED[number];
        if (format == null) {
            throw new MalformedInputException(at, "format " + (number & 0xff) + " is not known");
        }
        return format;
    }

    /** These and another one, which takes precedence. */
    Formats and(BodyFormat format) {
        if (custom.contains(format)) {
            return this;
        }
        List<BodyFormat> more = new ArrayList<>(List.of(format));
        more.addAll(custom);
        return new Formats(more);
    }

    /** These and others. */
    Formats and(Formats others) {
        if (others == this || others.custom.isEmpty()) {
            return this;
        }
        Formats all = this;
        for (int i = 0; i < others.custom.size(); i++) {
            all = all.and(others.custom.get(i));
        }
        return all;
    }

    /** The format whose name and version are at the beginning of a body; {@link NamedFormat#INSTANCE} if it is not known. */
    BodyFormat find(Body body) {
        for (int i = 0; i < ids.size(); i++) {
            if (NamedFormat.isOf(ids.get(i), body)) {
                return custom.get(i);
            }
        }
        return NamedFormat.INSTANCE;
    }

    /** The names of all custom formats, for the message about another one. */
    String known() {
        return custom.isEmpty()
                ? "none is"
                : "known are "
                        + ids.stream().map(id -> id.name() + " " + id.version()).collect(Collectors.joining(", "));
    }
}
