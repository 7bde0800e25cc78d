package org.tersegrad.reducers.group;

import java.util.Optional;

/**
 * Ends the wait of a worker from any thread: while it joins a {@link TcpGroup}, or in an exchange of that group, which ends with it. For one
 * {@code join} each.
 */
public final class Cancellation {
    private Optional<String> reason = Optional.empty();
    private Runnable wake = () -> {};

    /**
     * Cancels. The worker that waits throws at once, or when it waits next; the others find it gone.
     *
     * @param why the reason, for the exception
     */
    public synchronized void cancel(String why) {
        if (reason.isEmpty()) {
            reason = Optional.of(why);
            wake.run();
        }
    }

    /** The reason, once it is cancelled. */
    public synchronized Optional<String> reason() {
        return reason;
    }

    /** @param waking wakes the worker that waits; run at once if it is cancelled already */
    synchronized void onCancel(Runnable waking) {
        wake = waking;
        if (reason.isPresent()) {
            wake.run();
        }
    }
}
