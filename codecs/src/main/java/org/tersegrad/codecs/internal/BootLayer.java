package org.tersegrad.codecs.internal;

/** The modules that this VM started with. A VM that knows no modules answers with a {@link LinkageError}. */
final class BootLayer {
    private BootLayer() {}

    static boolean has(String module) {
        return ModuleLayer.boot().findModule(module).isPresent();
    }
}
