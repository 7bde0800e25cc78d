package org.tersegrad.convergence.report.drawing;

import java.util.Locale;

/**
 * One colour in two versions.
 *
 * @param light on white paper, as in {@code #0072B2}
 * @param dark on black
 */
public record Shade(String light, String dark) {
    /** Text. */
    public static final Shade INK = new Shade("#222222", "#EEEEEE");
    /** Text beside what matters. */
    public static final Shade FAINT = new Shade("#5C6572", "#A0A8B4");
    /** Lines of a grid, and bars in which nothing happens. */
    public static final Shade RULE = new Shade("#DDE1E6", "#39414C");

    /** Contrast that text needs to be readable: the ratio of the Web Content Accessibility Guidelines. */
    private static final double READABLE = 4.5;

    private static final String WHITE = "#FFFFFF";
    private static final String BLACK = "#111111";

    /** A colour that can be read on this one. */
    public Shade contrast() {
        return new Shade(readableOn(light), readableOn(dark));
    }

    private static String readableOn(String colour) {
        return contrast(colour, WHITE) > contrast(colour, BLACK) ? WHITE : BLACK;
    }

    /** The same hue for text: darker on white, lighter on black, as far as reading it takes. */
    public Shade text() {
        return new Shade(towards(light, 0, WHITE), towards(dark, 255, BLACK));
    }

    private static String towards(String colour, int end, String paper) {
        String mixed = colour;
        for (int percent = 0; contrast(mixed, paper) < READABLE; percent += 2) {
            int rgb = 0;
            for (int shift = 16; shift >= 0; shift -= 8) {
                int channel = (Integer.decode(colour) >> shift) & 255;
                rgb |= (channel + (end - channel) * percent / 100) << shift;
            }
            mixed = String.format(Locale.ROOT, "#%06X", rgb);
        }
        return mixed;
    }

    /** The contrast of two colours, from 1 to 21. */
    static double contrast(String one, String other) {
        double a = luminance(one);
        double b = luminance(other);
        return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    }

    private static double luminance(String colour) {
        double[] weights = {0.0722, 0.7152, 0.2126};
        double sum = 0;
        for (int i = 0; i < 3; i++) {
            double channel = ((Integer.decode(colour) >> (8 * i)) & 255) / 255.0;
            sum += weights[i] * (channel <= 0.04045 ? channel / 12.92 : Math.pow((channel + 0.055) / 1.055, 2.4));
        }
        return sum;
    }
}
