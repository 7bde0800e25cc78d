package org.tersegrad.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.tersegrad.reducers.group.LocalGroup;
import org.tersegrad.reducers.group.TcpGroup;
import org.tersegrad.reducers.group.TcpOptions;
import org.tersegrad.testkit.junit.CollectiveLaws;

/** All laws of a group, over real connections; and buffers, barriers and messages of many megabytes. */
@Tag("any-jdk")
class TcpGroupLawsTest extends CollectiveLaws {
    private static final TcpOptions OPTIONS =
            TcpOptions.usual().withGroup("test").withSecret("sesame");

    @Override
    protected <R> List<R> run(int workers, LocalGroup.Worker<R> worker) throws Exception {
        List<InetSocketAddress> addresses = Loopback.addresses(workers);
        return GroupRunner.threads(workers, rank -> TcpGroup.join(rank, addresses, OPTIONS), worker);
    }

    /** An exchange makes small views of buffers, some hundred bytes, however long its messages are. */
    @Test
    void buffersAreMadeOnce() throws Exception {
        ThreadMXBean memory = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        int exchanges = 50;
        List<Long> allocated = run(3, group -> {
            ByteBuffer mine = ByteBuffer.allocate(1 << 20);
            group.allGather(mine.duplicate(), (rank, message) -> {});
            long before = memory.getThreadAllocatedBytes(Thread.currentThread().getId());
            for (int i = 0; i < exchanges; i++) {
                group.allGather(mine.duplicate(), (rank, message) -> {});
            }
            return memory.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
        });
        assertThat(allocated).allSatisfy(bytes -> assertThat(bytes).isLessThan(exchanges * 16_384L));
    }

    @Test
    void aBarrierWaitsForAll() throws Exception {
        AtomicInteger there = new AtomicInteger();
        assertThat(run(4, group -> {
                    there.incrementAndGet();
                    group.barrier();
                    return there.get();
                }))
                .containsOnly(4);
        assertThatThrownBy(() -> run(2, group -> {
                    if (group.rank() == 0) {
                        group.barrier();
                    } else {
                        group.allGather(ByteBuffer.allocate(0), (rank, message) -> {});
                    }
                    return 0;
                }))
                .hasMessageContaining("workers make different calls");
    }

    /** More than the system's buffers hold, in both directions at once: no worker may wait for another to read first. */
    @Test
    void largeMessagesGoBothWaysAtOnce() throws Exception {
        int bytes = 30_000_000;
        List<Long> sums = run(3, group -> {
            ByteBuffer mine = ByteBuffer.allocate(bytes);
            for (int i = 0; i < bytes; i += 1000) {
                mine.put(i, (byte) (group.rank() + 1));
            }
            long[] sum = new long[1];
            group.allGather(mine, (rank, message) -> {
                assertThat(message.remaining()).isEqualTo(bytes);
                for (int i = 0; i < bytes; i += 1000) {
                    sum[0] += message.get(message.position() + i);
                }
            });
            return sum[0];
        });
        assertThat(sums).containsOnly(bytes / 1000 * 6L);
    }
}
