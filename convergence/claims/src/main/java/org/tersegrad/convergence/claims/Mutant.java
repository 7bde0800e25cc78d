package org.tersegrad.convergence.claims;

/**
 * A claim about something that was broken on purpose. It shows that the claim can fail: a check that holds for the claim does not hold
 * for its mutant.
 *
 * @param name of what is broken, as in {@code no error feedback}
 * @param sentence on the broken thing
 * @param claim runs it, with the checks of the original
 * @param check text in the description of the check that must turn
 */
public record Mutant(String name, String sentence, Claim claim, String check) {}
