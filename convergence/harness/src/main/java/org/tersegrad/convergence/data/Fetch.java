package org.tersegrad.convergence.data;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/**
 * Brings a data set to this machine: gets the archive, checks it, unpacks it, reads the set once, and only then moves it to its
 * place in the cache, in one go. Whenever it is stopped, the set is there as a whole or not at all. A set of which a file was
 * damaged since gets all its files again; other files beside them stay.
 */
public final class Fetch {
    private final DataSetEntry entry;
    private final Archive archive;
    private final Path cache;
    private final String path;
    private final Progress progress;
    private final Path work;

    private Fetch(DataSetEntry entry, Archive archive, Path cache, String path, Progress progress) {
        this.entry = entry;
        this.archive = archive;
        this.cache = cache;
        this.path = path;
        this.progress = progress;
        work = cache.resolve("." + entry.name() + ".part");
    }

    /**
     * Fetches a set, unless it is in the cache and as it was fetched.
     *
     * @param cache made if it is not there
     * @param path where to look for programs, as in the variable PATH
     * @return the folder of the set
     * @throws IllegalArgumentException if the set is not one to be fetched
     * @throws DataUnavailableException if it cannot be done; the message says why
     */
    public static Path run(DataSetEntry entry, Path cache, String path, Progress progress) {
        Archive archive = entry.archive()
                .orElseThrow(
                        () -> new IllegalArgumentException(entry.name() + " needs no fetching, it is always there"));
        Path place = cache.resolve(entry.name());
        try {
            Files.createDirectories(cache);
            return new Fetch(entry, archive, cache.toAbsolutePath(), path, progress).locked(place);
        } catch (IOException e) {
            throw new DataUnavailableException(entry.name() + " cannot be fetched into " + cache + ": " + e + ".", e);
        } catch (DataUnavailableException e) {
            String byHand = "\nBy hand: put " + archive.content().words() + " into " + place + ".";
            throw new DataUnavailableException(e.getMessage() + byHand, e);
        }
    }

    /** The lock ends with the process, however that ends; so its owner may clear what another process left. */
    private Path locked(Path place) throws IOException {
        Path lockFile = cache.resolve("." + entry.name() + ".lock");
        try (FileChannel file = FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = file.tryLock()) {
            if (lock == null) {
                throw busy();
            }
            boolean there = Files.exists(place);
            if (!there || FileSums.damaged(place).isPresent()) {
                FileTree.delete(work);
                try {
                    Path set = prepared();
                    if (there) {
                        FileTree.moveOver(set, place);
                    } else {
                        Files.move(set, place, StandardCopyOption.ATOMIC_MOVE);
                    }
                } finally {
                    FileTree.delete(work);
                }
            }
            return place;
        } catch (OverlappingFileLockException e) {
            throw busy();
        }
    }

    private DataUnavailableException busy() {
        return new DataUnavailableException(entry.name() + " is being fetched by another process.");
    }

    /** A folder with the whole set in it, known to be good. */
    private Path prepared() throws IOException {
        Path file = download();
        progress.step("checking " + file.getFileName());
        String found = Sha256.of(file);
        if (!found.equals(archive.sha256())) {
            throw new DataUnavailableException(
                    file.getFileName() + " is not the file that is expected, and was not used:" + " its SHA-256 is "
                            + found + " instead of " + archive.sha256() + ".");
        }
        progress.step("unpacking " + file.getFileName());
        Path set = Files.createDirectories(work.resolve("set"));
        if (new Unpacking(archive, work, path).unpack(file, set, progress) == 0) {
            throw new DataUnavailableException(file.getFileName() + " has no files *"
                    + archive.content().suffix() + " in " + archive.content().folder() + ".");
        }
        Files.writeString(set.resolve("SOURCE"), source()); // the credit travels with the files
        FileSums.write(set);
        progress.step("reading " + entry.name());
        DataSets.read(entry.name(), List.of(entry), named -> set);
        return set;
    }

    private String source() {
        DataSetEntry.Facts facts = entry.facts();
        return String.format(
                "%s: %s%n%s%nLicence: %s%nFrom: %s%nSHA-256: %s%n",
                entry.name(),
                facts.description(),
                facts.credit(),
                facts.licence(),
                String.join(" ", archive.command()),
                archive.sha256());
    }

    private Path download() throws IOException {
        Path folder = Files.createDirectories(work.resolve("download"));
        Client client = new Client(archive.command(), path);
        progress.step(client + ", " + entry.facts().size());
        client.run(folder, work.resolve("log"), progress);
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> left = files.toList();
            if (left.size() != 1) {
                throw new DataUnavailableException(client + " left " + left.size() + " files instead of one.");
            }
            return left.get(0);
        }
    }
}
