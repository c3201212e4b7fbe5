/// The picture of the quality lines by 16 × 16 samples in each pixel.
struct ReferencePicture {
    /// The share of each pixel that is covered, 0…255.
    let levels: [UInt8]

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

    private static func level(_ line: Line, _ x: Int, _ y: Int) -> UInt8 {
        let radius = Double(line.width / 2)
        let middle = line.distance(Double(x) + 0.5, Double(y) + 0.5) - radius
        // No sample is farther than 0.71 from the middle.
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

/// The error of a picture in levels of 255, over the pixels that are partly covered or differ.
struct PictureError {
    private(set) var max = 0
    private(set) var mean = 0.0
    private(set) var rootMeanSquare = 0.0

    /// - Parameter pixels: White on black; the blue channel is read.
    init(of pixels: [UInt32], against reference: ReferencePicture) {
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
