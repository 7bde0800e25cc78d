package org.tersegrad.convergence.group;

/** Wakes up a worker that waits for others of which one has failed. */
final class MeetingBrokenException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    MeetingBrokenException(String message) {
        super(message);
    }
}
