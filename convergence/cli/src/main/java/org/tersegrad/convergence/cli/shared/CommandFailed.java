package org.tersegrad.convergence.cli.shared;

/** Ends a command with one sentence for the user and an exit code, without a stack trace. */
public final class CommandFailed extends RuntimeException {
    /** Exit code of a request that cannot be carried out. */
    public static final int FAILED = 1;

    /** Exit code of a request that makes no sense. */
    public static final int MISUSED = 2;

    private static final long serialVersionUID = 1L;

    /** See {@link #exitCode()}. */
    private final int exitCode;

    /** A failure with the exception that made it fail. */
    public CommandFailed(int exitCode, String sentence, Throwable cause) {
        super(sentence, cause);
        this.exitCode = exitCode;
    }

    /** A failure without an exception. */
    public CommandFailed(int exitCode, String sentence) {
        super(sentence);
        this.exitCode = exitCode;
    }

    /**
     * A command that ran out of memory.
     *
     * @param what there is too little memory for
     */
    public static CommandFailed outOfMemory(String what, OutOfMemoryError cause) {
        String sentence = "There is too little memory for " + what + "; JAVA_TOOL_OPTIONS=-Xmx8g asks for more.";
        return new CommandFailed(FAILED, sentence, cause);
    }

    /** The exit code of the process. */
    public int exitCode() {
        return exitCode;
    }
}
