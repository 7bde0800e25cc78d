package org.tersegrad.convergence.training.checkpoints;

/** Thrown for a checkpoint that cannot be continued from. The message is the reason, in half a sentence. */
public final class DamagedCheckpointException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Says what is wrong with the file. */
    public DamagedCheckpointException(String reason) {
        super(reason);
    }

    /** Says so, with the exception that showed it. */
    public DamagedCheckpointException(String reason, Throwable cause) {
        super(reason, cause);
    }
}
