package org.tersegrad.notebooks;

import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.rapaio.jupyter.kernel.MainApp;
import org.rapaio.jupyter.kernel.channels.AbstractChannel;
import org.rapaio.jupyter.kernel.channels.Channels;
import org.rapaio.jupyter.kernel.channels.LoopThread;
import org.rapaio.jupyter.kernel.channels.MessageHandler;
import org.rapaio.jupyter.kernel.core.ConnectionProperties;
import org.rapaio.jupyter.kernel.core.RapaioKernel;
import org.rapaio.jupyter.kernel.core.Transform;
import org.rapaio.jupyter.kernel.message.Message;
import org.rapaio.jupyter.kernel.message.MessageType;
import org.rapaio.jupyter.kernel.message.messages.IOPubStatus;

/**
 * Starts the Java kernel so that the first request always finds it ready. The kernel's own start opens its sockets first and
 * says afterwards who handles what: a request in between ends the thread that reads requests. Here the sockets are last.
 *
 * <p>Fields are set by name, which fits the version that the pom names.
 */
public final class KernelStart {
    /** Time in which a thread that is going to end at once has ended. */
    private static final int SETTLED_MILLIS = 100;

    private KernelStart() {}

    /**
     * Runs until Jupyter says that it is over.
     *
     * @param arguments the file in which Jupyter says where to listen
     */
    public static void main(String[] arguments) throws Exception {
        Logger.getLogger("").setLevel(Level.WARNING);
        ConnectionProperties connection =
                Transform.fromJson(Files.readString(Path.of(arguments[0])), ConnectionProperties.class);
        RapaioKernel kernel = MainApp.kernel;
        Channels channels = new Channels(connection);
        kernel.registerChannels(channels);
        field(Channels.class, "handlers").set(channels, handlers(kernel));
        for (String name : List.of("heartbeat", "stdin", "iopub", "control", "shell")) {
            ((AbstractChannel) field(Channels.class, name).get(channels)).bind(connection);
        }
        AbstractChannel iopub = (AbstractChannel) field(Channels.class, "iopub").get(channels);
        iopub.sendMessage(new Message<>(MessageType.IOPUB_STATUS, IOPubStatus.STARTING));
        for (Thread loop : loops(channels)) {
            loop.join();
        }
        System.exit(0);
    }

    private static Map<MessageType<?>, MessageHandler<?>> handlers(RapaioKernel kernel) {
        Map<MessageType<?>, MessageHandler<?>> handlers = new HashMap<>();
        put(handlers, MessageType.SHELL_EXECUTE_REQUEST, kernel::handleExecuteRequest);
        put(handlers, MessageType.SHELL_INSPECT_REQUEST, kernel::handleInspectRequest);
        put(handlers, MessageType.SHELL_COMPLETE_REQUEST, kernel::handleCompleteRequest);
        put(handlers, MessageType.SHELL_HISTORY_REQUEST, kernel::handleHistoryRequest);
        put(handlers, MessageType.SHELL_IS_COMPLETE_REQUEST, kernel::handleIsCompleteRequest);
        put(handlers, MessageType.SHELL_KERNEL_INFO_REQUEST, kernel::handleKernelInfoRequest);
        put(handlers, MessageType.SHELL_COMM_INFO_REQUEST, kernel::handleCommInfoRequest);
        put(handlers, MessageType.CONTROL_SHUTDOWN_REQUEST, kernel::handleShutdownRequest);
        put(handlers, MessageType.CONTROL_INTERRUPT_REQUEST, kernel::handleInterruptRequest);
        put(handlers, MessageType.CUSTOM_COMM_OPEN, kernel::handleCommOpenCommand);
        put(handlers, MessageType.CUSTOM_COMM_MSG, kernel::handleCommMsgCommand);
        put(handlers, MessageType.CUSTOM_COMM_CLOSE, kernel::handleCommCloseCommand);
        return handlers;
    }

    /** The compiler sees to it that a handler takes the messages it is for. */
    private static <T> void put(
            Map<MessageType<?>, MessageHandler<?>> handlers, MessageType<T> type, MessageHandler<T> handler) {
        handlers.put(type, handler);
    }

    /**
     * The threads that read requests. One that began before it was told that it may run has ended at once; then another one
     * does its work.
     */
    private static List<Thread> loops(Channels channels) throws Exception {
        Thread.sleep(SETTLED_MILLIS);
        List<Thread> loops = new ArrayList<>();
        for (String name : List.of("heartbeat", "control", "shell")) {
            Object channel = field(Channels.class, name).get(channels);
            LoopThread loop =
                    (LoopThread) field(channel.getClass(), "loopThread").get(channel);
            Runnable work = loop;
            Thread worker = loop.isAlive() ? loop : new Thread(work, loop.getName());
            if (worker != loop) {
                worker.start();
            }
            loops.add(worker);
        }
        return loops;
    }

    private static Field field(Class<?> owner, String name) throws NoSuchFieldException {
        Field field = owner.getDeclaredField(name);
        field.setAccessible(true);
        return field;
    }
}
