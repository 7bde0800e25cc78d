package org.tersegrad.convergence.time.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.tersegrad.convergence.report.drawing.Palette;
import org.tersegrad.convergence.report.drawing.Shade;
import org.tersegrad.convergence.time.Event;

/** Names and colours of the kinds of events, the same in all pictures. */
final class Kinds {
    private Kinds() {}

    static String name(Event.Kind kind) {
        return switch (kind) {
            case FORWARD -> "forward";
            case COMPUTE -> "compute";
            case BACKWARD -> "backward";
            case ENCODE -> "encode";
            case ADD -> "add";
            case OPTIMIZER -> "optimizer";
            case WAIT -> "wait";
            case WIRE -> "wire";
            case COPY_DOWN -> "copy down";
            case HOST_ENCODE -> "host encode";
            case HOST_ADD -> "host add";
            case COPY_UP -> "copy up";
        };
    }

    static String name(Event.Lane lane) {
        return lane.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    static Shade shade(Event.Kind kind) {
        return switch (kind) {
            case FORWARD -> Palette.SHADES.get(5);
            case COMPUTE -> Palette.SHADES.get(7);
            case BACKWARD -> Palette.SHADES.get(0);
            case ENCODE, HOST_ENCODE -> Palette.SHADES.get(4);
            case ADD, HOST_ADD -> Palette.SHADES.get(1);
            case OPTIMIZER -> Palette.SHADES.get(6);
            case WAIT -> Shade.RULE;
            case WIRE -> Palette.SHADES.get(2);
            case COPY_DOWN, COPY_UP -> Palette.SHADES.get(3);
        };
    }

    /** Names and colours, for a legend. */
    static Map<String, Shade> legend(List<Event.Kind> kinds) {
        Map<String, Shade> legend = new LinkedHashMap<>();
        kinds.forEach(kind -> legend.put(name(kind), shade(kind)));
        return legend;
    }
}
