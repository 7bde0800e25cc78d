package org.tersegrad.convergence.report.page;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A real browser without a window, if this machine has one. Reads a page, runs its scripts, and tells what became of it. */
record Chromium(String program) {
    private static final List<String> NAMES =
            List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome");
    private static final Pattern FINDINGS = Pattern.compile("<pre id=\"findings\">(.*?)</pre>", Pattern.DOTALL);

    /**
     * @param findings what the page's own script put into an element of that name, empty if it did not come so far
     * @param console lines that scripts or the browser wrote to the console: errors, usually
     */
    record Visit(String findings, List<String> console) {}

    /** The one that the variable CHROMIUM names, or the first on the PATH. */
    static Optional<Chromium> find() {
        String chosen = System.getenv("CHROMIUM");
        if (chosen != null && !chosen.isEmpty()) {
            return Optional.of(new Chromium(chosen));
        }
        String path = System.getenv("PATH");
        return Stream.of((path == null ? "" : path).split(File.pathSeparator, -1))
                .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .map(file -> new Chromium(file.toString()))
                .findFirst();
    }

    /**
     * Opens a page with a script added at its end.
     *
     * @param folder for the page, the browser's profile and what it prints
     */
    Visit open(String page, String script, Path folder) throws IOException, InterruptedException {
        Path file = folder.resolve("page.html");
        Files.writeString(file, page.replace("</body>", "<script>" + script + "</script></body>"));
        File dom = folder.resolve("dom.html").toFile();
        File log = folder.resolve("log.txt").toFile();
        Process process = new ProcessBuilder(command(file, folder.resolve("profile")))
                .redirectOutput(dom)
                .redirectError(log)
                .start();
        if (!process.waitFor(120, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
            throw new IOException(program + " did not end");
        }
        Matcher findings = FINDINGS.matcher(Files.readString(dom.toPath()));
        String logged = new String(Files.readAllBytes(log.toPath()), StandardCharsets.UTF_8);
        return new Visit(
                findings.find()
                        ? findings.group(1)
                                .replace("&lt;", "<")
                                .replace("&gt;", ">")
                                .replace("&amp;", "&")
                        : "",
                logged.lines().filter(line -> line.contains("CONSOLE")).toList());
    }

    private List<String> command(Path file, Path profile) {
        List<String> command = new ArrayList<>(List.of(
                program,
                "--headless=new",
                "--disable-gpu",
                "--no-first-run",
                "--window-size=1300,1000",
                "--user-data-dir=" + profile,
                "--enable-logging=stderr",
                "--virtual-time-budget=10000",
                "--dump-dom",
                file.toUri().toString()));
        if ("root".equals(System.getProperty("user.name"))) {
            // Its sandbox does not run for root, as in a container.
            command.add(1, "--no-sandbox");
        }
        return command;
    }
}
