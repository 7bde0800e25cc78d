package org.tersegrad.reducers.group;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** A socket as it is. */
record TcpPlainChannel(SocketChannel socket) implements TcpChannel {
    @Override
    public int read(ByteBuffer to) throws IOException {
        return socket.read(to);
    }

    @Override
    public long write(ByteBuffer[] from, int offset, int length) throws IOException {
        return socket.write(from, offset, length);
    }

    @Override
    public int interest(int wanted) {
        return wanted;
    }

    @Override
    public boolean hasInput() {
        return false;
    }

    @Override
    public int held() {
        return 0;
    }

    @Override
    public boolean farewell() {
        return true;
    }

    @Override
    public boolean isOpen() {
        return socket.isOpen();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
