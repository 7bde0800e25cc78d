package org.tersegrad.convergence.cli.shared;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Keeps other comparisons out of a folder. The operating system locks an empty file until the process ends: a file that a killed
 * process left behind locks no process out.
 */
public final class FolderLock implements AutoCloseable {
    private static final String NAME = "tersegrad.lock";

    /**
     * Files locked by this process. A second channel must not even be opened: POSIX drops a process's lock as soon as the process
     * closes any channel of that file.
     */
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    private final Path file;
    private final FileChannel channel;

    private FolderLock(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /**
     * Locks a folder.
     *
     * @throws CommandFailed if another comparison is in it
     * @throws FileAlreadyExistsException if the name of the file is taken by a foreign file
     */
    public static FolderLock of(Path folder) throws IOException {
        Path file = folder.toRealPath().resolve(NAME);
        if (!HELD.add(file)) {
            throw busy(folder);
        }
        FileChannel channel = null;
        try {
            if (Files.exists(file, LinkOption.NOFOLLOW_LINKS) && !isOurs(file)) {
                throw new FileAlreadyExistsException(
                        file.toString(), null, "is not from a comparison; move it, or choose another folder");
            }
            channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
            // The file is gone if its owner finished and deleted it after we had opened it.
            if (channel.tryLock() == null || !Files.exists(file)) {
                throw busy(folder);
            }
            return new FolderLock(file, channel);
        } catch (IOException | RuntimeException e) {
            HELD.remove(file);
            if (channel != null) {
                channel.close();
            }
            throw e;
        }
    }

    private static boolean isOurs(Path file) throws IOException {
        return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && Files.size(file) == 0;
    }

    private static CommandFailed busy(Path folder) {
        return new CommandFailed(
                CommandFailed.FAILED,
                "Another command is writing to " + folder + "; wait for it, or choose another folder with --out.");
    }

    /** Unlocks the folder and leaves no file. */
    @Override
    public void close() throws IOException {
        try {
            Files.deleteIfExists(file);
        } finally {
            channel.close();
            HELD.remove(file);
        }
    }
}
