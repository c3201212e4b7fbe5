import TouchKitGeometry

/// Points as they lie in the database: x and y of each in turn, as 64-bit floats, the lowest byte
/// first; so a stroke is the same to the last bit when it is read again.
enum PointBytes {
    /// The bytes of a point.
    static let stride = 16

    /// Writes points over what `bytes` held.
    static func write(_ points: [CGPoint], into bytes: inout [UInt8]) {
        bytes.removeAll(keepingCapacity: true)
        bytes.reserveCapacity(points.count * stride)
        for point in points {
            append(point.x, to: &bytes)
            append(point.y, to: &bytes)
        }
    }

    /// The points that bytes hold; nil where they are no points: none at all, a part of one, or not
    /// finite.
    static func read(_ bytes: UnsafeRawBufferPointer) -> [CGPoint]? {
        guard !bytes.isEmpty, bytes.count.isMultiple(of: stride) else { return nil }
        var points: [CGPoint] = []
        points.reserveCapacity(bytes.count / stride)
        for offset in Swift.stride(from: 0, to: bytes.count, by: stride) {
            let point = CGPoint(
                x: number(bytes, at: offset), y: number(bytes, at: offset + stride / 2))
            guard point.x.isFinite, point.y.isFinite else { return nil }
            points.append(point)
        }
        return points
    }

    private static func append(_ number: Double, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: number.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
    }

    private static func number(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Double {
        let bits = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        return Double(bitPattern: UInt64(littleEndian: bits))
    }
}
