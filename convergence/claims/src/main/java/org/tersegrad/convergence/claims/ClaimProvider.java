package org.tersegrad.convergence.claims;

import java.util.List;

/**
 * Claims of another library, found as a service. It implements this in a public class and names the class in
 * {@code META-INF/services/org.tersegrad.convergence.claims.ClaimProvider}.
 */
public interface ClaimProvider {
    /** The claims to add, none of whose names exists yet, in the order of tables. */
    List<Claim> claims();
}
