package org.tersegrad.convergence.cli;

import java.util.concurrent.Callable;
import org.tersegrad.convergence.cli.compare.Compare;
import org.tersegrad.convergence.cli.schemes.Schemes;
import org.tersegrad.convergence.cli.shared.CommandFailed;
import org.tersegrad.convergence.cli.time.Pays;
import org.tersegrad.convergence.cli.time.Timeline;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** The command {@code tersegrad}: one subcommand per task. */
@Command(
        name = "tersegrad",
        description = "Gradient compression for the JVM.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        footer = {
            "  bench       Runs the benchmarks; the options are JMH's, -h lists them.", // by the launcher: a jar of its
            // own
            "",
            "Examples:",
            "  tersegrad compare",
            "  tersegrad info",
            "  tersegrad schemes 'topk(0.01)' 'qsgd(4bit)'",
            "  tersegrad inspect gradient.tg",
            "  tersegrad pays --profile resnet-50 --network 10gbe",
            "  tersegrad timeline --profile bert-base --network 10gbe --workers 16",
            "  tersegrad reproduce --all",
            "  tersegrad data fetch mnist",
            "  tersegrad bench Packing -p width=4 -p elements=1048576"
        },
        subcommands = {
            HelpCommand.class,
            Compare.class,
            Info.class,
            Schemes.class,
            Inspect.class,
            Pays.class,
            Timeline.class,
            Reproduce.class,
            Data.class,
            Completion.class
        })
public final class Main implements Callable<Integer> {
    /** Where there is no terminal to ask. */
    private static final int HELP_COLUMNS = 110;

    @Spec
    private CommandSpec spec;

    /** Ends the process with 0, with 1 if what was asked for cannot be done, with 2 if it makes no sense. */
    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return new CommandLine(new Main())
                .setUsageHelpWidth(HELP_COLUMNS)
                .setUsageHelpAutoWidth(true)
                .setParameterExceptionHandler(Main::explain)
                .setExecutionExceptionHandler(Main::report);
    }

    /** Without a command: who types only the name asks what there is. */
    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return spec.exitCodeOnInvalidInput();
    }

    /** A wrong command line gets one sentence; never a stack trace. */
    private static int explain(ParameterException mistake, String[] args) {
        CommandLine where = mistake.getCommandLine();
        where.getErr().println(Mistake.words(mistake));
        return where.getCommandSpec().exitCodeOnInvalidInput();
    }

    /** A command that failed gets its sentence; anything else is a mistake of ours, and its stack trace helps to find it. */
    private static int report(Exception failure, CommandLine where, ParseResult parsed) throws Exception {
        if (failure instanceof CommandFailed failed) {
            where.getErr().println(failed.getMessage());
            return failed.exitCode();
        }
        throw failure;
    }
}
