package org.tersegrad.convergence.report.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.geom.Line2D;
import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tersegrad.convergence.report.chart.Chart.Form;
import org.tersegrad.convergence.report.chart.Chart.Line;
import org.tersegrad.convergence.report.chart.Chart.Point;
import org.tersegrad.convergence.report.drawing.Drawing;
import org.tersegrad.convergence.report.drawing.Drawing.Path;
import org.tersegrad.convergence.report.drawing.Drawing.Spot;
import org.tersegrad.convergence.report.drawing.Drawing.Words;
import org.tersegrad.convergence.report.drawing.Shade;

/** Layouts of charts with random data: crowded, sparse, flat, with gaps, of one point. */
class ChartTest {
    private static final List<Form> FORMS = List.of(Form.LINE, Form.MARKED, Form.DOTS);

    static IntStream seeds() {
        return IntStream.range(0, 30);
    }

    private static Chart random(int seed) {
        Random random = new Random(seed);
        Axis x = random.nextBoolean() ? Axis.log("Data sent").in(Axis.Unit.BYTES) : Axis.linear("Steps");
        Axis y = random.nextBoolean() ? Axis.log("Loss") : Axis.linear("Accuracy (%)");
        if (random.nextInt(4) == 0) {
            x = Axis.names("Workers", List.of("2", "4", "dirichlet(0.1)", "16", "32"));
        } else if (random.nextInt(3) == 0) {
            y = y.from(2);
        }
        int count = 1 + random.nextInt(random.nextInt(5) == 0 ? 30 : 12);
        List<Line> lines = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String name = "recipe(" + "0".repeat(random.nextInt(random.nextInt(8) == 0 ? 60 : 12)) + i + ")";
            lines.add(new Line(name, LineStyle.number(i), FORMS.get(random.nextInt(3)), points(x, random)));
        }
        Optional<Chart.Level> level =
                random.nextBoolean() ? Optional.of(new Chart.Level(4, "4 %, a little below dense")) : Optional.empty();
        return new Chart("Anything against anything", x, y, lines, level);
    }

    private static List<Point> points(Axis x, Random random) {
        int many = x.names().isEmpty() ? 1 + random.nextInt(40) : x.names().size();
        double length = Math.pow(10, 4 * random.nextDouble());
        double end = 1 + 9 * random.nextDouble();
        boolean flat = random.nextInt(10) == 0;
        List<Point> points = new ArrayList<>();
        for (int i = 1; i <= many; i++) {
            double place = x.names().isEmpty() ? 1000 + length * i : i - 1;
            double height = flat ? 5 : end * (1 - Math.exp(-5.0 * i / many)) + 0.3 * random.nextDouble();
            points.add(
                    random.nextInt(15) == 0
                            ? new Point(place, random.nextBoolean() ? Double.NaN : Double.POSITIVE_INFINITY)
                            : new Point(place, height, height - random.nextDouble(), height + random.nextDouble()));
        }
        return points;
    }

    private static <T> List<T> all(Drawing drawing, Class<T> type) {
        return drawing.shapes().stream()
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }

    private static Rectangle2D box(Words words) {
        return new Rectangle2D.Double(
                words.left(), words.y() - 0.75 * words.size(), words.width(), 0.95 * words.size());
    }

    private static boolean isCurve(Path path) {
        return path.thickness() > 2;
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void everyLineIsNamedInsideThePictureOnNoOtherTextAndOnNoLine(int seed) {
        Chart chart = random(seed);
        Drawing drawing = chart.drawing();
        List<Words> words = all(drawing, Words.class);
        assertEveryLineIsNamed(chart, words);
        Rectangle2D picture = new Rectangle2D.Double(0, 0, drawing.width(), drawing.height());
        for (int i = 0; i < words.size(); i++) {
            Rectangle2D one = box(words.get(i));
            assertThat(picture.contains(one)).as("%s is inside", words.get(i)).isTrue();
            for (int j = 0; j < i; j++) {
                assertThat(one.intersects(box(words.get(j))))
                        .as("%s on %s", words.get(i), words.get(j))
                        .isFalse();
            }
            for (Path path :
                    all(drawing, Path.class).stream().filter(ChartTest::isCurve).toList()) {
                for (int k = 1; k < path.spots().size(); k++) {
                    Spot from = path.spots().get(k - 1);
                    Spot to = path.spots().get(k);
                    assertThat(new Line2D.Double(from.x(), from.y(), to.x(), to.y()).intersects(one))
                            .as("%s on a line", words.get(i))
                            .isFalse();
                }
            }
        }
    }

    private static void assertEveryLineIsNamed(Chart chart, List<Words> words) {
        String texts = String.join("|", words.stream().map(Words::text).toList());
        for (Line line : chart.lines()) {
            boolean drawn = line.points().stream()
                    .anyMatch(point -> Double.isFinite(
                            chart.x().place(point.x()) + chart.y().place(point.y())));
            assertThat(texts.contains(String.join("|", Labels.wrapped(line.name()))))
                    .as("%s", line.name())
                    .isEqualTo(drawn);
        }
    }

    /** The parts of both axes that lines and dots extend over. */
    private static double[] filled(Drawing drawing) {
        Rectangle2D data = new Rectangle2D.Double(Double.NaN, 0, 0, 0);
        for (Path path : all(drawing, Path.class).stream()
                .filter(each -> each.thickness() > 1.1 && each.thickness() != 1.5)
                .toList()) {
            for (Spot spot : path.spots()) {
                data = grown(data, spot.x(), spot.y());
            }
        }
        for (Drawing.Box dot : all(drawing, Drawing.Box.class)) {
            data = grown(data, dot.x() + dot.width() / 2, dot.y() + dot.height() / 2);
        }
        Rectangle2D grid = new Rectangle2D.Double(Double.NaN, 0, 0, 0);
        for (Path path : all(drawing, Path.class).stream()
                .filter(each -> each.colour().equals(Shade.RULE))
                .toList()) {
            for (Spot spot : path.spots()) {
                grid = grown(grid, spot.x(), spot.y());
            }
        }
        return new double[] {data.getWidth() / grid.getWidth(), data.getHeight() / grid.getHeight()};
    }

    private static Rectangle2D grown(Rectangle2D box, double x, double y) {
        if (Double.isNaN(box.getX())) {
            return new Rectangle2D.Double(x, y, 0, 0);
        }
        Rectangle2D grown = (Rectangle2D) box.clone();
        grown.add(x, y);
        return grown;
    }

    private static Chart curve(Axis x, Axis y, double fromX, double toX, double fromY, double toY) {
        List<Point> points = new ArrayList<>();
        for (int i = 0; i <= 20; i++) {
            double part = i / 20.0;
            points.add(new Point(fromX * Math.pow(toX / fromX, part), fromY + (toY - fromY) * part));
        }
        return new Chart("", x, y, List.of(new Line("a", LineStyle.number(0), Form.LINE, points)), Optional.empty());
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void axesHugTheData(int seed) {
        Random random = new Random(seed);
        double fromX = Math.pow(10, 8 * random.nextDouble() - 4);
        double toX = fromX * (1.1 + Math.pow(10, 5 * random.nextDouble()));
        double fromY = Math.pow(10, 8 * random.nextDouble() - 4);
        double toY = fromY * (1.01 + 100 * random.nextDouble());
        Axis x = random.nextBoolean() ? Axis.log("x") : Axis.linear("x");
        Axis y = random.nextBoolean() ? Axis.log("y") : Axis.linear("y");
        double[] filled = filled(curve(x, y, fromX, toX, fromY, toY).drawing());
        assertThat(filled[0]).isBetween(0.85, 1.0);
        assertThat(filled[1]).isBetween(0.85, 1.0);
    }

    /** Data over one decade of an axis of three fill a third: the check above can fail. */
    @Test
    void anAxisOverEmptyDecadesDoesNotHugItsData() {
        Axis wide = Axis.log("y").from(0.01);
        assertThat(filled(curve(Axis.log("x"), wide, 1, 10, 1, 10).drawing())[1])
                .isBetween(0.25, 0.4);
        assertThat(filled(curve(Axis.log("x"), Axis.log("y"), 1, 10, 1, 10).drawing())[1])
                .isGreaterThan(0.85);
    }

    /** Only what is visible counts: here lines come up from below at x = 100. */
    @Test
    void theLowerAxisBeginsWhereLinesAppear() {
        Chart chart = curve(Axis.log("x"), Axis.linear("y").from(50), 1, 10_000, 0, 100);
        assertThat(filled(chart.drawing())[0]).isGreaterThan(0.85);
        List<Words> words = all(chart.drawing(), Words.class);
        assertThat(words).extracting(Words::text).contains("100", "10000").doesNotContain("1", "10");
    }

    @Test
    void aLineBelowTheAxisIsNamedAtItsFoot() {
        Chart chart = new Chart(
                "",
                Axis.log("x"),
                Axis.linear("y").from(50),
                List.of(
                        new Line("high", LineStyle.number(0), Form.LINE, List.of(new Point(1, 60), new Point(9, 90))),
                        new Line("low", LineStyle.number(1), Form.LINE, List.of(new Point(1, 9), new Point(5, 11)))),
                Optional.of(new Chart.Level(70, "target")));
        assertThat(all(chart.drawing(), Words.class)).extracting(Words::text).contains("high", "low \u2193", "target");
    }

    @Test
    void whatHasNoPlaceInterruptsALine() {
        List<Point> points = List.of(
                new Point(0, 5), new Point(1, 5), new Point(2, 6), new Point(3, Double.NaN), new Point(4, 5, 4, 7));
        Trace trace = Trace.of(new Line("a", LineStyle.number(0), Form.LINE, points), Axis.log("x"), Axis.linear("y"));
        assertThat(trace.pieces()).extracting(List::size).containsExactly(2, 1);
        assertThat(trace.intervals()).containsExactly(List.of(new Spot(Math.log10(4), 4), new Spot(Math.log10(4), 7)));
    }

    @Test
    void numbersAreShort() {
        assertThat(Axis.Unit.BYTES.text(100e3)).isEqualTo("100 kB");
        assertThat(Axis.Unit.BYTES.text(2.5e6)).isEqualTo("2.5 MB");
        assertThat(Axis.Unit.BYTES.text(20e6)).isEqualTo("20 MB");
        assertThat(Axis.Unit.NUMBER.text(0.30000000000000004)).isEqualTo("0.3");
        assertThat(Axis.Unit.NUMBER.text(100)).isEqualTo("100");
        assertThat(Axis.Unit.NUMBER.text(1e-8)).isEqualTo("1e-8");
        assertThat(Axis.Unit.NUMBER.text(-2.5e7)).isEqualTo("-2.5e7");
        assertThat(Axis.Unit.NUMBER.text(0)).isEqualTo("0");
        assertThat(Axis.Unit.TIMES.text(0.5)).isEqualTo("0.5x");
    }

    @Test
    void ticksAreRoundNumbersInside() {
        assertThat(new Scale(false, 0, 10_000, 0, 1).ticks(6)).containsExactly(0, 2000, 4000, 6000, 8000, 10_000);
        assertThat(new Scale(false, -1, 1, 0, 1).ticks(5)).containsExactly(-1, -0.5, 0, 0.5, 1);
        assertThat(new Scale(true, Math.log10(2), Math.log10(32), 0, 1).ticks(5))
                .containsExactly(2, 5, 10, 20);
        assertThat(new Scale(true, -6, 0, 0, 1).ticks(7)).hasSize(7).startsWith(1e-6);
        assertThat(new Scale(true, -6, 0, 0, 1).ticks(4)).containsExactly(1e-6, 1e-4, 1e-2, 1);
        assertThat(new Scale(true, Math.log10(5.1), Math.log10(5.9), 0, 1).ticks(5))
                .hasSizeGreaterThan(2);
        assertThat(new Scale(true, 0, 2, 0, 100).atNumber(10)).isEqualTo(50);
    }

    @Test
    void longNamesAreBroken() {
        assertThat(Labels.wrapped("topk(0.01)+ef")).containsExactly("topk(0.01)+ef");
        assertThat(Labels.wrapped("qsgd(levels=7,bucket=512,code=entropy)+chunked(1024)"))
                .containsExactly("qsgd(levels=7,bucket=512,code=entropy)", "+chunked(1024)");
        assertThat(Labels.wrapped("x".repeat(80))).containsExactly("x".repeat(44), "x".repeat(36));
    }
}
