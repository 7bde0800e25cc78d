package org.tersegrad.testkit;

/**
 * A law of the contract.
 *
 * @param kind the class of {@code org.tersegrad.testkit.junit} that has it as a test
 * @param name the method of that class
 * @param says one sentence that is true of every correct implementation
 */
public record Law(String kind, String name, String says) {
    @Override
    public String toString() {
        return kind + "." + name;
    }
}
