package org.tersegrad.tls;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/** The trust of another manager, where a rejection names the subject of the certificate. */
final class NamedTrust extends X509ExtendedTrustManager {
    private final X509ExtendedTrustManager manager;

    NamedTrust(X509ExtendedTrustManager manager) {
        this.manager = manager;
    }

    /** A certificate that was not accepted. */
    static final class UntrustedException extends CertificateException {
        private static final long serialVersionUID = 1;

        private final String subject;

        private UntrustedException(X509Certificate[] chain, CertificateException cause) {
            super(cause.getMessage(), cause.getCause() == null ? cause : cause.getCause());
            subject =
                    chain.length == 0 ? "" : chain[0].getSubjectX500Principal().getName();
        }

        String subject() {
            return subject;
        }
    }

    private interface Check {
        void run() throws CertificateException;
    }

    private static void named(X509Certificate[] chain, Check check) throws CertificateException {
        try {
            check.run();
        } catch (CertificateException e) {
            throw new UntrustedException(chain, e);
        }
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        named(chain, () -> manager.checkClientTrusted(chain, type, engine));
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        named(chain, () -> manager.checkServerTrusted(chain, type, engine));
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        named(chain, () -> manager.checkClientTrusted(chain, type, socket));
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        named(chain, () -> manager.checkServerTrusted(chain, type, socket));
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
        named(chain, () -> manager.checkClientTrusted(chain, type));
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
        named(chain, () -> manager.checkServerTrusted(chain, type));
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return manager.getAcceptedIssuers();
    }
}
