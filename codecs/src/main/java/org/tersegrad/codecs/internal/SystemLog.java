package org.tersegrad.codecs.internal;

/** The log of the JDK. A VM that has none stays silent. */
public final class SystemLog {
    private SystemLog() {}

    /** Logs a warning. */
    public static void warn(String message) {
        try {
            Logger.warn(message);
        } catch (LinkageError e) {
            // There is no log on this VM.
        }
    }

    /** Loaded when it is called. */
    @NotCheckedForAndroid("System.Logger is missing there")
    private static final class Logger {
        static void warn(String message) {
            System.getLogger("org.tersegrad").log(System.Logger.Level.WARNING, message);
        }
    }
}
