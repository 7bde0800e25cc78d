package org.tersegrad.convergence.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.concurrent.Callable;
import org.tersegrad.convergence.cli.compare.Compare;
import org.tersegrad.convergence.cli.record.RecordCommand;
import org.tersegrad.convergence.cli.schemes.Schemes;
import org.tersegrad.convergence.cli.shared.CommandFailed;
import org.tersegrad.convergence.cli.time.Calibrate;
import org.tersegrad.convergence.cli.time.Pays;
import org.tersegrad.convergence.cli.time.Timeline;
import org.tersegrad.convergence.internal.Catalog;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;
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
            "  tersegrad calibrate all_reduce.txt",
            "  tersegrad pays --profile resnet-50 --network 10gbe",
            "  tersegrad timeline --profile bert-base --network 10gbe --workers 16",
            "  tersegrad reproduce --all",
            "  tersegrad suite 'topk(0.01)+ef'",
            "  tersegrad data fetch mnist",
            "  tersegrad new compressor my-compressor",
            "  tersegrad laws my-compressor/target/my-compressor-1.jar",
            "  tersegrad judge -- python3 my_compressor.py",
            "  tersegrad record --out record",
            "  tersegrad bench Packing -p width=4 -p elements=1048576"
        })
public final class Main implements Callable<Integer> {
    /** The commands of this library, a line each, in the order of the help. */
    public static final class BuiltIn implements CommandProvider {
        @Override
        public List<Object> commands() {
            return List.of(
                    new HelpCommand(),
                    new Compare(),
                    new Info(),
                    new Schemes(),
                    new Inspect(),
                    new CheckLaws(),
                    new Judge(),
                    new RecordCommand(),
                    new NewProject(),
                    new Calibrate(),
                    new Pays(),
                    new Timeline(),
                    new Reproduce(),
                    new RecordCorpus(),
                    new RunSuite(),
                    new Data(),
                    new NewSecret(),
                    new Completion());
        }
    }

    /** Width of the help without a terminal to ask. */
    private static final int HELP_COLUMNS = 110;

    @Spec
    private CommandSpec spec;

    /** Loaded before the command line is parsed: {@link PlugIns}. */
    @Option(
            names = PlugIns.OPTION,
            paramLabel = "JAR",
            scope = ScopeType.INHERIT,
            description = "Adds the recipes, models, data sets, claims and commands of a jar. May be repeated.")
    @SuppressWarnings("UnusedVariable") // for the help, and so that it is no mistake
    private List<Path> plugIns = List.of();

    /** Ends the process with 0, with 1 if what was asked for cannot be done, with 2 if it makes no sense. */
    public static void main(String[] args) {
        System.exit(runWithPlugIns(args));
    }

    private static int runWithPlugIns(String[] args) {
        try {
            List<Path> jars = PlugIns.in(args);
            return jars.isEmpty() ? run(args) : PlugIns.run(jars, args);
        } catch (CommandFailed e) {
            System.err.println(e.getMessage());
            return e.exitCode();
        }
    }

    /** Runs a command with the class path as it is, and returns the exit code. */
    public static int run(String[] args) {
        try {
            return commandLine().execute(args);
        } catch (ServiceConfigurationError e) { // what another jar adds
            System.err.println("tersegrad: " + e.getMessage());
            return 1;
        }
    }

    static CommandLine commandLine() {
        CommandLine line = new CommandLine(new Main());
        Catalog.entries("commands", CommandProvider.class, Main::commands, CommandLine::getCommandName)
                .forEach(line::addSubcommand);
        return line.setUsageHelpWidth(HELP_COLUMNS)
                .setUsageHelpAutoWidth(true)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler(Main::explain)
                .setExecutionExceptionHandler(Main::report);
    }

    private static List<CommandLine> commands(CommandProvider provider) {
        return provider.commands().stream().map(CommandLine::new).toList();
    }

    /** Prints the help if no command is given. */
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
