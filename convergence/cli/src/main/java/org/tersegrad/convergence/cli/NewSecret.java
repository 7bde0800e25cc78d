package org.tersegrad.convergence.cli;

import java.security.SecureRandom;
import java.util.HexFormat;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Makes a secret for a group over TCP. */
@Command(
        name = "secret",
        description = "Prints 128 random bits: a secret for the workers of a TcpGroup that cannot be guessed.",
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  export GROUP_SECRET=$(./tersegrad secret)"})
final class NewSecret implements Runnable {
    private static final int BYTES = 16;

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        byte[] bytes = new byte[BYTES];
        new SecureRandom().nextBytes(bytes);
        spec.commandLine().getOut().println(HexFormat.of().formatHex(bytes));
        spec.commandLine().getOut().flush();
    }
}
