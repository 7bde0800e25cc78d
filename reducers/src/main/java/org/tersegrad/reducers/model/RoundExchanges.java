package org.tersegrad.reducers.model;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Frame;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.Exchange;

/**
 * The chains of all tensors, side by side, as rounds: every chain's next exchange is part of one message, and is over when the
 * answer comes. {@link FusedExchanges} does the same with calls of a group that blocks.
 */
final class RoundExchanges {
    private final RoundGroup group;
    private final Exchange[] chains;

    /** @param chains modified: where each of them is; {@link Exchange#DONE} in the end */
    RoundExchanges(RoundGroup group, Exchange[] chains) {
        this.group = group;
        this.chains = chains;
    }

    boolean isDone() {
        return Arrays.stream(chains).allMatch(chain -> chain == Exchange.DONE);
    }

    /** The message of this worker to the others in this round, in the layout of {@link RoundBlocks}. */
    byte[] message() {
        List<ByteBuffer> blocks = new ArrayList<>();
        blocks.add(floats(vectors(Exchange.Sum.class, sum -> sum.inOut().floats())));
        blocks.add(floats(vectors(Exchange.Max.class, Exchange.Max::inOut)));
        blocks.add(ByteBuffer.wrap(RoundBlocks.join(
                select(Exchange.ToAll.class).stream().map(Exchange.ToAll::mine).toList())));
        blocks.add(payloads());
        List<Exchange.ToEach> toEach = select(Exchange.ToEach.class);
        for (int worker = 0; worker < group.size(); worker++) {
            int to = worker;
            blocks.add(ByteBuffer.wrap(RoundBlocks.join(
                    toEach.stream().map(each -> message(each, to)).toList())));
        }
        return RoundBlocks.join(blocks);
    }

    /** Ends this round's exchanges with what the switch made of all workers' messages. */
    void take(byte[] forAll, byte[] forMe) {
        int workers = group.size();
        List<ByteBuffer> shared = RoundBlocks.split(forAll, 2 + 2 * workers);
        List<ByteBuffer> own = RoundBlocks.split(forMe, workers);
        List<Exchange.Sum> sums = select(Exchange.Sum.class);
        List<FloatSlice> vectors =
                sums.stream().map(each -> each.inOut().floats()).toList();
        takeFloats(shared.get(RoundBlocks.SUMS), vectors);
        for (int i = 0; i < vectors.size(); i++) {
            vectors.get(i).multiply(sums.get(i).weight());
            sums.get(i).inOut().set(vectors.get(i));
        }
        takeFloats(shared.get(RoundBlocks.MAXIMA), vectors(Exchange.Max.class, Exchange.Max::inOut));
        for (int worker = 0; worker < workers; worker++) {
            FusedExchanges.deliver(
                    worker,
                    shared.get(2 + worker),
                    FusedExchanges.map(select(Exchange.ToAll.class), Exchange.ToAll::each));
            FusedExchanges.deliver(
                    worker, own.get(worker), FusedExchanges.map(select(Exchange.ToEach.class), Exchange.ToEach::each));
            Collective.Receiver.named(this::takePayloads).accept(worker, shared.get(2 + workers + worker));
        }
        for (int i = 0; i < chains.length; i++) {
            chains[i] = chains[i] == Exchange.DONE ? Exchange.DONE : chains[i].next();
        }
    }

    private <E extends Exchange> List<E> select(Class<E> kind) {
        return FusedExchanges.select(chains, kind);
    }

    private <E extends Exchange> List<FloatSlice> vectors(Class<E> kind, Function<E, FloatSlice> vector) {
        return select(kind).stream().map(vector).toList();
    }

    private static ByteBuffer floats(List<FloatSlice> vectors) {
        ByteBuffer bytes = RoundBlocks.buffer(
                vectors.stream().mapToLong(FloatSlice::length).sum() * Float.BYTES);
        for (FloatSlice vector : vectors) {
            bytes.asFloatBuffer().put(vector.array(), vector.offset(), vector.length());
            bytes.position(bytes.position() + Float.BYTES * vector.length());
        }
        return bytes.flip();
    }

    private static void takeFloats(ByteBuffer bytes, List<FloatSlice> vectors) {
        long expected = vectors.stream().mapToLong(FloatSlice::length).sum() * Float.BYTES;
        if (bytes.remaining() != expected) {
            throw new MalformedInputException(
                    0,
                    "answer of the switch: " + bytes.remaining() + " bytes of floats where " + expected + " are due");
        }
        for (FloatSlice vector : vectors) {
            bytes.asFloatBuffer().get(vector.array(), vector.offset(), vector.length());
            if (!Float.isFinite(vector.largestMagnitude())) {
                throw new MalformedInputException(bytes.position(), "answer of the switch: a sum is not finite");
            }
            bytes.position(bytes.position() + Float.BYTES * vector.length());
        }
    }

    /** The message of a tensor to one worker. */
    private static ByteBuffer message(Exchange.ToEach exchange, int worker) {
        ByteBuffer its = exchange.mine().duplicate();
        int from = its.position();
        for (int i = 0; i < worker; i++) {
            from += exchange.lengths()[i];
        }
        return its.limit(from + exchange.lengths()[worker]).position(from);
    }

    private ByteBuffer payloads() {
        List<Exchange.Payloads> sending = FusedExchanges.sending(select(Exchange.Payloads.class), group.rank());
        if (sending.isEmpty()) {
            return ByteBuffer.allocate(0);
        }
        Frame frame = frame(sending);
        sending.forEach(each -> frame.add(each.payload()));
        ByteBuffer bytes = RoundBlocks.buffer(frame.byteLength());
        frame.writeTo(bytes);
        return bytes.flip();
    }

    private static Frame frame(List<Exchange.Payloads> exchanges) {
        return Frame.allocate(Frame.maxBytes(
                exchanges.stream().mapToInt(each -> each.payload().capacity()).toArray()));
    }

    private void takePayloads(int rank, ByteBuffer message) {
        List<Exchange.Payloads> sending = FusedExchanges.sending(select(Exchange.Payloads.class), rank);
        if (sending.isEmpty()) {
            return;
        }
        Frame frame = frame(sending);
        message.order(ByteOrder.LITTLE_ENDIAN);
        frame.readFrom(
                message,
                sending.stream()
                        .mapToInt(each -> each.elements().applyAsInt(rank))
                        .toArray());
        for (int i = 0; i < sending.size(); i++) {
            frame.get(i, sending.get(i).payload());
            sending.get(i).each().accept(rank, sending.get(i).payload());
        }
    }
}
