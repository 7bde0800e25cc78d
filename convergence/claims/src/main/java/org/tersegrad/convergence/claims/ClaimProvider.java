package org.tersegrad.convergence.claims;

import java.util.List;

/**
 * How another library adds claims. It implements this in a public class and names the class in
 * {@code META-INF/services/org.tersegrad.convergence.claims.ClaimProvider}.
 */
public interface ClaimProvider {
    /** The claims to add, none of whose names exists yet, in the order of tables. */
    List<Claim> claims();
}
