package org.tersegrad.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program of the README compiles, and prints on two ranks the output shown below it. */
class ReadmeTest {
    private static final Pattern BLOCK = Pattern.compile("```(java|text)\n(.*?)```", Pattern.DOTALL);

    @Test
    void theProgramPrintsWhatTheReadmeSays(@TempDir Path folder) throws Exception {
        Mpirun.require();
        Matcher blocks = BLOCK.matcher(Files.readString(Path.of("README.md")));
        assertThat(blocks.find()).isTrue();
        Path source = Files.writeString(folder.resolve("Mean.java"), blocks.group(2));
        String[] options = {"-cp", System.getProperty("java.class.path"), "-proc:none", "-d", folder.toString()};
        assertThat(ToolProvider.getSystemJavaCompiler()
                        .run(
                                null,
                                null,
                                null,
                                options[0],
                                options[1],
                                options[2],
                                options[3],
                                options[4],
                                source.toString()))
                .isZero();
        Mpirun.Result result = new Mpirun(folder).run(2, "Mean");
        assertThat(blocks.find()).isTrue();
        assertThat(result.output()).isEqualTo(blocks.group(2));
    }
}
