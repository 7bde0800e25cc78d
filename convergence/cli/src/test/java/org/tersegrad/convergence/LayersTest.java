package org.tersegrad.convergence;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.codeUnits;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.tersegrad.codecs.MalformedInputException;

/** The promises of the library modules that no compiler checks: who may know whom, and what none may touch. */
@AnalyzeClasses(packages = "org.tersegrad", importOptions = ImportOption.DoNotIncludeTests.class)
class LayersTest {
    private static final String CODECS = "org.tersegrad.codecs..";
    private static final String KERNELS = "org.tersegrad.codecs.internal..";
    private static final String MATRICES = "org.tersegrad.convergence.matrices..";
    private static final String COMPRESSORS = "org.tersegrad.compressors..";
    private static final String REDUCERS = "org.tersegrad.reducers..";
    private static final String GROUP = "org.tersegrad.reducers.group..";
    private static final String ERROR_FEEDBACK = "org.tersegrad.errorfeedback..";
    private static final String CONTRIB = "org.tersegrad.contrib..";
    private static final String[] LIBRARY = {CODECS, COMPRESSORS, REDUCERS, ERROR_FEEDBACK, CONTRIB};
    private static final int MOST_PARAMETERS = 7;
    private static final String VECTOR = "jdk.incubator.vector..";

    /** Transports need channels, limits of time and random bytes that cannot be guessed; nothing else does. */
    private static final DescribedPredicate<JavaClass> TRANSPORT = DescribedPredicate.describe(
            "the TCP transport", c -> c.getName().startsWith("org.tersegrad.reducers.group.Tcp"));

    @ArchTest
    static final ArchRule codecsKnowOnlyJava = layer(CODECS, CODECS, VECTOR);

    @ArchTest
    static final ArchRule compressorsKnowCodecs = layer(COMPRESSORS, COMPRESSORS, CODECS);

    @ArchTest
    static final ArchRule reducersKnowCompressors = layer(REDUCERS, REDUCERS, COMPRESSORS, CODECS, "javax.crypto..");

    /** The public packages of the layers below, not their internals; and the exception for bad bytes, the same in all. */
    @ArchTest
    static final ArchRule errorFeedbackKnowsThePublicCompressors = classes()
            .that()
            .resideInAPackage(ERROR_FEEDBACK)
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage(
                            ERROR_FEEDBACK,
                            REDUCERS,
                            "org.tersegrad.compressors",
                            "org.tersegrad.compressors.floats",
                            "org.tersegrad.compressors.levels",
                            "org.tersegrad.compressors.signs",
                            "org.tersegrad.compressors.sparse",
                            "org.tersegrad.compressors.transforms",
                            "org.tersegrad.compressors.wrappers",
                            "java..")
                    .or(type(MalformedInputException.class)));

    /** The packages that the modules below export to all: research variants are written as users write theirs. */
    @ArchTest
    static final ArchRule contribKnowsExportedPackages = layer(
            CONTRIB,
            CONTRIB,
            "org.tersegrad.codecs",
            "org.tersegrad.compressors",
            "org.tersegrad.compressors.floats",
            "org.tersegrad.compressors.levels",
            "org.tersegrad.compressors.signs",
            "org.tersegrad.compressors.sparse",
            "org.tersegrad.compressors.transforms",
            "org.tersegrad.compressors.wrappers",
            "org.tersegrad.reducers",
            "org.tersegrad.reducers.group",
            "org.tersegrad.reducers.model",
            "org.tersegrad.reducers.rows",
            "org.tersegrad.reducers.sync",
            "org.tersegrad.errorfeedback");

    @ArchTest
    static final ArchRule noLibraryModuleKnowsContrib = noClasses()
            .that()
            .resideInAnyPackage(CODECS, COMPRESSORS, REDUCERS, ERROR_FEEDBACK, "org.tersegrad.testkit..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage(CONTRIB);

    @ArchTest
    static final ArchRule contribHasNoCycles =
            slices().matching("org.tersegrad.contrib.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule onlyKernelsUseTheVectorModule = noClasses()
            .that()
            .resideOutsideOfPackages(KERNELS, MATRICES)
            .and()
            .doNotHaveFullyQualifiedName("org.tersegrad.convergence.model.layers.VectorExponential")
            .should()
            .dependOnClassesThat()
            .resideInAPackage(VECTOR);

    /** An {@code Executor} of the caller's may be used. */
    @ArchTest
    static final ArchRule noThreadsButThoseOfAGroup = noClasses()
            .that()
            .resideInAnyPackage(LIBRARY)
            .and()
            .resideOutsideOfPackage(GROUP)
            .should()
            .dependOnClassesThat(type(Executors.class)
                    .or(assignableTo(ExecutorService.class))
                    .or(assignableTo(CompletableFuture.class))
                    .as("threads"))
            .orShould()
            .callConstructorWhere(target(owner(assignableTo(Thread.class))).as("a thread is made"));

    @ArchTest
    static final ArchRule noFiles = libraryNeverTouches(resideInAnyPackage("java.nio.file..", "java.nio.channels..")
            .or(DescribedPredicate.describe(
                    "java.io.File*",
                    c -> c.getPackageName().equals("java.io")
                            && (c.getSimpleName().startsWith("File")
                                    || c.getSimpleName().equals("RandomAccessFile"))))
            .as("files"));

    @ArchTest
    static final ArchRule noDates = libraryNeverTouches(
            resideInAPackage("java.time..").or(type(java.util.Date.class)).as("dates"));

    @ArchTest
    static final ArchRule noClocks = noClasses()
            .that()
            .resideInAnyPackage(LIBRARY)
            .and(not(TRANSPORT))
            .should()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(System.class, "currentTimeMillis");

    /** Covers SplittableRandom and the java.util.random family too. */
    @ArchTest
    static final ArchRule noRandom = libraryNeverTouches(assignableTo(Random.class)
            .or(resideInAPackage("java.util.random.."))
            .or(type(java.util.SplittableRandom.class))
            .as("java.util.Random and its relatives"));

    @ArchTest
    static final ArchRule noMathRandom =
            noClasses().that().resideInAnyPackage(LIBRARY).should().callMethod(Math.class, "random");

    @ArchTest
    static final ArchRule noUnsafe =
            libraryNeverTouches(resideInAPackage("sun.misc..").as("sun.misc.Unsafe"));

    @ArchTest
    static final ArchRule noStaticState = fields().that()
            .areDeclaredInClassesThat()
            .resideInAnyPackage(LIBRARY)
            .and()
            .areStatic()
            .should()
            .beFinal();

    /** A command, or a program in another language, checks laws without a test framework; JUnit and jqwik are in a package below. */
    @ArchTest
    static final ArchRule lawsNeedNoTestFramework = classes()
            .that()
            .resideInAPackage("org.tersegrad.testkit")
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage(LIBRARY)
                    .and(not(resideInAPackage("..internal..")))
                    .or(resideInAnyPackage("org.tersegrad.testkit", "java..", "com.sun.management")));

    /** The model of time is built on models and training; tables and commands are built on it. */
    @ArchTest
    static final ArchRule timeKnowsNeitherReportsNorCommands = noClasses()
            .that()
            .resideInAPackage("org.tersegrad.convergence.time..")
            .and()
            .resideOutsideOfPackage("org.tersegrad.convergence.time.report..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.tersegrad.convergence.report..", "org.tersegrad.convergence.time.report..");

    /** Of two packages of the library modules only one knows the other, directly or through others. */
    @ArchTest
    static final ArchRule libraryPackagesHaveNoCycles = slices().assignedFrom(new SliceAssignment() {
                @Override
                public SliceIdentifier getIdentifierOf(JavaClass type) {
                    return resideInAnyPackage(LIBRARY).test(type)
                            ? SliceIdentifier.of(type.getPackageName())
                            : SliceIdentifier.ignore();
                }

                @Override
                public String getDescription() {
                    return "packages of the library modules";
                }
            })
            .should()
            .beFreeOfCycles();

    /** Kernels and the loops beside them apart, which take their arrays one by one. */
    @ArchTest
    static final ArchRule listsOfParametersAreShort = codeUnits()
            .that()
            .areDeclaredInClassesThat()
            .resideInAnyPackage(LIBRARY)
            .and()
            .areDeclaredInClassesThat()
            .resideOutsideOfPackage("..internal..")
            .should(new ArchCondition<JavaCodeUnit>("have at most " + MOST_PARAMETERS + " parameters") {
                @Override
                public void check(JavaCodeUnit unit, ConditionEvents events) {
                    int count = unit.getRawParameterTypes().size();
                    boolean written = !unit.getModifiers().contains(JavaModifier.SYNTHETIC)
                            && !(unit.isConstructor() && unit.getOwner().isAnonymousClass());
                    if (written && count > MOST_PARAMETERS) {
                        events.add(SimpleConditionEvent.violated(
                                unit, unit.getFullName() + " has " + count + " parameters"));
                    }
                }
            });

    /** Packages are ordered: of two packages of the harness only one depends on the other, directly or not. */
    @ArchTest
    static final ArchRule roomsHaveNoCycles =
            slices().matching("org.tersegrad.convergence.(**)").should().beFreeOfCycles();

    private static ArchRule layer(String layer, String... known) {
        return classes()
                .that()
                .resideInAPackage(layer)
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(known).or(resideInAPackage("java..")));
    }

    private static ArchRule libraryNeverTouches(DescribedPredicate<? super JavaClass> what) {
        return noClasses()
                .that()
                .resideInAnyPackage(LIBRARY)
                .and(not(TRANSPORT))
                .should()
                .dependOnClassesThat(what);
    }

    /** HotSpot is silent about a pattern that no method has; what it was for would only be slower. */
    @ArchTest
    static void optionsOfTheJvmNameMethods(JavaClasses classes) throws IOException {
        String option = "-XX:CompileCommand=dontinline,";
        List<String> patterns;
        try (Stream<String> lines = Files.lines(Path.of("../../scripts/jvm.options"))) {
            patterns = lines.filter(line -> line.startsWith(option))
                    .map(line -> line.substring(option.length()))
                    .toList();
        }
        assertThat(patterns).isNotEmpty();
        for (String pattern : patterns) {
            Pattern method = Pattern.compile(pattern.replace(".", "\\.").replace("*", ".*"));
            assertThat(classes.stream()
                            .flatMap(type -> type.getMethods().stream())
                            .map(each -> each.getOwner().getName() + "::" + each.getName())
                            .anyMatch(method.asMatchPredicate()))
                    .as("a method is like %s", pattern)
                    .isTrue();
        }
    }
}
