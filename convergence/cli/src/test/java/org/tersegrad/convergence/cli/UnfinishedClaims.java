package org.tersegrad.convergence.cli;

import java.util.List;
import java.util.function.Consumer;
import org.tersegrad.convergence.claims.Check;
import org.tersegrad.convergence.claims.Claim;
import org.tersegrad.convergence.claims.ClaimProvider;
import org.tersegrad.convergence.claims.Extent;
import org.tersegrad.convergence.claims.Figure;
import org.tersegrad.convergence.claims.Outcome;
import org.tersegrad.convergence.claims.Sender;
import org.tersegrad.convergence.claims.Statement;

/** Two claims that do not come to a good end: a method diverges, and a program stops. */
public final class UnfinishedClaims implements ClaimProvider {
    private record Unfinished(String name, boolean stops) implements Claim {
        @Override
        public Statement statement() {
            return new Statement(name, "nobody 2020", "It ends.", "Made up.");
        }

        @Override
        public Outcome run(Extent extent, Consumer<String> progress) {
            if (stops) {
                throw new IllegalArgumentException("a mistake of its own");
            }
            Sender sender = new Sender("sign+ef", 2, 1);
            float[] x = {1, -3};
            for (int step = 0; step < 100; step++) {
                float[] gradient = {100 * x[0], 100 * x[1]};
                sender.send(gradient, x, -1);
            }
            return Outcome.judge(Check.atMost(1, "where it ends", Figure.exact(x[0])));
        }
    }

    @Override
    public List<Claim> claims() {
        return List.of(new Unfinished("test-diverges", false), new Unfinished("test-stops", true));
    }
}
