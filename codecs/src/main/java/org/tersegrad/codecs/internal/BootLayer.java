package org.tersegrad.codecs.internal;

/** The modules that this VM started with. A VM that knows no modules answers with a {@link LinkageError}. */
@NotCheckedForAndroid("ModuleLayer is missing there; ActiveKernels then stays with the scalar kernels")
final class BootLayer {
    private BootLayer() {}

    static boolean has(String module) {
        return ModuleLayer.boot().findModule(module).isPresent();
    }
}
