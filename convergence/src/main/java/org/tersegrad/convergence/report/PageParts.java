package org.tersegrad.convergence.report;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Properties;

/** The pieces of a page that lie on the class path. */
final class PageParts {
    private PageParts() {}

    /** A piece of our own. */
    static String own(String name) throws IOException {
        return read(name);
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
        return read("/META-INF/resources/webjars/chart.js/" + version + "/dist/chart.umd.js")
                .replaceAll("(?m)^//# sourceMappingURL=.*$", "");
    }

    private static String read(String resource) throws IOException {
        try (InputStream in = PageParts.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IOException(resource + " is not on the class path");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
