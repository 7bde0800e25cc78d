package org.tersegrad.convergence.data;

/** Hears how far a fetch is. */
public interface Progress {
    /** The next step begins: a few words. */
    void step(String what);

    /** The step goes on; called about once a second. */
    void waiting(long seconds);
}
