package org.tersegrad.convergence.training;

/** A checkpoint that nobody can go on from. The message is the reason, in half a sentence. */
final class DamagedCheckpointException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    DamagedCheckpointException(String reason) {
        super(reason);
    }

    DamagedCheckpointException(String reason, Throwable cause) {
        super(reason, cause);
    }
}
