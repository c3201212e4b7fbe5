/// A compressed picture of a drawing.
///
/// Pixels have the format 0xAARRGGBB. Each row consists of runs: pixels that equal the pixels of
/// the row above, repetitions of one pixel, and literal pixels. A picture of a few lines needs a
/// few kilobytes.
package struct EncodedPicture: Hashable, Sendable {
    /// The width of the picture in pixels, 1 to `maximumDimension`.
    package let width: Int
    /// The height of the picture in pixels, 1 to `maximumDimension`.
    package let height: Int
    /// The number of pixels per point.
    package let scale: Double
    /// A hash of everything except the strokes that determines the pixels, such as the ink colors
    /// and the renderer's version.
    package let rendererFingerprint: UInt64
    /// The encoded rows of the picture from top to bottom.
    package let code: [UInt8]

    /// The maximum width and the maximum height of a picture, in pixels.
    package static let maximumDimension = 16_384

    /// Encodes a picture. Returns `nil` if the picture is too large or empty.
    ///
    /// - Parameters:
    ///   - width: The width in pixels.
    ///   - height: The height in pixels.
    ///   - scale: The number of pixels per point.
    ///   - rendererFingerprint: A hash of everything except the strokes that determines the pixels.
    ///   - row: Returns a pointer to the pixels of a row, where 0 is the top row. The pointers must
    ///     remain valid until the initializer returns.
    /// - Complexity: O(*n*), where *n* is the number of pixels.
    package init?(
        width: Int, height: Int, scale: Double, rendererFingerprint: UInt64,
        row: (Int) -> UnsafePointer<UInt32>
    ) {
        guard 1...Self.maximumDimension ~= width, 1...Self.maximumDimension ~= height else {
            return nil
        }
        var writer = RowWriter(width: width)
        var above: UnsafePointer<UInt32>?
        for y in 0..<height {
            let pixels = row(y)
            writer.write(pixels, above: above)
            above = pixels
        }
        self.init(
            width: width, height: height, scale: scale, rendererFingerprint: rendererFingerprint,
            code: writer.code)
    }

    /// Creates a picture from encoded rows. The rows are not validated until `copy(into:)` is
    /// called.
    package init(width: Int, height: Int, scale: Double, rendererFingerprint: UInt64, code: [UInt8])
    {
        self.width = width
        self.height = height
        self.scale = scale
        self.rendererFingerprint = rendererFingerprint
        self.code = code
    }

    /// Decodes the picture into pixels in memory.
    ///
    /// - Parameter row: Returns a pointer to the destination of a row, which has `width` pixels; 0
    ///   is the top row. The pointers must remain valid until the method returns.
    /// - Returns: Whether the encoded data was valid. If it was not, some rows may have been
    ///   overwritten.
    /// - Complexity: O(*n*), where *n* is the number of pixels. Decoding takes about as long as
    ///   copying the pixels.
    package func copy(into row: (Int) -> UnsafeMutablePointer<UInt32>) -> Bool {
        code.withUnsafeBytes { bytes in
            var reader = RowReader(bytes: bytes, width: width)
            var above: UnsafeMutablePointer<UInt32>?
            for y in 0..<height {
                let pixels = row(y)
                guard reader.read(into: pixels, above: above) else { return false }
                above = pixels
            }
            return reader.isAtEnd
        }
    }
}

/// The kinds of runs in an encoded row. A run starts with a byte. The upper two bits of the byte
/// are the kind, the lower six bits are the number of pixels minus 1. If the lower bits are 63, the
/// number of pixels minus 1 is in the next two bytes in little-endian order.
private enum RunKind: UInt8 {
    /// Pixels that are equal to the pixels of the row above.
    case above = 0
    /// Repetitions of one pixel, whose four bytes follow the header.
    case run = 1
    /// Literal pixels, whose bytes follow the header, four bytes for each pixel.
    case pixels = 2
}

/// An encoder of the rows of a picture.
private struct RowWriter {
    let width: Int
    var code: [UInt8] = []

    init(width: Int) { self.width = width }

    /// Encodes the next row of the picture. The parameter `above` is the row above it, or `nil` for
    /// the top row.
    mutating func write(_ row: UnsafePointer<UInt32>, above: UnsafePointer<UInt32>?) {
        var x = 0
        // The index of the first pixel that has not been encoded yet.
        var literalStart = 0
        while x < width {
            let shared = above.map { sharedCount(row, $0, from: x) } ?? 0
            // At the end of a row, even a run of one pixel is smaller than a literal.
            if shared >= 2 || x + shared == width {
                appendLiterals(row, literalStart, x)
                appendHeader(.above, shared)
                x += shared
                literalStart = x
                continue
            }
            let run = runCount(row, from: x)
            if run >= 3 {
                appendLiterals(row, literalStart, x)
                appendHeader(.run, run)
                code.append(contentsOf: UnsafeRawBufferPointer(start: row + x, count: 4))
                x += run
                literalStart = x
                continue
            }
            x += 1
        }
        appendLiterals(row, literalStart, width)
    }

    /// Returns the number of consecutive pixels, starting at the index `start`, that are equal to
    /// the pixels of the row above.
    private func sharedCount(
        _ row: UnsafePointer<UInt32>, _ above: UnsafePointer<UInt32>, from start: Int
    ) -> Int {
        var x = start
        while x < width, row[x] == above[x] { x &+= 1 }
        return x - start
    }

    /// Returns the number of consecutive equal pixels, starting at the index `start`.
    private func runCount(_ row: UnsafePointer<UInt32>, from start: Int) -> Int {
        var x = start &+ 1
        while x < width, row[x] == row[start] { x &+= 1 }
        return x - start
    }

    /// Appends the pixels of `row` from the index `start` up to, but not including, the index `end`
    /// as literals. Does nothing if there are no such pixels.
    private mutating func appendLiterals(_ row: UnsafePointer<UInt32>, _ start: Int, _ end: Int) {
        if start == end { return }
        appendHeader(.pixels, end - start)
        code.append(
            contentsOf: UnsafeRawBufferPointer(start: row + start, count: (end - start) * 4))
    }

    /// Appends the header of a run of the given kind with `count` pixels.
    private mutating func appendHeader(_ kind: RunKind, _ count: Int) {
        if count <= 63 {
            code.append(kind.rawValue << 6 | UInt8(count - 1))
            return
        }
        code.append(kind.rawValue << 6 | 63)
        code.append(UInt8(truncatingIfNeeded: count - 1))
        code.append(UInt8(truncatingIfNeeded: (count - 1) >> 8))
    }
}

/// A decoder of the rows of a picture.
private struct RowReader {
    let bytes: UnsafeRawBufferPointer
    let width: Int
    private var offset = 0

    init(bytes: UnsafeRawBufferPointer, width: Int) {
        self.bytes = bytes
        self.width = width
    }

    /// Whether all encoded bytes have been read.
    var isAtEnd: Bool { offset == bytes.count }

    /// Decodes the next row of the picture. The parameter `above` is the decoded row above it, or
    /// `nil` for the top row.
    ///
    /// - Returns: Whether the encoded data was valid.
    mutating func read(
        into row: UnsafeMutablePointer<UInt32>, above: UnsafeMutablePointer<UInt32>?
    ) -> Bool {
        var x = 0
        while x < width {
            guard let (kind, count) = readHeader(), count <= width - x else { return false }
            switch kind {
            case .above:
                guard let above else { return false }
                (row + x).update(from: above + x, count: count)
            case .run:
                guard let pixel = readPixels(1)?.loadUnaligned(as: UInt32.self) else {
                    return false
                }
                (row + x).update(repeating: pixel, count: count)
            case .pixels:
                guard let pixels = readPixels(count) else { return false }
                UnsafeMutableRawPointer(row + x).copyMemory(from: pixels, byteCount: count * 4)
            }
            x += count
        }
        return true
    }

    /// Reads the header of the next run and returns its kind and number of pixels, or `nil` if the
    /// header is invalid.
    private mutating func readHeader() -> (RunKind, Int)? {
        guard offset < bytes.count, let kind = RunKind(rawValue: bytes[offset] >> 6) else {
            return nil
        }
        let count = Int(bytes[offset] & 63)
        offset += 1
        if count < 63 { return (kind, count + 1) }
        guard offset + 2 <= bytes.count else { return nil }
        defer { offset += 2 }
        return (kind, (Int(bytes[offset]) | Int(bytes[offset + 1]) << 8) + 1)
    }

    /// Advances past the bytes of `count` literal pixels and returns a pointer to these bytes, or
    /// `nil` if the data ends too early.
    private mutating func readPixels(_ count: Int) -> UnsafeRawPointer? {
        guard count * 4 <= bytes.count - offset, let base = bytes.baseAddress else { return nil }
        defer { offset += count * 4 }
        return base + offset
    }
}
