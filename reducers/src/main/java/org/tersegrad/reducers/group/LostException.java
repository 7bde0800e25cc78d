package org.tersegrad.reducers.group;

import java.io.IOException;

/** The connection to one worker is of no more use. */
final class LostException extends IOException {
    private static final long serialVersionUID = 1;

    private final int peer;

    LostException(int peer, IOException cause) {
        super(cause.getMessage(), cause);
        this.peer = peer;
    }

    /** Whose connection it is. */
    int peer() {
        return peer;
    }
}
