import TouchKitGeometry

extension DrawingCache {
    /// Returns the points of a stroke, in pixels. The coordinates have a precision of 24 bits.
    package func points(of id: StrokeID) -> [CGPoint] {
        pointStorage.points(at: records.at(Int(slot(of: id))).pointee.location).map {
            CGPoint(x: Double($0.x), y: Double($0.y))
        }
    }

    /// Returns the color of a stroke.
    package func color(of id: StrokeID) -> PixelColor {
        records.at(Int(slot(of: id))).pointee.color
    }

    /// Returns the width of a stroke, in pixels.
    package func width(of id: StrokeID) -> Double {
        Double(records.at(Int(slot(of: id))).pointee.width)
    }

    /// Returns the level of a stroke, which is its position in the drawing order.
    package func level(of id: StrokeID) -> StrokeLevel {
        StrokeLevel(records.at(Int(slot(of: id))).pointee.level)
    }

    /// Returns whether a stroke is hidden.
    package func isHidden(_ id: StrokeID) -> Bool {
        records.at(Int(slot(of: id))).pointee.state == .hidden
    }

    /// Calls `body` for the strokes whose center line is near a point, topmost first.
    ///
    /// Hidden strokes and strokes outside of the bitmap are skipped.
    ///
    /// - Parameters:
    ///   - point: The point, in pixels.
    ///   - distance: The maximum distance between the point and the center line, in pixels.
    ///   - body: A closure that receives a stroke and its distance in pixels, and returns whether
    ///     to continue. The closure must not change the drawing.
    package func forEachStroke(
        near point: CGPoint, within distance: Double, _ body: (StrokeID, Double) -> Bool
    ) {
        guard point.x.isFinite, point.y.isFinite, distance >= 0 else { return }
        let location = SIMD2(Float(point.x), Float(point.y))
        let limit = Float(min(distance, 1_048_576))
        let box = PixelRect(
            covering: CGRect(x: point.x, y: point.y, width: 0, height: 0)
                .insetBy(dx: -Double(limit), dy: -Double(limit))
        ).insetBy(-1)
        query.begin(box, in: index)
        while let slot = query.next(in: index) {
            work.strokesExamined += 1
            let record = records.at(Int(slot)).pointee
            let square = CapsuleGeometry.squaredDistance(
                pointStorage.points(at: record.location), to: location)
            guard square <= limit * limit else { continue }
            let id = StrokeID(slot: slot, generation: record.generation)
            if !body(id, Double(square.squareRoot())) { return }
        }
    }

    /// Returns the strokes that may cover pixels in `rect`, topmost first. False positives are
    /// possible.
    package func strokes(in rect: PixelRect) -> [StrokeID] {
        var ids: [StrokeID] = []
        let rect = rect.intersection(bitmap.bounds)
        if rect.isEmpty { return ids }
        query.begin(rect, in: index)
        while let slot = query.next(in: index) {
            let record = records.at(Int(slot)).pointee
            if CapsuleGeometry.mayIntersect(
                pointStorage.points(at: record.location), reach: record.reach, rect)
            {
                ids.append(StrokeID(slot: slot, generation: record.generation))
            }
        }
        return ids
    }
}
