package org.example.compressor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.testkit.Claim;
import org.tersegrad.testkit.Subject;
import org.tersegrad.testkit.junit.CompressorLaws;
import org.tersegrad.testkit.junit.DamageLaws;
import org.tersegrad.testkit.junit.GuaranteeLaws;
import org.tersegrad.testkit.junit.HugeValueLaws;
import org.tersegrad.testkit.junit.ResidualLaws;
import org.tersegrad.testkit.junit.ResidualStepLaws;
import org.tersegrad.testkit.junit.StateLaws;
import org.tersegrad.testkit.junit.SteadyStateLaws;
import org.tersegrad.testkit.junit.SymmetryLaws;

/** The compressor alone and with error feedback, under all laws. */
class NibblesTest extends CompressorLaws {
    static final Subject ALONE = new Subject(new Nibbles(), Claim.ODD, Claim.SCALES, Claim.PERMUTES, Claim.IDEMPOTENT);
    static final Subject WITH_RESIDUAL = new Subject(Recipe.parse("nibbles+ef"), Claim.FORGETS_NOTHING);

    @Override
    protected List<Subject> subjects() {
        return List.of(ALONE, WITH_RESIDUAL);
    }
}

class NibblesLevelTest {
    @Test
    void elementsAreRoundedToTheNearestLevel() {
        float[] decoded = new Nibbles().compress(7, 3.4f, 3.6f, -0.4f, -7).decompress();
        assertArrayEquals(new float[] {7, 3, 4, 0, -7}, decoded);
    }
}

class NibblesDamageTest extends DamageLaws {
    @Override
    protected List<Subject> subjects() {
        return List.of(NibblesTest.ALONE);
    }
}

class NibblesGuaranteeTest extends GuaranteeLaws {
    @Override
    protected List<Subject> subjects() {
        return List.of(NibblesTest.ALONE);
    }
}

class NibblesHugeValueTest extends HugeValueLaws {
    @Override
    protected List<Subject> subjects() {
        return List.of(NibblesTest.ALONE, NibblesTest.WITH_RESIDUAL);
    }
}

class NibblesResidualTest extends ResidualLaws {
    @Override
    protected List<Subject> subjects() {
        return List.of(NibblesTest.WITH_RESIDUAL);
    }
}

class NibblesResidualStepTest extends ResidualStepLaws {
    @Override
    protected List<Subject> subjects() {
        return List.of(NibblesTest.ALONE);
    }
}

class NibblesStateTest extends StateLaws {
    @Override
    protected List<Subject> subjects() {
        return List.of(NibblesTest.WITH_RESIDUAL);
    }
}

class NibblesSteadyStateTest extends SteadyStateLaws {
    @Override
    protected List<Subject> subjects() {
        return List.of(NibblesTest.ALONE);
    }
}

class NibblesSymmetryTest extends SymmetryLaws {
    @Override
    protected List<Subject> subjects() {
        return List.of(NibblesTest.ALONE);
    }
}
