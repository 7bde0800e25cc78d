package org.tersegrad.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tersegrad.testkit.Loopback;

/** The program of the README compiles, and two processes with its files are a group. */
class ReadmeTest {
    private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    @Test
    void theProgramRuns(@TempDir Path folder) throws Exception {
        Matcher block = BLOCK.matcher(Files.readString(Path.of("README.md")));
        assertThat(block.find()).isTrue();
        Path source = Files.writeString(folder.resolve("Encrypted.java"), block.group(1));
        String classes = System.getProperty("java.class.path");
        assertThat(ToolProvider.getSystemJavaCompiler()
                        .run(
                                null,
                                null,
                                null,
                                "-cp",
                                classes,
                                "-proc:none",
                                "-d",
                                folder.toString(),
                                source.toString()))
                .isZero();
        Files.copy(Certificates.worker(), folder.resolve("worker.p12"));
        Files.copy(Certificates.trusted(), folder.resolve("ca.p12"));
        int port = Loopback.addresses(1).get(0).getPort();
        List<Process> workers = new ArrayList<>();
        for (int rank = 0; rank < 2; rank++) {
            ProcessBuilder worker = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "--add-modules",
                            "jdk.incubator.vector",
                            "-cp",
                            folder + System.getProperty("path.separator") + classes,
                            "Encrypted")
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("output" + rank).toFile());
            worker.environment().put("RANK", Integer.toString(rank));
            worker.environment().put("WORLD_SIZE", "2");
            worker.environment().put("MASTER_ADDR", "127.0.0.1");
            worker.environment().put("MASTER_PORT", Integer.toString(port));
            worker.environment().put("STORE_PASSWORD", new String(Certificates.PASSWORD));
            workers.add(worker.start());
        }
        for (int rank = 0; rank < 2; rank++) {
            workers.get(rank).waitFor();
            assertThat(Files.readString(folder.resolve("output" + rank))).contains("worker " + rank + " of 2: 2.0");
        }
    }
}
