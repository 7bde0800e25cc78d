/** TLS for groups over TCP: {@link org.tersegrad.tls.Tls} encrypts the connections of a {@link org.tersegrad.reducers.group.TcpGroup}. */
package org.tersegrad.tls;
