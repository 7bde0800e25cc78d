package org.tersegrad.testkit;

import java.util.List;
import java.util.Set;
import org.tersegrad.compressors.Compressor;

/**
 * A compressor under test, and its claims.
 *
 * @param compressor under test
 * @param claims beyond the laws for all
 */
public record Subject(Compressor compressor, Set<Claim> claims) {
    public Subject {
        claims = Set.copyOf(claims);
    }

    /** A compressor with these claims, or none. */
    public Subject(Compressor compressor, Claim... claims) {
        this(compressor, Set.copyOf(List.of(claims)));
    }

    /** Whether this is claimed. */
    public boolean has(Claim claim) {
        return claims.contains(claim);
    }

    @Override
    public String toString() {
        return compressor.toString();
    }
}
