package org.tersegrad.convergence.report.drawing;

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

    private static final double MIDDLE = 150;

    /** A colour that can be read on this one. */
    public Shade contrast() {
        return new Shade(readableOn(light), readableOn(dark));
    }

    private static String readableOn(String colour) {
        int rgb = Integer.parseInt(colour.substring(1), 16);
        double brightness = 0.299 * ((rgb >> 16) & 255) + 0.587 * ((rgb >> 8) & 255) + 0.114 * (rgb & 255);
        return brightness > MIDDLE ? "#111111" : "#FFFFFF";
    }
}
