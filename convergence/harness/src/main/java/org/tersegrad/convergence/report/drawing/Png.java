package org.tersegrad.convergence.report.drawing;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Line2D;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import javax.imageio.ImageIO;

/** A drawing as a file, on white. Needs fonts on the machine, but no screen. */
public final class Png {
    /** Pixels of the file for one of a page, so that it can be printed. */
    private static final double SCALE = 1.5;

    private Png() {}

    /** The bytes of the file. */
    public static byte[] of(Drawing drawing) throws IOException {
        if (System.getProperty("java.awt.headless") == null) {
            System.setProperty("java.awt.headless", "true");
        }
        BufferedImage image = new BufferedImage(
                (int) Math.ceil(SCALE * drawing.width()),
                (int) Math.ceil(SCALE * drawing.height()),
                BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        graphics.setColor(Color.WHITE);
        graphics.fillRect(0, 0, image.getWidth(), image.getHeight());
        graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        graphics.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        graphics.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
        graphics.scale(SCALE, SCALE);
        graphics.setStroke(new BasicStroke(1));
        drawing.shapes().forEach(shape -> draw(shape, graphics));
        graphics.dispose();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ImageIO.write(image, "png", bytes);
        return bytes.toByteArray();
    }

    private static void draw(Drawing.Shape shape, Graphics2D graphics) {
        if (shape instanceof Drawing.Box box) {
            graphics.setColor(Color.decode(box.fill().light()));
            graphics.fill(new Rectangle2D.Double(box.x(), box.y(), box.width(), box.height()));
        } else if (shape instanceof Drawing.Line line) {
            graphics.setColor(Color.decode(line.colour().light()));
            graphics.draw(new Line2D.Double(line.x1(), line.y1(), line.x2(), line.y2()));
        } else if (shape instanceof Drawing.Words words) {
            graphics.setColor(Color.decode(words.colour().light()));
            graphics.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, 1).deriveFont((float) words.size()));
            double width = graphics.getFontMetrics().stringWidth(words.text());
            double left = switch (words.anchor()) {
                case START -> words.x();
                case MIDDLE -> words.x() - width / 2;
                case END -> words.x() - width;
            };
            graphics.drawString(words.text(), (float) left, (float) words.y());
        }
    }
}
