package org.tersegrad.convergence.internal;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.Function;

/**
 * The one way in which models, data sets, claims and commands are found: by services. A provider names itself in {@code
 * META-INF/services}; its jar on the class path is all that it takes.
 */
public final class Catalog {
    private static final String OURS = "org.tersegrad.";

    private Catalog() {}

    /**
     * The entries of all providers, those of this library first.
     *
     * @param plural what is added, for the message about a name that is there twice
     * @throws ServiceConfigurationError if a provider cannot be loaded, or two things have one name
     */
    public static <P, T> List<T> entries(
            String plural, Class<P> service, Function<P, List<T>> entries, Function<T, String> name) {
        List<T> ours = new ArrayList<>();
        List<T> others = new ArrayList<>();
        for (P provider : ServiceLoader.load(service, service.getClassLoader())) {
            boolean own = provider.getClass().getName().startsWith(OURS);
            (own ? ours : others).addAll(entries.apply(provider));
        }
        ours.addAll(others);
        Set<String> names = new HashSet<>();
        for (T entry : ours) {
            if (!names.add(name.apply(entry))) {
                throw new ServiceConfigurationError("two " + plural + " have the name " + name.apply(entry));
            }
        }
        return List.copyOf(ours);
    }
}
