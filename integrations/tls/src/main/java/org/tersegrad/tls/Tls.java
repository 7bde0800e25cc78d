package org.tersegrad.tls;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import org.tersegrad.reducers.group.TcpChannel;
import org.tersegrad.reducers.group.TcpChannels;
import tlschannel.ClientTlsChannel;
import tlschannel.ServerTlsChannel;

/**
 * TLS for the connections of a {@link org.tersegrad.reducers.group.TcpGroup}.
 *
 * <pre>{@code
 * Tls tls = Tls.mutual(Path.of("worker.p12"), password, Path.of("ca.p12"));
 * TcpGroup group = TcpGroup.join(place, TcpOptions.usual().withChannels(tls));
 * }</pre>
 *
 * <p>Of two workers the one of lower rank is the TLS server. A process with a certificate that the trust store accepts can join in any worker's
 * place, so the trust store has the CA of this training and no public one; {@link #withHostNames} narrows that to the hosts that
 * certificates name. Versions and cipher suites are those of the JDK or of the {@link SSLContext}.
 */
public final class Tls implements TcpChannels {
    private final SSLContext context;
    private final boolean mutual;
    private final boolean hostNames;

    private Tls(SSLContext context, boolean mutual, boolean hostNames) {
        this.context = context;
        this.mutual = mutual;
        this.hostNames = hostNames;
    }

    /**
     * Both sides show certificates.
     *
     * @param keyStore a file with this worker's key and certificate, PKCS12 or JKS
     * @param password not modified: of both files; for keys with a password of their own use {@link #mutual(SSLContext)}
     * @param trustStore a file with the certificates of the CAs
     * @throws IOException if a file is missing, has another password, or lacks a key or a certificate
     */
    public static Tls mutual(Path keyStore, char[] password, Path trustStore) throws IOException {
        return mutual(KeyStores.context(keyStore, password, trustStore));
    }

    /** Both sides show certificates. */
    public static Tls mutual(SSLContext context) {
        return new Tls(context, true, false);
    }

    /**
     * Only the worker of lower rank shows a certificate. The other one is anybody, unless the group has a
     * {@linkplain org.tersegrad.reducers.group.TcpOptions#withSecret secret}.
     */
    public static Tls oneSided(SSLContext context) {
        return new Tls(context, false, false);
    }

    /**
     * The same, where the certificate of a worker has to name the host to which others connect: the name or number in their list of
     * addresses, or the one that the worker has told worker 0, usually a number. Without this call no names are checked.
     */
    public Tls withHostNames() {
        return new Tls(context, mutual, true);
    }

    @Override
    public TcpChannel connecting(SocketChannel socket, InetSocketAddress to) {
        SSLEngine engine = context.createSSLEngine(to.getHostString(), to.getPort());
        engine.setUseClientMode(true);
        if (hostNames) {
            SSLParameters parameters = engine.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            engine.setSSLParameters(parameters);
        }
        return new TlsConnection(
                socket, engine, wire -> ClientTlsChannel.newBuilder(wire, engine), ClientTlsChannel.Builder::build);
    }

    @Override
    public TcpChannel accepted(SocketChannel socket) {
        SSLEngine engine = context.createSSLEngine();
        engine.setUseClientMode(false);
        engine.setNeedClientAuth(mutual);
        return new TlsConnection(
                socket,
                engine,
                wire -> ServerTlsChannel.newBuilder(wire, context).withEngineFactory(same -> engine),
                ServerTlsChannel.Builder::build);
    }

    @Override
    public String toString() {
        return (mutual ? "mutual" : "one-sided") + " TLS " + (hostNames ? "with" : "without") + " host names";
    }
}
