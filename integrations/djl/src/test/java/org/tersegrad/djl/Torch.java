package org.tersegrad.djl;

import ai.djl.engine.Engine;

/** The presence of PyTorch on this machine: its native library exists for some systems only. */
final class Torch {
    /** For {@code @EnabledIf}. */
    static final String IS_HERE = "org.tersegrad.djl.Torch#isHere";

    private static final boolean HERE = start();

    private Torch() {}

    static boolean isHere() {
        return HERE;
    }

    private static boolean start() {
        try {
            return Engine.getEngine("PyTorch").getRank() > 0;
        } catch (Exception | LinkageError e) { // whatever it is, without the library nothing can be tested
            System.out.println("Tests with DJL are skipped: no native library of PyTorch for "
                    + System.getProperty("os.name") + " on " + System.getProperty("os.arch") + " (" + e + ")");
            return false;
        }
    }
}
