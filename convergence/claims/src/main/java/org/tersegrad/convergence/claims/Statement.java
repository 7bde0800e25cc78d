package org.tersegrad.convergence.claims;

/**
 * A published claim, its source, and how it is run here.
 *
 * @param name what it is called at the command line, as in {@code sign-rare-gradients}
 * @param source paper, year, and table or theorem
 * @param claim what is claimed, in a sentence
 * @param setting ours, and where it is smaller than the original
 */
public record Statement(String name, String source, String claim, String setting) {
    public Statement {
        if (!name.matches("[a-z0-9]+(-[a-z0-9]+)*")) {
            throw new IllegalArgumentException(
                    "a claim's name is made of small letters, digits and hyphens, not " + name);
        }
    }
}
