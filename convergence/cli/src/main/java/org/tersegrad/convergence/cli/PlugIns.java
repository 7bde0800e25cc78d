package org.tersegrad.convergence.cli;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.tersegrad.convergence.cli.shared.CommandFailed;

/**
 * Jars of the user that add recipes, body formats, models, data sets, claims and commands.
 *
 * <p>Services are found by the class loader of the service, so that a recipe has one meaning in all threads. Hence the whole
 * command line is loaded again by a loader that has these jars on its class path.
 */
final class PlugIns {
    static final String OPTION = "--plugin";

    private PlugIns() {}

    /**
     * The jars that a command line names: after {@code --plugin}, and as arguments of {@code laws}.
     *
     * @throws CommandFailed if one does not exist or is no jar
     */
    static List<Path> in(String[] args) {
        Set<Path> jars = new LinkedHashSet<>();
        boolean laws = List.of(args).contains(CheckLaws.NAME);
        for (int i = 0; i < args.length; i++) {
            if (args[i].startsWith(OPTION + "=")) {
                jars.add(jar(args[i].substring(OPTION.length() + 1)));
            } else if (args[i].equals(OPTION) && i + 1 < args.length) {
                jars.add(jar(args[++i]));
            } else if (laws && CheckLaws.isJar(args[i])) {
                jars.add(jar(args[i]));
            }
        }
        return List.copyOf(jars);
    }

    private static Path jar(String text) {
        Path jar = Path.of(text);
        if (!Files.exists(jar)) {
            throw new CommandFailed(CommandFailed.MISUSED, "there is no plug-in " + jar);
        }
        if (!Files.isDirectory(jar) && !isZip(jar)) {
            throw new CommandFailed(
                    CommandFailed.MISUSED, jar + " is no plug-in: it is neither a jar nor a folder of classes");
        }
        return jar;
    }

    private static boolean isZip(Path file) {
        try (var in = Files.newInputStream(file)) {
            return in.read() == 'P' && in.read() == 'K';
        } catch (IOException e) {
            throw new CommandFailed(
                    CommandFailed.FAILED, "the plug-in " + file + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** Runs the command line with further jars on its class path. */
    static int run(List<Path> jars, String[] args) {
        List<URL> urls = new ArrayList<>();
        try {
            for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
                urls.add(Path.of(entry).toUri().toURL());
            }
            for (Path jar : jars) {
                urls.add(jar.toUri().toURL());
            }
            // Never closed: classes may be loaded as long as the process runs.
            URLClassLoader loader = new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
            return (int) loader.loadClass(Main.class.getName())
                    .getMethod("run", String[].class)
                    .invoke(null, (Object) args);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException(e.getCause());
        } catch (ReflectiveOperationException | IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Whether a class was loaded from one of some jars. */
    static boolean isFrom(List<Path> jars, Class<?> type) {
        CodeSource source = type.getProtectionDomain().getCodeSource();
        return source != null
                && jars.stream()
                        .anyMatch(jar -> jar.toUri()
                                .equals(URI.create(source.getLocation().toString())));
    }
}
