package org.tersegrad.tls;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.UnrecoverableKeyException;
import java.util.Collections;
import java.util.stream.Stream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/** Reads the files of a worker's key and of the certificates that it trusts. Every mistake is one sentence. */
final class KeyStores {
    private KeyStores() {}

    /** A context with the key of one file and the trust of another. */
    static SSLContext context(Path keyStore, char[] password, Path trustStore) throws IOException {
        KeyStore keys = open("key store", keyStore, password);
        KeyStore trusted = open("trust store", trustStore, password);
        try {
            require(keys, keys::isKeyEntry, "the key store " + keyStore + " has no private key");
            require(
                    trusted,
                    trusted::isCertificateEntry,
                    "the trust store " + trustStore + " has no certificate of a CA");
            KeyManagerFactory keyManagers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keyManagers.init(keys, password);
            TrustManagerFactory trustManagers =
                    TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trustManagers.init(trusted);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(
                    keyManagers.getKeyManagers(),
                    Stream.of(trustManagers.getTrustManagers())
                            .map(KeyStores::named)
                            .toArray(TrustManager[]::new),
                    null);
            return context;
        } catch (UnrecoverableKeyException e) {
            throw new IOException(
                    "a key in the key store " + keyStore + " has another password than the file: " + e.getMessage(), e);
        } catch (GeneralSecurityException e) {
            throw new IOException(
                    "TLS with the key store " + keyStore + " and the trust store " + trustStore + " is not possible: "
                            + e.getMessage(),
                    e);
        }
    }

    private static TrustManager named(TrustManager manager) {
        return manager instanceof X509ExtendedTrustManager each ? new NamedTrust(each) : manager;
    }

    private static KeyStore open(String what, Path file, char[] password) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new IOException("the " + what + ' ' + file + " does not exist or is no file");
        }
        try {
            return KeyStore.getInstance(file.toFile(), password);
        } catch (IOException e) {
            boolean wrong = e.getCause() instanceof UnrecoverableKeyException;
            throw new IOException(
                    "the " + what + ' ' + file
                            + (wrong ? " has another password" : " cannot be read: " + e.getMessage()),
                    e);
        } catch (GeneralSecurityException e) {
            throw new IOException("the " + what + ' ' + file + " is neither PKCS12 nor JKS: " + e.getMessage(), e);
        }
    }

    private interface Entries {
        boolean has(String alias) throws GeneralSecurityException;
    }

    private static void require(KeyStore store, Entries entries, String otherwise)
            throws IOException, GeneralSecurityException {
        for (String alias : Collections.list(store.aliases())) {
            if (entries.has(alias)) {
                return;
            }
        }
        throw new IOException(otherwise);
    }
}
