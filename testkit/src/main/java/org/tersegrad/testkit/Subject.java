package org.tersegrad.compressors.laws;

import java.util.List;
import java.util.Set;
import org.tersegrad.compressors.Compressor;

/**
 * A compressor, and what it claims beyond the laws for all.
 *
 * @param compressor under test
 * @param traits what is claimed
 */
public record Subject(Compressor compressor, Set<Trait> traits) {
    public Subject(Compressor compressor, Trait... traits) {
        this(compressor, Set.copyOf(List.of(traits)));
    }

    /** Whether this is claimed. */
    public boolean has(Trait trait) {
        return traits.contains(trait);
    }

    @Override
    public String toString() {
        return compressor.toString();
    }
}
