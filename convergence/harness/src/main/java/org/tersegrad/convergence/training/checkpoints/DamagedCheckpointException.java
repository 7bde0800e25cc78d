package org.tersegrad.convergence.training.checkpoints;

/** Thrown for a checkpoint that cannot be continued from. The message is the reason, in half a sentence. */
public final class DamagedCheckpointException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Names the damage. */
    public DamagedCheckpointException(String reason) {
        super(reason);
    }

    /** Names the damage, with the exception that revealed it. */
    public DamagedCheckpointException(String reason, Throwable cause) {
        super(reason, cause);
    }
}
