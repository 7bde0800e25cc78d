package org.tersegrad.codecs.internal;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.regex.Pattern;

/**
 * The vector kernels at a chosen width. The width is a constant of their classes, so each one gets classes of its own
 * from a class loader of its own.
 */
final class ShapedKernels extends ClassLoader {
    private static final String PROPERTY = "tersegrad.vectorBits";
    private static final Pattern VECTOR_CLASSES =
            Pattern.compile("org\\.tersegrad\\.codecs\\.internal\\.(\\w+\\.)?Vector.*");

    private ShapedKernels() {
        super(ShapedKernels.class.getClassLoader());
    }

    static Topics ofBits(int bits) {
        return Topics.of(bits + " bits", loader(bits));
    }

    /** A loader that defines the vector kernels for vectors of a width. */
    static ClassLoader loader(int bits) {
        System.setProperty(PROPERTY, Integer.toString(bits));
        try {
            ShapedKernels loader = new ShapedKernels();
            Object lanes = Class.forName("org.tersegrad.codecs.internal.VectorLanes", true, loader)
                    .getField("LENGTH")
                    .get(null);
            if (!lanes.equals(bits / Integer.SIZE)) {
                throw new AssertionError("wanted " + bits + " bits, got " + lanes + " lanes");
            }
            return loader;
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        } finally {
            System.clearProperty(PROPERTY);
        }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            if (!VECTOR_CLASSES.matcher(name).matches()) {
                return super.loadClass(name, resolve);
            }
            Class<?> loaded = findLoadedClass(name);
            return loaded != null ? loaded : define(name);
        }
    }

    private Class<?> define(String name) {
        try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (in == null) {
                throw new AssertionError(name + " is not on the class path");
            }
            byte[] bytes = in.readAllBytes();
            return defineClass(name, bytes, 0, bytes.length);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
