/// The reference image of the quality lines, with 16 × 16 samples per pixel.
struct ReferenceImage {
    /// The covered fraction of each pixel, 0…255.
    let levels: [UInt8]

    /// Renders the reference image of `lines`.
    init(_ lines: [Line]) {
        var levels = [UInt8](repeating: 0, count: Workloads.width * Workloads.height)
        for (cell, line) in lines.enumerated() {
            let left = cell % 20 * 64
            let top = cell / 20 * 64
            for y in top..<top + 64 {
                for x in left..<left + 64 {
                    levels[y * Workloads.width + x] = Self.level(line, x, y)
                }
            }
        }
        self.levels = levels
    }

    /// Returns the covered fraction of a pixel, 0…255.
    private static func level(_ line: Line, _ x: Int, _ y: Int) -> UInt8 {
        let radius = Double(line.width / 2)
        let middle = line.distance(Double(x) + 0.5, Double(y) + 0.5) - radius
        // All samples are within 0.71 pixels of the pixel's center.
        if middle > 0.75 { return 0 }
        if middle < -0.75 { return 255 }
        var covered = 0
        for row in 0..<16 {
            for column in 0..<16 {
                let sampleX = Double(x) + (Double(column) + 0.5) / 16
                let sampleY = Double(y) + (Double(row) + 0.5) / 16
                if line.distance(sampleX, sampleY) <= radius { covered += 1 }
            }
        }
        return UInt8(Double(covered) * 255 / 256 + 0.5)
    }
}

/// The error of an image in levels of 255, over the pixels that are partly covered or differ.
struct ImageError {
    /// The largest error.
    private(set) var max = 0
    /// The mean error.
    private(set) var mean = 0.0
    /// The root of the mean squared error.
    private(set) var rootMeanSquare = 0.0

    /// Compares an image with the reference; `pixels` is white on black, and its blue channel is
    /// used.
    init(of pixels: [UInt32], against reference: ReferenceImage) {
        var count = 0
        var sum = 0
        var squares = 0
        for (pixel, level) in zip(pixels, reference.levels) {
            let error = abs(Int(pixel & 255) - Int(level))
            guard error > 0 || (level > 0 && level < 255) else { continue }
            count += 1
            sum += error
            squares += error * error
            max = Swift.max(max, error)
        }
        guard count > 0 else { return }
        mean = Double(sum) / Double(count)
        rootMeanSquare = (Double(squares) / Double(count)).squareRoot()
    }
}
