package org.tersegrad.testkit;

import java.util.List;
import java.util.Set;
import org.tersegrad.compressors.Compressor;

/**
 * A compressor under test, and what it claims beyond the laws for all.
 *
 * @param compressor under test
 * @param traits that it claims
 */
public record Subject(Compressor compressor, Set<Trait> traits) {
    public Subject {
        traits = Set.copyOf(traits);
    }

    /** A compressor that claims these traits, or none. */
    public Subject(Compressor compressor, Trait... traits) {
        this(compressor, Set.copyOf(List.of(traits)));
    }

    /** Whether this trait is claimed. */
    public boolean has(Trait trait) {
        return traits.contains(trait);
    }

    @Override
    public String toString() {
        return compressor.toString();
    }
}
