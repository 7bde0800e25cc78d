package org.tersegrad.reducers.group;

import java.io.IOException;

/** The connection to one worker is lost. */
public final class LostException extends IOException {
    private static final long serialVersionUID = 1;

    /** The worker that is lost. */
    private final int peer;

    /**
     * A worker is lost.
     *
     * @param peer the worker
     * @param cause whose message says how
     */
    public LostException(int peer, IOException cause) {
        super(cause.getMessage(), cause);
        this.peer = peer;
    }

    /** The worker at the other end of the connection. */
    public int peer() {
        return peer;
    }
}
