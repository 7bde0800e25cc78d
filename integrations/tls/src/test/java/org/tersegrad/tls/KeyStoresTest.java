package org.tersegrad.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Mistakes with files are one sentence that names the file. */
class KeyStoresTest {
    private final Path worker = Certificates.worker();
    private final Path trusted = Certificates.trusted();

    @Test
    void aMistakeNamesItsFile(@TempDir Path folder) throws Exception {
        Path missing = folder.resolve("missing.p12");
        assertThatThrownBy(() -> Tls.mutual(missing, Certificates.PASSWORD, trusted))
                .isInstanceOf(IOException.class)
                .hasMessage("the key store " + missing + " does not exist or is no file");
        assertThatThrownBy(() -> Tls.mutual(worker, Certificates.PASSWORD, folder))
                .hasMessage("the trust store " + folder + " does not exist or is no file");
        assertThatThrownBy(() -> Tls.mutual(worker, "open".toCharArray(), trusted))
                .hasMessage("the key store " + worker + " has another password");
        Path text = Files.writeString(folder.resolve("text.p12"), "no key store");
        assertThatThrownBy(() -> Tls.mutual(text, Certificates.PASSWORD, trusted))
                .hasMessageStartingWith("the key store " + text + " is neither PKCS12 nor JKS");
        assertThatThrownBy(() -> Tls.mutual(trusted, Certificates.PASSWORD, trusted))
                .hasMessage("the key store " + trusted + " has no private key");
        assertThatThrownBy(() -> Tls.mutual(worker, Certificates.PASSWORD, worker))
                .hasMessage("the trust store " + worker + " has no certificate of a CA");
    }

    @Test
    void theTextHasNoPassword() {
        assertThat(Certificates.tls(worker).withHostNames()).hasToString("mutual TLS with host names");
    }
}
