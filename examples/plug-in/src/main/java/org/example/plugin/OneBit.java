package org.example.plugin;

import java.util.List;
import java.util.function.Consumer;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.convergence.claims.Check;
import org.tersegrad.convergence.claims.Claim;
import org.tersegrad.convergence.claims.ClaimProvider;
import org.tersegrad.convergence.claims.Extent;
import org.tersegrad.convergence.claims.Figure;
import org.tersegrad.convergence.claims.Mutant;
import org.tersegrad.convergence.claims.Outcome;
import org.tersegrad.convergence.claims.Statement;

/**
 * A claim: {@code one-bit}.
 *
 * @param recipe of what is claimed to take one bit
 */
public record OneBit(String recipe) implements Claim, ClaimProvider {
    /** Signs. */
    public OneBit() {
        this("sign");
    }

    @Override
    public List<Claim> claims() {
        return List.of(this);
    }

    @Override
    public Statement statement() {
        return new Statement(
                "one-bit", "Seide and others 2014", "A sign takes one bit an element.", "A million elements.");
    }

    @Override
    public List<Mutant> mutants() {
        return List.of(new Mutant("two bits", "Levels are sent, too.", new OneBit("qsgd(2bit)"), "bits an element"));
    }

    @Override
    public Outcome run(Extent extent, Consumer<String> progress) {
        int elements = extent.of(1_000_000, 100_000);
        progress.accept("encoding");
        double bits = Recipe.parse(recipe).compress(new float[elements]).bits() / (double) elements;
        return Outcome.judge(Check.between(1, 1.01, "bits an element", Figure.exact(bits)));
    }
}
