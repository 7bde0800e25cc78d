package org.tersegrad.convergence.report.drawing;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.AffineTransform;
import java.awt.geom.Path2D;
import java.awt.geom.RoundRectangle2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import javax.imageio.ImageIO;

/** A drawing as a file, on white. Needs fonts on the machine, but no screen. */
public final class Png {
    /** Pixels of the file for one of a page, so that it can be printed. */
    public static final double SCALE = 1.5;

    private Png() {}

    /** The bytes of the file. */
    public static byte[] of(Drawing drawing) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ImageIO.write(image(drawing), "png", bytes);
        return bytes.toByteArray();
    }

    /** The same in memory. */
    public static BufferedImage image(Drawing drawing) {
        if (System.getProperty("java.awt.headless") == null) { // else AWT would look for a screen
            System.setProperty("java.awt.headless", "true");
        }
        BufferedImage image = new BufferedImage(
                (int) Math.round(SCALE * drawing.width()),
                (int) Math.round(SCALE * drawing.height()),
                BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        graphics.setColor(Color.WHITE);
        graphics.fillRect(0, 0, image.getWidth(), image.getHeight());
        graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        graphics.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        graphics.setRenderingHint(RenderingHints.KEY_FRACTIONALMETRICS, RenderingHints.VALUE_FRACTIONALMETRICS_ON);
        graphics.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
        graphics.scale(SCALE, SCALE);
        drawing.shapes().forEach(shape -> draw(shape, graphics));
        graphics.dispose();
        return image;
    }

    private static void draw(Drawing.Shape shape, Graphics2D graphics) {
        if (shape instanceof Drawing.Box box) {
            graphics.setColor(Color.decode(box.fill().light()));
            graphics.fill(new RoundRectangle2D.Double(
                    box.x(), box.y(), box.width(), box.height(), 2 * box.corner(), 2 * box.corner()));
        } else if (shape instanceof Drawing.Path path) {
            graphics.setColor(Color.decode(path.colour().light()));
            graphics.setStroke(stroke(path));
            Path2D.Double outline = new Path2D.Double();
            List<Drawing.Spot> spots = path.spots();
            outline.moveTo(spots.get(0).x(), spots.get(0).y());
            spots.forEach(spot -> outline.lineTo(spot.x(), spot.y()));
            graphics.draw(outline);
        } else if (shape instanceof Drawing.Words words) {
            write(words, graphics);
        }
    }

    private static BasicStroke stroke(Drawing.Path path) {
        float[] dash = new float[path.dash().size()];
        for (int i = 0; i < dash.length; i++) {
            dash[i] = path.dash().get(i);
        }
        return new BasicStroke(
                (float) path.thickness(),
                BasicStroke.CAP_BUTT,
                BasicStroke.JOIN_ROUND,
                10,
                dash.length == 0 ? null : dash,
                0);
    }

    /** Squeezes a text for which a font of this machine needs more space than was reserved. */
    private static void write(Drawing.Words words, Graphics2D graphics) {
        Font font = new Font(Font.SANS_SERIF, Font.PLAIN, 1).deriveFont((float) words.size());
        double width = font.getStringBounds(words.text(), graphics.getFontRenderContext())
                .getWidth();
        double squeeze = Math.min(1, words.width() / width);
        graphics.setFont(font.deriveFont(AffineTransform.getScaleInstance(squeeze, 1)));
        graphics.setColor(Color.decode(words.colour().light()));
        double left = words.x() - squeeze * width * words.anchor().before;
        graphics.drawString(words.text(), (float) left, (float) words.y());
    }
}
