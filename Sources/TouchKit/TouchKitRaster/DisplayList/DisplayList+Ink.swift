import TouchKitGeometry

extension DisplayList {
    /// Appends wet ink without scaling.
    ///
    /// The result has the same pixels as a polyline through the points, or as a line if the ink has
    /// at most two points.
    ///
    /// - Parameters:
    ///   - ink: The wet ink, which must not change until the list is emptied.
    ///   - x: The canvas column of the ink's origin.
    ///   - y: The canvas row of the ink's origin.
    ///   - color: The color.
    package func ink(_ ink: InkStroke, x: Int, y: Int, color: PixelColor) {
        guard color.alpha > 0, !ink.box.isEmpty else { return }
        if ink.points.count <= 2 {
            let move = CGAffineTransform(translationX: Double(x), y: Double(y))
            stroke(
                from: CGPoint(ink.points[0]).applying(move),
                to: CGPoint(ink.points[ink.points.count - 1]).applying(move),
                width: Double(ink.width), cap: .round, color: color)
            return
        }
        inks.append(InkShape(stroke: ink, x: x, y: y))
        append(
            .ink(inks.count - 1), color: color,
            box: PixelRect(
                x: ink.box.minX + x, y: ink.box.minY + y, width: ink.box.width,
                height: ink.box.height))
    }

    /// Appends wet ink under an arbitrary affine transform, as a polyline.
    ///
    /// - Parameters:
    ///   - ink: The wet ink.
    ///   - map: The transform from the pixels of the ink's layer to canvas pixels.
    ///   - stretch: The factor by which the transform scales line widths.
    ///   - color: The color.
    /// - Complexity: O(points + pixels that the segments cover).
    package func ink(
        _ ink: InkStroke, map: CGAffineTransform, stretch: Double, color: PixelColor
    ) {
        polyline(width: Double(ink.width) * stretch, color: color) { line in
            var start = CGPoint(ink.points[0]).applying(map)
            for index in ink.points.indices {
                let end = CGPoint(ink.points[index]).applying(map)
                if index > 0 || ink.points.count == 1 { line.add(from: start, to: end) }
                start = end
            }
        }
    }
}

/// Wet ink at a position on the canvas.
struct InkShape {
    /// The wet ink.
    let stroke: InkStroke
    /// The canvas column of the ink's origin.
    let x: Int
    /// The canvas row of the ink's origin.
    let y: Int
}
