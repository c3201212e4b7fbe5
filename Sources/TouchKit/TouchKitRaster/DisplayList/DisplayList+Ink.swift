import TouchKitGeometry

extension DisplayList {
    /// Paints a stroke that is being drawn, pixel for pixel, as one: its bits are those of a polyline
    /// through its points, and of a plain stroke where it has two at most.
    ///
    /// - Parameters:
    ///   - ink: The stroke; it mustn't change until the list is emptied.
    ///   - x: The canvas column of its picture's first pixel.
    ///   - y: The canvas row of its picture's first pixel.
    ///   - color: The colour.
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

    /// Paints a stroke that is being drawn under any map, as a polyline.
    ///
    /// - Parameters:
    ///   - ink: The stroke.
    ///   - map: From its picture's pixels to canvas pixels.
    ///   - stretch: How much wider the map makes lines.
    ///   - color: The colour.
    /// - Complexity: O(points), and the pixels of their segments.
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

/// A stroke that is being drawn, and where its picture lies on the canvas.
struct InkShape {
    let stroke: InkStroke
    let x: Int
    let y: Int
}
