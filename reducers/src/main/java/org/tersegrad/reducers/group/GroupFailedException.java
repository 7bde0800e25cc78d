package org.tersegrad.reducers.group;

/** A worker of a group failed, and with it the group. The cause is what that worker threw. */
public final class GroupFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    GroupFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
