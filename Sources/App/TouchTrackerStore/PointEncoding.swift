import TouchKitGeometry

/// The binary encoding of a stroke's points in the database: alternating x and y coordinates as
/// little-endian 64-bit floating-point numbers. The encoding is lossless.
enum PointEncoding {
    /// The number of bytes for each point.
    static let stride = 16

    /// Replaces the contents of `bytes` with the encoded form of `points`.
    static func encode(_ points: [CGPoint], into bytes: inout [UInt8]) {
        bytes.removeAll(keepingCapacity: true)
        bytes.reserveCapacity(points.count * stride)
        for point in points {
            append(point.x, to: &bytes)
            append(point.y, to: &bytes)
        }
    }

    /// Returns the points that are encoded in `bytes`, or `nil` if `bytes` is empty, the last point
    /// is incomplete, or a coordinate is not finite.
    static func decode(_ bytes: UnsafeRawBufferPointer) -> [CGPoint]? {
        var points: [CGPoint] = []
        return decode(bytes, into: &points) ? points : nil
    }

    /// Replaces the contents of `points` with the points that are encoded in `bytes`.
    ///
    /// - Returns: Whether `bytes` is valid: it is not empty, the last point is complete, and all
    ///   coordinates are finite.
    static func decode(_ bytes: UnsafeRawBufferPointer, into points: inout [CGPoint]) -> Bool {
        points.removeAll(keepingCapacity: true)
        guard !bytes.isEmpty, bytes.count.isMultiple(of: stride) else { return false }
        points.reserveCapacity(bytes.count / stride)
        for offset in Swift.stride(from: 0, to: bytes.count, by: stride) {
            let point = CGPoint(
                x: number(bytes, at: offset), y: number(bytes, at: offset + stride / 2))
            guard point.x.isFinite, point.y.isFinite else { return false }
            points.append(point)
        }
        return true
    }

    private static func append(_ number: Double, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: number.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
    }

    private static func number(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Double {
        let bits = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        return Double(bitPattern: UInt64(littleEndian: bits))
    }
}
