package org.tersegrad.testkit.process;

/**
 * A process that has ended, takes too long or breaks the protocol. An error and no exception, so that a reader of its bytes does not
 * take it for a rejection of them; for a law it is the counter-example.
 */
public final class ProcessFailure extends AssertionError {
    private static final long serialVersionUID = 1;

    ProcessFailure(String what) {
        super(what);
    }

    ProcessFailure(String what, Throwable cause) {
        super(what, cause);
    }
}
