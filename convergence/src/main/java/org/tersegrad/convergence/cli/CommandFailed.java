package org.tersegrad.convergence.cli;

/** Ends a command with one sentence for the user and an exit code; nobody sees a stack trace. */
final class CommandFailed extends RuntimeException {
    /** What was asked for cannot be done. */
    static final int FAILED = 1;

    /** What was asked for makes no sense. */
    static final int MISUSED = 2;

    private static final long serialVersionUID = 1L;

    private final int exitCode;

    CommandFailed(int exitCode, String sentence, Throwable cause) {
        super(sentence, cause);
        this.exitCode = exitCode;
    }

    CommandFailed(int exitCode, String sentence) {
        super(sentence);
        this.exitCode = exitCode;
    }

    /**
     * @param what there is too little memory for
     */
    static CommandFailed outOfMemory(String what, OutOfMemoryError cause) {
        String sentence = "There is too little memory for " + what + "; JAVA_TOOL_OPTIONS=-Xmx8g asks for more.";
        return new CommandFailed(FAILED, sentence, cause);
    }

    int exitCode() {
        return exitCode;
    }
}
