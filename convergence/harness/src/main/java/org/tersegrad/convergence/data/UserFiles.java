package org.tersegrad.convergence.data;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.tersegrad.convergence.internal.InputFile;

/** Files of the user, whose content says what kind of data set they are. */
final class UserFiles {
    private UserFiles() {}

    /**
     * Reads a file or a folder.
     *
     * @throws IllegalArgumentException if it is a table, of which a column has to be chosen
     * @throws DataUnavailableException if it is of no kind that is known, or damaged
     */
    static DataSet open(Path files) {
        if (!Files.isDirectory(files)) {
            if (Csv.isNamed(files)) {
                throw Csv.unlabelled(files);
            }
            return Texts.read(title(files), files);
        }
        if (Images.areIn(files)) {
            return Images.read(title(files), files);
        }
        if (ImageFolder.isOne(files)) {
            return ImageFolder.read(title(files), files);
        }
        if (Texts.areIn(files)) {
            return Texts.read(title(files), files);
        }
        throw new DataUnavailableException(
                files + " has no data that can be read; accepted are " + DataSets.FILES + ".");
    }

    /** The last part of a path. */
    static String title(Path files) {
        Path last = files.toAbsolutePath().normalize().getFileName();
        return last == null ? files.toString() : last.toString(); // the root has no name
    }

    /** The text of a file, without a byte order mark. */
    static String text(Path file) {
        try {
            return InputFile.text(file, "accepted are " + DataSets.FILES);
        } catch (IllegalArgumentException e) {
            throw new DataUnavailableException(e.getMessage() + ".", e);
        } catch (IOException e) {
            throw new DataUnavailableException(file + " cannot be read: " + e.getMessage() + ".", e);
        }
    }
}
