package org.tersegrad.codecs.internal;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.tersegrad.codecs.internal.floats.AdditionKernels;
import org.tersegrad.codecs.internal.floats.ExponentKernels;
import org.tersegrad.codecs.internal.floats.LevelKernels;
import org.tersegrad.codecs.internal.floats.ReductionKernels;
import org.tersegrad.codecs.internal.floats.RoundingKernels;
import org.tersegrad.codecs.internal.floats.SelectionKernels;
import org.tersegrad.codecs.internal.halves.HalfKernels;
import org.tersegrad.codecs.internal.integers.FieldKernels;
import org.tersegrad.codecs.internal.integers.GapKernels;
import org.tersegrad.codecs.internal.integers.PackingKernels;
import org.tersegrad.codecs.internal.integers.RandomKernels;
import org.tersegrad.codecs.internal.lowrank.LowRankKernels;
import org.tersegrad.codecs.internal.rotations.CosineKernels;
import org.tersegrad.codecs.internal.rotations.RotationKernels;
import org.tersegrad.codecs.internal.signs.SignKernels;
import org.tersegrad.codecs.internal.signs.VoteKernels;
import org.tersegrad.codecs.internal.smallfloats.SmallFloatKernels;
import org.tersegrad.codecs.internal.sums.SumKernels;

/** The kernels of all topics in one form: scalar, or vectors of one width. */
record Topics(
        String name,
        PackingKernels packing,
        GapKernels gaps,
        FieldKernels fields,
        RandomKernels random,
        SignKernels signs,
        VoteKernels votes,
        SumKernels sums,
        HalfKernels halves,
        ReductionKernels reductions,
        AdditionKernels additions,
        ExponentKernels exponents,
        RoundingKernels rounding,
        LevelKernels levels,
        SelectionKernels selection,
        LowRankKernels lowRank,
        RotationKernels rotations,
        CosineKernels cosines,
        SmallFloatKernels smallFloats) {

    static final Topics SCALAR = of("scalar", Kernel::scalar);

    /** A kernel and its place: the interface that declares it, and the name of the constant. */
    record Named(Class<?> topic, String name, Kernel<?> kernel) {
        @Override
        public String toString() {
            return topic.getSimpleName() + "." + name;
        }
    }

    /** All kernels of all topics. */
    static List<Named> kernels() {
        return topics().flatMap(topic -> kernelsOf(topic).stream()).toList();
    }

    static Stream<Class<?>> topics() {
        return Arrays.stream(Topics.class.getRecordComponents())
                .<Class<?>>map(RecordComponent::getType)
                .filter(Class::isInterface);
    }

    static List<Named> kernelsOf(Class<?> topic) {
        List<Named> kernels = new ArrayList<>();
        for (Field field : topic.getDeclaredFields()) {
            if (field.getType() == Kernel.class) {
                try {
                    kernels.add(new Named(topic, field.getName(), (Kernel<?>) field.get(null)));
                } catch (IllegalAccessException e) {
                    throw new LinkageError(e.getMessage(), e);
                }
            }
        }
        return kernels;
    }

    /** Vector kernels whose classes a loader defines. */
    static Topics of(String name, ClassLoader vectors) {
        return of(name, kernel -> {
            try {
                return kernel.load(vectors);
            } catch (ReflectiveOperationException e) {
                throw new LinkageError(e.getMessage(), e);
            }
        });
    }

    private static Topics of(String name, Function<Kernel<?>, Object> form) {
        Object[] arguments = Arrays.stream(Topics.class.getRecordComponents())
                .map(RecordComponent::getType)
                .map(type -> type == String.class
                        ? name
                        : form.apply(kernelsOf(type).get(0).kernel()))
                .toArray();
        try {
            Constructor<?> constructor = Topics.class.getDeclaredConstructors()[0];
            return (Topics) constructor.newInstance(arguments);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
