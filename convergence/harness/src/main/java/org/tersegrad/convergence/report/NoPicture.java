package org.tersegrad.convergence.report;

import java.util.Arrays;
import java.util.stream.Stream;

/** Explains why there is no picture. */
final class NoPicture {
    private NoPicture() {}

    /**
     * @param picture the name of its file
     * @param thrown by what should have drawn it
     */
    static String because(String picture, Throwable thrown) {
        String why = isWantOfFonts(thrown)
                ? "this machine has no fonts that Java can use (" + message(thrown)
                        + "): a package such as fontconfig with DejaVu is missing"
                : "drawing it failed (" + message(thrown) + ")";
        String instead = picture.equals(Report.PICTURE) ? " " + Report.PAGE + " has the same curves." : "";
        return picture + " was not made, because " + why + "." + instead;
    }

    /**
     * Whether AWT failed for want of fonts. Its exceptions differ from JDK to JDK, and the second time it is that a class could not
     * be initialised; but they always come from its own packages.
     */
    private static boolean isWantOfFonts(Throwable thrown) {
        return causes(thrown)
                .flatMap(cause -> Stream.concat(
                        Stream.of(String.valueOf(cause.getMessage())),
                        Arrays.stream(cause.getStackTrace()).map(StackTraceElement::getClassName)))
                .anyMatch(
                        text -> text.contains("sun.font.") || text.contains("sun.awt.") || text.contains("Fontconfig"));
    }

    private static String message(Throwable thrown) {
        Throwable deepest = causes(thrown).reduce(thrown, (before, cause) -> cause);
        return deepest.getMessage() == null ? deepest.toString() : deepest.getMessage();
    }

    private static Stream<Throwable> causes(Throwable thrown) {
        return Stream.iterate(thrown, cause -> cause != null, Throwable::getCause);
    }
}
