package org.tersegrad.codecs.internal;

/** The log of the JDK. A VM that has none answers with a {@link LinkageError}. */
@NotCheckedForAndroid("System.Logger is missing there; ActiveKernels then says nothing")
final class SystemLog {
    private SystemLog() {}

    static void warn(String message) {
        System.getLogger("org.tersegrad").log(System.Logger.Level.WARNING, message);
    }
}
