package org.example.localsteps;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class LauncherTest {
    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES) // for a group that hangs; no result depends on it
    void allWorkersEndWithTheSameModel() throws Exception {
        List<String> lines = Launcher.run("diloco(10)", "vectors: qsgd(4bit)");
        assertEquals(1, Set.copyOf(lines).size(), lines.toString());
        assertTrue(lines.get(0).startsWith("loss "), lines.toString());
    }
}
