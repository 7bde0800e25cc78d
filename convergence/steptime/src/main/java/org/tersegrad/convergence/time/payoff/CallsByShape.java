package org.tersegrad.convergence.time.payoff;

import java.util.ArrayList;
import java.util.List;
import org.tersegrad.compressors.Shape;
import org.tersegrad.convergence.time.Call;
import org.tersegrad.convergence.time.recorded.Rehearsal;
import org.tersegrad.reducers.Reducer;

/**
 * The calls of a reducer for a tensor of any shape, from three runs of the real one with other shapes: A, and A with twice the rows or
 * twice the columns. Bytes that grow with both go along a line in the number of elements; those that grow with one only, as factors of a
 * matrix do, along a line in rows or in columns.
 */
final class CallsByShape {
    /** Growth below this share of doubling counts as none. */
    private static final double GROWTH = 0.25;

    private final List<Line> lines;

    /** Bytes of one call: {@code bytes + slope (x - at)}, x one of a shape's numbers. */
    private record Line(Call call, Axis axis, double at, double slope) {
        Call of(Shape shape) {
            return call.withBytes(Math.max(0, call.bytes() + slope * (axis.of(shape) - at)));
        }
    }

    private enum Axis {
        ELEMENTS,
        ROWS,
        COLUMNS;

        double of(Shape shape) {
            return switch (this) {
                case ELEMENTS -> shape.size();
                case ROWS -> shape.rows();
                case COLUMNS -> shape.columns();
            };
        }
    }

    private CallsByShape(List<Line> lines) {
        this.lines = lines;
    }

    /**
     * Runs the reducer in a group of {@code workers} threads.
     *
     * @param side of A, a square; or A is a vector of as many elements
     */
    static CallsByShape record(Reducer reducer, boolean vector, int side, int workers) {
        Shape base = vector ? Shape.vector(side * side) : new Shape(side, side);
        Shape wide = vector ? Shape.vector(2 * side * side) : new Shape(side, 2 * side);
        List<Call> once = run(reducer, base, workers);
        List<Call> wider = run(reducer, wide, workers);
        List<Call> taller = vector ? wider : run(reducer, new Shape(2 * side, side), workers);
        boolean alike = areAlike(once, wider) && areAlike(taller, wider);
        List<Line> lines = new ArrayList<>();
        for (int i = 0; i < wider.size(); i++) {
            Call call = wider.get(i);
            if (!alike) { // a small tensor is treated in another way: what the larger one needs is taken by element
                lines.add(new Line(call, Axis.ELEMENTS, wide.size(), call.bytes() / wide.size()));
                continue;
            }
            double bytes = once.get(i).bytes();
            boolean inColumns = grows(bytes, call.bytes());
            boolean inRows = grows(bytes, taller.get(i).bytes());
            if (inRows && !inColumns) {
                double slope = (taller.get(i).bytes() - bytes) / side;
                lines.add(new Line(call.withBytes(bytes), Axis.ROWS, side, slope));
            } else {
                Axis axis = vector || inRows || !inColumns ? Axis.ELEMENTS : Axis.COLUMNS;
                double slope = (call.bytes() - bytes) / (axis.of(wide) - axis.of(base));
                lines.add(new Line(call, axis, axis.of(wide), slope));
            }
        }
        return new CallsByShape(lines);
    }

    private static boolean grows(double once, double twice) {
        return twice - once > GROWTH * once;
    }

    /** The calls for one shape, as they are. */
    static List<Call> run(Reducer reducer, Shape shape, int workers) {
        return new Rehearsal(reducer, shape, workers).untimed().calls();
    }

    /** Whether two groups make the same calls, apart from their bytes. */
    static boolean areAlike(List<Call> some, List<Call> others) {
        return some.stream()
                .map(call -> call.withBytes(0))
                .toList()
                .equals(others.stream().map(call -> call.withBytes(0)).toList());
    }

    /** The calls for one tensor. */
    List<Call> of(Shape shape) {
        return lines.stream().map(line -> line.of(shape)).toList();
    }
}
