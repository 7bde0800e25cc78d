package org.tersegrad.convergence.data;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.tersegrad.compressors.RecipeEntry;
import org.tersegrad.compressors.RecipeReader;
import org.tersegrad.compressors.internal.Suggestion;
import org.tersegrad.convergence.internal.Catalog;

/**
 * The data sets that can be asked for by name. Other libraries add theirs through {@link DataSetProvider}.
 *
 * <pre>
 *   digits                                              in the jar
 *   mnist                                               once fetched
 *   synthetic(classes=10,length=64,examples=2000)       made up
 *   csv(houses.csv,label=price)                         a file of the user
 * </pre>
 */
public final class DataSets {
    /** Those of this library. One line for each; everything else about a set is in its own file. */
    public static final class BuiltIn implements DataSetProvider {
        @Override
        public List<DataSetEntry> entries() {
            return List.of(
                    Digits.entry(),
                    Images.mnist(),
                    Images.fashion(),
                    Cifar.entry(),
                    Texts.dickens(),
                    Texts.stateOfTheUnion(),
                    Mails.entry(),
                    Clusters.entry(),
                    SparseClasses.entry(),
                    MarkovText.entry(),
                    Csv.entry());
        }
    }

    /** The files of users that {@link #open} and {@link #openLabelled} read. */
    public static final String FILES =
            "a CSV file (with --label), a text in UTF-8, a folder of texts that end in .txt, a folder with"
                    + " MNIST's four IDX files, or a folder with a subfolder of PNG images for each class";

    private DataSets() {}

    /** All of them, as a list shows them. */
    public static List<DataSetEntry> entries() {
        return Catalog.entries("data sets", DataSetProvider.class, DataSetProvider::entries, DataSetEntry::name);
    }

    /**
     * The entry of a name.
     *
     * @throws IllegalArgumentException if there is none; the message says which there are
     */
    public static DataSetEntry find(String name) {
        return entries().stream()
                .filter(entry -> entry.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no data set " + name
                        + Suggestion.question(name, names()) + " (there are " + String.join(", ", names()) + ")"));
    }

    private static List<String> names() {
        return entries().stream().map(DataSetEntry::name).toList();
    }

    /**
     * A data set with its settings.
     *
     * @param cache where fetched sets are, usually {@link #defaultCache()}
     * @throws IllegalArgumentException if there is no such set or setting
     * @throws DataUnavailableException if it is not here yet, or damaged
     */
    public static DataSet load(String text, Path cache) {
        return read(text, entries(), entry -> {
            Path files = locate(entry, cache).orElseThrow(() -> notHere(entry, cache));
            if (entry.archive().isPresent()) {
                requireIntact(entry, files, cache);
            }
            return files;
        });
    }

    /** Reads one of some sets from the files at a place that depends on its entry. */
    static DataSet read(String text, List<DataSetEntry> entries, Function<DataSetEntry, Path> place) {
        List<RecipeEntry<DataSet>> names = entries.stream()
                .map(entry -> new RecipeEntry<>(
                        DataSet.class,
                        entry.name(),
                        entry.name(),
                        entry.facts().description(),
                        entry.parameters(),
                        new RecipeEntry.First<>(arguments -> entry.loader().load(arguments, place.apply(entry)))))
                .toList();
        return RecipeReader.call("data set", text, DataSet.class, names);
    }

    private static void requireIntact(DataSetEntry entry, Path files, Path cache) {
        Optional<Path> damaged = damaged(files);
        if (damaged.isPresent()) {
            throw new DataUnavailableException(damaged.get() + " is damaged or missing: it is not what was fetched; "
                    + fetchCommand(entry, cache) + " fetches it again.");
        }
    }

    /** The first file of a fetched set that has changed since it was fetched; nothing if none has. */
    public static Optional<Path> damaged(Path folder) {
        try {
            return FileSums.damaged(folder);
        } catch (IOException e) {
            throw new DataUnavailableException(folder + " cannot be read: " + e + ".", e);
        }
    }

    /**
     * A data set by name, or else from files of the user: a folder with four IDX files as MNIST has them, a folder with a subfolder of
     * PNG images for each class, a folder with texts, or a text.
     *
     * @throws IllegalArgumentException if there is neither such a set nor such a file, or if it is a CSV file, which needs a label
     * @throws DataUnavailableException if a file is missing, damaged or of another kind
     */
    public static DataSet open(String text, Path cache) {
        return userFiles(text).map(UserFiles::open).orElseGet(() -> load(text, cache));
    }

    /**
     * A CSV file, of which a column is to be predicted: {@link Csv#read(Path, String)}.
     *
     * @throws IllegalArgumentException if it is another data set, or has no such column
     * @throws DataUnavailableException if the file is missing or no such table
     */
    public static DataSet openLabelled(String text, String label, Path cache) {
        Optional<Path> file = userFiles(text);
        if (file.isPresent() ? Files.isDirectory(file.get()) : named(text).isPresent()) {
            throw new IllegalArgumentException(
                    "--label chooses a column of a CSV file, and " + text + " is none; it has its labels");
        }
        return file.map(each -> Csv.read(each, label)).orElseGet(() -> load(text, cache));
    }

    /** The file or folder that a text names, unless it names a data set or looks like one. */
    private static Optional<Path> userFiles(String text) {
        if (text.isBlank()) {
            throw new IllegalArgumentException("the name of a data set is empty; one is digits");
        }
        Path files = Path.of(text);
        boolean file = name(text).matches(".*[./\\\\].*");
        if (named(text).isPresent() || (!Files.exists(files) && !file)) {
            return Optional.empty();
        }
        if (!Files.exists(files)) {
            throw new DataUnavailableException("there is no file or folder " + files + ", and no data set of that name"
                    + " (there are " + String.join(", ", names()) + ")");
        }
        return Optional.of(files);
    }

    /** Whether {@link #open} reads files, which may take some seconds; not if there are none. */
    public static boolean isInFiles(String text, Path cache) {
        Optional<DataSetEntry> entry = named(text);
        if (entry.isEmpty()) {
            return !text.isBlank() && Files.exists(Path.of(text));
        }
        boolean ofUser = entry.get().parameters().stream()
                .anyMatch(parameter -> parameter.name().equals("file"));
        boolean fetched =
                entry.get().archive().isPresent() && locate(entry.get(), cache).isPresent();
        return ofUser || fetched;
    }

    /** The entry whose name a text begins with, with or without settings behind it. */
    private static Optional<DataSetEntry> named(String text) {
        return entries().stream()
                .filter(entry -> entry.name().equalsIgnoreCase(name(text)))
                .findFirst();
    }

    private static String name(String text) {
        return text.replaceFirst("(?s)\\(.*", "").strip();
    }

    /** The folder of a set's files; empty if it has yet to be fetched. For a set without files, the cache. */
    public static Optional<Path> locate(DataSetEntry entry, Path cache) {
        if (entry.archive().isEmpty()) {
            return Optional.of(cache);
        }
        Path fetched = cache.resolve(entry.name());
        return Files.isDirectory(fetched)
                ? Optional.of(fetched)
                : entry.archive().flatMap(Archive::installed).filter(Files::isDirectory);
    }

    private static DataUnavailableException notHere(DataSetEntry entry, Path cache) {
        return new DataUnavailableException(entry.name() + " is not on this machine yet; " + fetchCommand(entry, cache)
                + " brings it, " + entry.facts().size() + ".");
    }

    /** The command that fetches a set. */
    public static String fetchCommand(DataSetEntry entry, Path cache) {
        String option = cache.equals(defaultCache()) ? "" : " --cache " + cache;
        return "./tersegrad data fetch " + entry.name() + option;
    }

    /** {@code tersegrad} in the folder that the desktop standard names: {@code XDG_CACHE_HOME}, else {@code ~/.cache}. */
    public static Path defaultCache() {
        String named = System.getenv("XDG_CACHE_HOME");
        boolean usable = named != null && Path.of(named).isAbsolute(); // the standard has relative ones ignored
        Path home = Path.of(System.getProperty("user.home"));
        // A user without a home, as in some containers, has the home "?".
        Path own = home.isAbsolute() ? home.resolve(".cache") : Path.of(System.getProperty("java.io.tmpdir"));
        Path caches = usable ? Path.of(named) : own;
        return caches.resolve("tersegrad");
    }
}
