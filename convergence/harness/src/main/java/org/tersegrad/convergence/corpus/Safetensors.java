package org.tersegrad.convergence.corpus;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tersegrad.compressors.Shape;
import org.tersegrad.convergence.data.DataUnavailableException;
import org.tersegrad.convergence.internal.WholeFile;
import org.tersegrad.reducers.model.NamedTensor;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A file of the format safetensors, version 0.x, with 32-bit floats:
 *
 * <pre>
 *   | length of the header, 8, little-endian | header: JSON, padded with spaces | data, little-endian |
 *   {"__metadata__": {"step": "100"}, "hidden.weights": {"dtype": "F32", "shape": [64, 64], "data_offsets": [0, 16384]}}
 * </pre>
 *
 * <p>The header is read at once and bounded by the size of the file; values are read when they are asked for. Tensors must cover the data
 * without gaps or overlaps, as the format demands.
 *
 * @param metadata texts by name
 * @param tensors in the order of their data
 */
record Safetensors(Path file, Map<String, String> metadata, List<Tensor> tensors) {
    private static final String METADATA = "__metadata__";
    private static final int LENGTH = Long.BYTES;
    /** The limit of the format's own library. */
    private static final int LONGEST_HEADER = 100_000_000;

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    /**
     * A tensor of a file.
     *
     * @param position of its first byte in the file
     */
    record Tensor(String name, Shape shape, long position) {}

    /**
     * Reads the header of a file.
     *
     * @throws DataUnavailableException if it cannot be read or is no such file; the message names the file and the reason
     */
    static Safetensors open(Path file) {
        try (SeekableByteChannel channel = Files.newByteChannel(file)) {
            long left = channel.size() - LENGTH;
            if (left < 0) {
                throw damaged(file, "it is shorter than 8 bytes");
            }
            long header = read(file, channel, 0, LENGTH).getLong();
            if (header < 0 || header > Math.min(left, LONGEST_HEADER)) {
                throw damaged(
                        file,
                        "its header would have " + Long.toUnsignedString(header) + " bytes, of " + left
                                + " in the file and at most " + LONGEST_HEADER);
            }
            JsonNode json =
                    JSON.readTree(read(file, channel, LENGTH, (int) header).array());
            return parsed(file, json, LENGTH + header, left - header);
        } catch (JacksonException e) {
            throw damaged(
                    file,
                    "its header is no JSON, or has a name twice: "
                            + e.getOriginalMessage().replaceAll("\\p{Cntrl}", " "));
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    private static Safetensors parsed(Path file, JsonNode json, long start, long size) {
        if (!json.isObject()) {
            throw damaged(file, "its header is no JSON object");
        }
        Map<String, String> metadata = new LinkedHashMap<>();
        List<Tensor> tensors = new ArrayList<>();
        for (Map.Entry<String, JsonNode> each : json.properties()) {
            if (!each.getKey().equals(METADATA)) {
                tensors.add(tensor(file, each.getKey(), each.getValue(), start, size));
                continue;
            }
            for (Map.Entry<String, JsonNode> text : each.getValue().properties()) {
                if (!text.getValue().isString()) {
                    throw damaged(file, METADATA + " has " + text.getKey() + ", which is no text");
                }
                requirePrintable(file, text.getKey() + text.getValue().stringValue());
                metadata.put(text.getKey(), text.getValue().stringValue());
            }
        }
        tensors.sort(Comparator.comparingLong(Tensor::position)
                .thenComparingInt(each -> each.shape().size()));
        long end = start;
        for (Tensor each : tensors) {
            if (each.position() != end) {
                throw damaged(file, "there is a gap or an overlap before the data of " + each.name());
            }
            end += (long) each.shape().size() * Float.BYTES;
        }
        if (end != start + size) {
            throw damaged(file, "it has " + (start + size - end) + " bytes that belong to no tensor");
        }
        return new Safetensors(file, metadata, tensors);
    }

    private static Tensor tensor(Path file, String name, JsonNode node, long start, long size) {
        requirePrintable(file, name);
        String type = node.path("dtype").asString("");
        if (!type.equals("F32")) {
            throw damaged(file, name + " has the type " + (type.isEmpty() ? "none" : type) + "; only F32 is read");
        }
        Shape shape = shape(file, name, node.path("shape"));
        JsonNode offsets = node.path("data_offsets");
        if (offsets.size() != 2
                || !offsets.path(0).isIntegralNumber()
                || !offsets.path(1).isIntegralNumber()) {
            throw damaged(file, "data_offsets of " + name + " are not two whole numbers");
        }
        long from = offsets.path(0).asLong(-1);
        long to = offsets.path(1).asLong(-1);
        if (from < 0 || to < from || to > size) {
            throw damaged(file, "the data of " + name + " are from " + from + " to " + to + ", outside of " + size);
        }
        if (to - from != (long) shape.size() * Float.BYTES) {
            throw damaged(file, name + " has " + shape.size() + " elements and " + (to - from) + " bytes");
        }
        return new Tensor(name, shape, start + from);
    }

    /** Names are printed, perhaps on a terminal. */
    private static void requirePrintable(Path file, String text) {
        if (text.chars().anyMatch(Character::isISOControl)) {
            throw damaged(file, "a name or text in its header has a control character");
        }
    }

    /** A tensor of higher rank is folded, a scalar is a vector of one element. */
    private static Shape shape(Path file, String name, JsonNode dimensions) {
        if (!dimensions.isArray()) {
            throw damaged(file, name + " has no shape");
        }
        long rows = 1;
        long columns = 1;
        for (int i = 0; i < dimensions.size(); i++) {
            JsonNode dimension = dimensions.get(i);
            long length = dimension.isIntegralNumber() ? dimension.asLong(-1) : -1;
            if (length < 0 || length > Shape.MAX_SIZE) {
                throw damaged(file, "a dimension of " + name + " is " + dimension);
            }
            if (i == 0 && dimensions.size() > 1) {
                rows = length;
            } else {
                columns *= length;
            }
            if (columns > Shape.MAX_SIZE || rows * columns > Shape.MAX_SIZE) {
                throw damaged(file, name + " has more than " + Shape.MAX_SIZE + " elements");
            }
        }
        return new Shape((int) rows, (int) columns);
    }

    /**
     * The values of a tensor.
     *
     * @throws DataUnavailableException if they cannot be read, or one of them is not finite
     */
    float[] values(Tensor tensor) {
        float[] values = new float[tensor.shape().size()];
        try (SeekableByteChannel channel = Files.newByteChannel(file)) {
            if (channel.size() - tensor.position() < (long) values.length * Float.BYTES) {
                throw damaged(file, "it ends before the data of " + tensor.name());
            }
            int most = 1 << 16;
            for (int at = 0; at < values.length; at += most) {
                int count = Math.min(most, values.length - at);
                long position = tensor.position() + (long) at * Float.BYTES;
                read(file, channel, position, count * Float.BYTES)
                        .asFloatBuffer()
                        .get(values, at, count);
            }
        } catch (IOException e) {
            throw unreadable(file, e);
        }
        for (int i = 0; i < values.length; i++) {
            if (!Float.isFinite(values[i])) {
                throw damaged(file, "element " + i + " of " + tensor.name() + " is " + values[i]);
            }
        }
        return values;
    }

    private static ByteBuffer read(Path file, SeekableByteChannel channel, long position, int length)
            throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        channel.position(position);
        while (bytes.hasRemaining()) {
            if (channel.read(bytes) < 0) {
                throw damaged(file, "it ends before byte " + (position + length));
            }
        }
        return bytes.flip();
    }

    /**
     * Writes a file, as a whole or not at all.
     *
     * @param metadata texts by name, in this order
     * @param tensors in this order, the shape of a vector with one dimension
     * @param values not modified: those of all tensors, one after the other
     */
    static void write(Path file, Map<String, String> metadata, List<NamedTensor> tensors, float[] values)
            throws IOException {
        ObjectNode header = JSON.createObjectNode();
        ObjectNode texts = header.putObject(METADATA);
        metadata.forEach(texts::put);
        long end = 0;
        for (NamedTensor each : tensors) {
            ObjectNode node = header.putObject(each.name()).put("dtype", "F32");
            Shape shape = each.shape();
            if (shape.rows() == 1) {
                node.putArray("shape").add(shape.columns());
            } else {
                node.putArray("shape").add(shape.rows()).add(shape.columns());
            }
            long start = end;
            end += (long) shape.size() * Float.BYTES;
            node.putArray("data_offsets").add(start).add(end);
        }
        if (end != (long) values.length * Float.BYTES) {
            throw new IllegalArgumentException(
                    "tensors of " + end / Float.BYTES + " elements, and " + values.length + " values");
        }
        byte[] json = JSON.writeValueAsBytes(header);
        int padding = -json.length & 7;
        ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(LENGTH + json.length + padding + end))
                .order(ByteOrder.LITTLE_ENDIAN);
        bytes.putLong(json.length + (long) padding)
                .put(json)
                .put(" ".repeat(padding).getBytes(UTF_8));
        bytes.asFloatBuffer().put(values);
        WholeFile.write(file, bytes.array());
    }

    private static DataUnavailableException damaged(Path file, String reason) {
        return new DataUnavailableException(file + " is damaged or no safetensors file of floats: " + reason + ".");
    }

    private static DataUnavailableException unreadable(Path file, IOException e) {
        return new DataUnavailableException(file + " cannot be read: " + e + ".", e);
    }
}
