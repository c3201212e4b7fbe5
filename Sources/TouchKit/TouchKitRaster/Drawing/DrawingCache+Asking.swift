import TouchKitGeometry

extension DrawingCache {
    /// A stroke's points, as they are kept: in 24 bits each.
    package func points(of id: StrokeID) -> [CGPoint] {
        store.points(at: records.at(Int(number(id))).pointee.place).map {
            CGPoint(x: Double($0.x), y: Double($0.y))
        }
    }

    /// How many points a stroke has.
    package func pointCount(of id: StrokeID) -> Int {
        store.points(at: records.at(Int(number(id))).pointee.place).count
    }

    /// A stroke's colour.
    package func color(of id: StrokeID) -> PixelColor { records.at(Int(number(id))).pointee.color }

    /// A stroke's width, in pixels.
    package func width(of id: StrokeID) -> Double {
        Double(records.at(Int(number(id))).pointee.width)
    }

    /// A stroke's place in the drawing order.
    package func level(of id: StrokeID) -> StrokeLevel {
        StrokeLevel(records.at(Int(number(id))).pointee.level)
    }

    /// Whether a stroke is kept, but not shown.
    package func isHidden(_ id: StrokeID) -> Bool {
        records.at(Int(number(id))).pointee.state == .hidden
    }

    /// Calls `body` for each stroke whose middle line comes near a point, the topmost first, until
    /// it says false. It mustn't change the drawing.
    ///
    /// What lies outside the picture isn't found, nor are hidden strokes.
    ///
    /// - Parameters:
    ///   - point: The point, in pixels.
    ///   - distance: How near, in pixels.
    ///   - body: Gets a stroke and its distance in pixels.
    package func forEachStroke(
        near point: CGPoint, within distance: Double, _ body: (StrokeID, Double) -> Bool
    ) {
        guard point.x.isFinite, point.y.isFinite, distance >= 0 else { return }
        let place = SIMD2(Float(point.x), Float(point.y))
        let limit = Float(min(distance, 1_048_576))
        let box = PixelRect(
            covering: CGRect(x: point.x, y: point.y, width: 0, height: 0)
                .insetBy(dx: -Double(limit), dy: -Double(limit))
        ).insetBy(-1)
        walk.begin(box, in: index)
        while let slot = walk.next(in: index) {
            work.strokesLookedAt += 1
            let record = records.at(Int(slot)).pointee
            let square = StrokeCover.squaredDistance(
                store.points(at: record.place), to: place)
            guard square <= limit * limit else { continue }
            let id = StrokeID(slot: slot, generation: record.generation)
            if !body(id, Double(square.squareRoot())) { return }
        }
    }

    /// The strokes that may leave something in a rectangle of the picture, the topmost first.
    package func strokes(in rect: PixelRect) -> [StrokeID] {
        var ids: [StrokeID] = []
        let rect = rect.intersection(bitmap.bounds)
        if rect.isEmpty { return ids }
        walk.begin(rect, in: index)
        while let slot = walk.next(in: index) {
            let record = records.at(Int(slot)).pointee
            if StrokeCover.meets(store.points(at: record.place), reach: record.reach, rect) {
                ids.append(StrokeID(slot: slot, generation: record.generation))
            }
        }
        return ids
    }

    /// Gives the picture another size and paints it anew.
    ///
    /// - Parameters:
    ///   - width: The new width, in pixels.
    ///   - height: The new height, in pixels.
    ///   - factor: What coordinates and widths are multiplied by: the new number of pixels per point
    ///     over the old one.
    /// - Complexity: O(strokes and pixels).
    package func resize(width: Int, height: Int, scaledBy factor: Double = 1) {
        bitmap = Bitmap(width: width, height: height, isOpaque: background.alpha == 255)
        index = StrokeIndex(width: width, height: height, records: records)
        for slot in 0..<records.count where records.at(slot).pointee.state != .unused {
            let record = records.at(slot)
            let points = store.points(at: record.pointee.place)
            if factor != 1 && factor.isFinite && factor > 0 {
                let limit = SIMD2<Float>(repeating: 1_048_576)
                for number in points.indices {
                    points[number] = (points[number] * Float(factor))
                        .clamped(lowerBound: -limit, upperBound: limit)
                }
                record.pointee.width *= Float(factor)
            }
            if record.pointee.state == .hidden { continue }
            record.pointee.gridLevel = index.insert(
                UInt32(slot), points, reach: record.pointee.reach)
        }
        changed.removeAll()
        changed.formUnion(bitmap.bounds)
        lackingPieces.removeAll()
        if isAdopting {
            lacking.removeAll()
            lacking.formUnion(bitmap.bounds)
        }
        repaint(bitmap.bounds)
    }
}
