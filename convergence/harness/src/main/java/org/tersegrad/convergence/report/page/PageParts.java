package org.tersegrad.convergence.report.page;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The pieces of a page that lie on the class path. */
public final class PageParts {
    private static final Pattern PLACE = Pattern.compile("\\{\\{(\\w+)}}");

    private PageParts() {}

    /** A piece that all pages share. */
    public static String own(String name) throws IOException {
        return read(PageParts.class, name);
    }

    /** A piece beside the class of a page. */
    public static String own(Class<?> page, String name) throws IOException {
        return read(page, name);
    }

    /** The library that draws, with its licence on top and without the address of a map for debuggers, which is not here. */
    static String chartJs() throws IOException {
        Properties versions = new Properties();
        try (InputStream in = PageParts.class.getResourceAsStream("libraries.properties")) {
            if (in == null) {
                throw new IOException("libraries.properties is not on the class path");
            }
            versions.load(in);
        }
        String version = versions.getProperty("chart.js");
        return read(PageParts.class, "/META-INF/resources/webjars/chart.js/" + version + "/dist/chart.umd.js")
                .replaceAll("(?m)^//# sourceMappingURL=.*$", "");
    }

    /**
     * Fills the places of a template in one pass: what is filled in is not looked at again, so that a recipe named like a place fills
     * nothing.
     */
    public static String fill(String template, Map<String, String> parts) {
        return PLACE.matcher(template).replaceAll(place -> {
            String part = parts.get(place.group(1));
            if (part == null) {
                throw new IllegalStateException("nothing to fill in for " + place.group());
            }
            return Matcher.quoteReplacement(part);
        });
    }

    private static String read(Class<?> owner, String resource) throws IOException {
        try (InputStream in = owner.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IOException(resource + " is not on the class path");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
