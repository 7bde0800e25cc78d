package org.tersegrad.tls;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.List;

/** Certificates that keytool makes in a temporary folder, once for all tests. */
final class Certificates {
    static final char[] PASSWORD = "sesame street".toCharArray();

    private static final String HERE = "san=ip:127.0.0.1,dns:localhost";
    private static final Path FOLDER = made();

    private Certificates() {}

    /** The key of a worker whose certificate is valid. */
    static Path worker() {
        return FOLDER.resolve("worker.p12");
    }

    /** The same with a certificate of a CA that the workers do not know. */
    static Path stranger() {
        return FOLDER.resolve("stranger.p12");
    }

    static Path expired() {
        return FOLDER.resolve("expired.p12");
    }

    /** The same with the name of another host. */
    static Path elsewhere() {
        return FOLDER.resolve("elsewhere.p12");
    }

    /** The CA of the workers. */
    static Path trusted() {
        return FOLDER.resolve("trusted.p12");
    }

    static Tls tls(Path keyStore) {
        try {
            return Tls.mutual(keyStore, PASSWORD, trusted());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Path made() {
        try {
            Path folder = Files.createTempDirectory("certificates");
            Path all = folder.resolve("all.p12");
            keytool(all, "ca", "-ext", "bc:c");
            keytool(all, "other-ca", "-ext", "bc:c");
            keytool(all, "worker", "-signer", "ca", "-ext", HERE);
            keytool(all, "stranger", "-signer", "other-ca", "-ext", HERE);
            keytool(all, "expired", "-signer", "ca", "-ext", HERE, "-startdate", "-10d", "-validity", "3");
            keytool(all, "elsewhere", "-signer", "ca", "-ext", "san=dns:elsewhere.example");
            KeyStore made = KeyStore.getInstance(all.toFile(), PASSWORD);
            for (String name : List.of("worker", "stranger", "expired", "elsewhere")) {
                KeyStore one = empty();
                Certificate[] chain = made.getCertificateChain(name);
                one.setKeyEntry(name, made.getKey(name, PASSWORD), PASSWORD, chain);
                write(one, folder.resolve(name + ".p12"));
            }
            KeyStore trusted = empty();
            trusted.setCertificateEntry("ca", made.getCertificate("ca"));
            write(trusted, folder.resolve("trusted.p12"));
            return folder;
        } catch (Exception e) {
            throw new IllegalStateException("no certificates were made", e);
        }
    }

    private static KeyStore empty() throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, PASSWORD);
        return store;
    }

    private static void write(KeyStore store, Path file) throws Exception {
        try (OutputStream to = Files.newOutputStream(file)) {
            store.store(to, PASSWORD);
        }
    }

    private static void keytool(Path store, String name, String... options) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of("-genkeypair", "-keyalg", "EC", "-alias", name, "-dname", "CN=" + name));
        command.addAll(List.of("-keystore", store.toString(), "-storepass", new String(PASSWORD)));
        command.addAll(List.of(options));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                .start();
        if (process.waitFor() != 0) {
            throw new IOException("keytool has failed: " + name);
        }
    }
}
