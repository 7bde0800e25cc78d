package org.tersegrad.tls;

import java.io.IOException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.Optional;
import org.tersegrad.reducers.group.TcpChannel.RejectedException;
import org.tersegrad.tls.NamedTrust.UntrustedException;

/** The failures of the JDK's TLS in sentences about the other worker. */
final class TlsFailures {
    private static final String ALERT = "Received fatal alert: ";
    private static final int FIRST_TYPE = 20;
    private static final int LAST_TYPE = 23;

    private TlsFailures() {}

    /**
     * A rejection, by this side or the other, if it is due to the handshake; else the connection is broken.
     *
     * @param firstByte of all that the other side has sent
     */
    static IOException of(Exception cause, int firstByte, boolean established) {
        String why = sentence(cause, firstByte);
        IOException failure = established && alert(cause).isEmpty() ? new IOException(why) : new RejectedException(why);
        failure.initCause(cause);
        return failure;
    }

    private static String sentence(Exception cause, int firstByte) {
        if (firstByte >= 0 && (firstByte < FIRST_TYPE || firstByte > LAST_TYPE)) {
            return "it speaks no TLS, and this worker does";
        }
        Optional<String> alert = alert(cause);
        if (alert.isPresent()) {
            return alert.get().contains("certificate") || alert.get().contains("_ca")
                    ? "it rejects the certificate of this worker: " + alert.get()
                    : "it ends TLS: " + alert.get();
        }
        Optional<CertificateException> certificate = inChain(cause, CertificateException.class);
        if (certificate.isPresent()) {
            String subject = inChain(cause, UntrustedException.class)
                    .map(each -> " " + each.subject())
                    .orElse("");
            return "its certificate" + subject + ' ' + fault(cause);
        }
        String message = String.valueOf(cause.getMessage());
        return message.contains("Empty client certificate chain")
                ? "it shows no certificate of a CA in the trust store of this worker"
                : "TLS fails: " + message;
    }

    private static String fault(Exception cause) {
        Optional<CertificateExpiredException> expired = inChain(cause, CertificateExpiredException.class);
        if (expired.isPresent()) {
            return "has expired: " + expired.get().getMessage();
        }
        Optional<CertificateNotYetValidException> early = inChain(cause, CertificateNotYetValidException.class);
        if (early.isPresent()) {
            return "is not valid yet: " + early.get().getMessage();
        }
        if (inChain(cause, CertPathBuilderException.class).isPresent()) {
            return "is of no CA in the trust store of this worker";
        }
        Throwable last = cause;
        while (last.getCause() != null) {
            last = last.getCause();
        }
        return "is not accepted: " + last.getMessage();
    }

    private static Optional<String> alert(Exception cause) {
        String message = String.valueOf(cause.getMessage());
        int at = message.indexOf(ALERT);
        return at < 0 ? Optional.empty() : Optional.of(message.substring(at + ALERT.length()));
    }

    private static <T extends Throwable> Optional<T> inChain(Throwable cause, Class<T> type) {
        for (Throwable each = cause; each != null; each = each.getCause()) {
            if (type.isInstance(each)) {
                return Optional.of(type.cast(each));
            }
        }
        return Optional.empty();
    }
}
