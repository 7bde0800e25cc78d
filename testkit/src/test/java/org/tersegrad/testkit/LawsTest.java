package org.tersegrad.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jqwik.api.Example;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.tersegrad.compressors.floats.Dense;
import org.tersegrad.reducers.AllReduce;
import org.tersegrad.reducers.group.LocalGroup;
import org.tersegrad.testkit.junit.CollectiveLaws;
import org.tersegrad.testkit.junit.CompressorLaws;
import org.tersegrad.testkit.junit.DamageLaws;
import org.tersegrad.testkit.junit.GuaranteeLaws;
import org.tersegrad.testkit.junit.HugeValueLaws;
import org.tersegrad.testkit.junit.MembershipLaws;
import org.tersegrad.testkit.junit.ReducerLaws;
import org.tersegrad.testkit.junit.ResidualLaws;
import org.tersegrad.testkit.junit.ResidualStepLaws;
import org.tersegrad.testkit.junit.StateLaws;
import org.tersegrad.testkit.junit.SteadyStateLaws;
import org.tersegrad.testkit.junit.SymmetryLaws;

class LawsTest {
    private static List<Law> all() {
        return Stream.of(
                        Laws.of(new Dense()),
                        Laws.of(new AllReduce()),
                        Laws.of("threads", LocalGroup::run),
                        Laws.ofMemberships("none", place -> {
                            throw new UnsupportedOperationException();
                        }))
                .flatMap(laws -> laws.list().stream())
                .toList();
    }

    /** Else a law would be checked by a command and not by tests, or the other way round. */
    @Test
    void everyLawIsATestOfItsClassAndEveryTestIsALaw() {
        Map<String, Set<String>> expected = all().stream()
                .collect(Collectors.groupingBy(
                        Law::kind, TreeMap::new, Collectors.mapping(Law::name, Collectors.toCollection(TreeSet::new))));
        Map<String, Set<String>> tests = new TreeMap<>();
        for (Class<?> kind : List.of(
                CollectiveLaws.class,
                CompressorLaws.class,
                DamageLaws.class,
                GuaranteeLaws.class,
                HugeValueLaws.class,
                MembershipLaws.class,
                ReducerLaws.class,
                ResidualLaws.class,
                ResidualStepLaws.class,
                StateLaws.class,
                SteadyStateLaws.class,
                SymmetryLaws.class)) {
            tests.put(
                    kind.getSimpleName(),
                    Arrays.stream(kind.getDeclaredMethods())
                            .filter(LawsTest::isTest)
                            .map(Method::getName)
                            .collect(Collectors.toCollection(TreeSet::new)));
        }
        assertThat(tests).isEqualTo(expected);
    }

    private static boolean isTest(Method method) {
        return Stream.of(Test.class, TestFactory.class, Property.class, Example.class)
                .anyMatch(method::isAnnotationPresent);
    }

    @Test
    void everyLawSaysSomethingAndHasANameOfItsOwn() {
        assertThat(all()).allSatisfy(law -> assertThat(law.says()).hasSizeGreaterThan(10));
        assertThat(all()).extracting(Law::name).doesNotHaveDuplicates();
    }

    @Test
    void namesAndNumbersAreChecked() {
        Laws laws = Laws.of(new Dense());
        assertThat(laws.only("SymmetryLaws", "roomGrowsWithTheTensor").list()).hasSize(5);
        assertThatThrownBy(() -> laws.only("Symmetry")).hasMessageContaining("no law or kind of laws called Symmetry");
        assertThatThrownBy(() -> laws.withTries(0)).hasMessageContaining("at least once");
        assertThatThrownBy(() -> Laws.require("no", new Subject(new Dense()), 1))
                .hasMessageContaining("called no");
    }

    /** So that no law of a step with a residual is skipped for a built-in compressor. */
    @Test
    void builtInCompressorsKeepNoResidual() {
        assertThat(BuiltInCompressors.ALL)
                .allSatisfy(subject -> assertThat(Laws.applies("residualEqualsSumMinusDecoded", subject))
                        .isTrue());
    }

    /** A claim of a recipe that is in no list would never be checked. */
    @Test
    void everyClaimIsOfARecipeOfTheLists() {
        assertThat(BuiltInCompressors.ALL)
                .extracting(Subject::toString)
                .containsAll(BuiltInCompressors.claims().keySet());
    }
}
