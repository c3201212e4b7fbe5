import TouchKitGeometry

/// What a drawing cache did, counted: what its time goes by.
package struct DrawingWork: Hashable, Sendable {
    /// Strokes that the index named.
    package var strokesLookedAt = 0
    /// Strokes that were painted, once for each piece of the picture they were painted in.
    package var strokesPainted = 0
    /// Pixels that were cleared and painted anew.
    package var pixelsRepainted = 0
    /// Points of strokes that the index named.
    package var pointsLookedAt = 0

    package init() {}

    /// What painting anew cost, roughly, in steps of some twenty nanoseconds on a machine like the one of
    /// docs/performance.md.
    package var steps: Int {
        3 * pointsLookedAt + 24 * strokesLookedAt + 96 * strokesPainted + pixelsRepainted / 5
    }
}

extension DrawingCache {
    /// Strokes in one display list: so many are recorded before they are painted.
    private static var batch: Int { 128 }
    /// From so many strokes on it is looked which of them hide all others.
    private static var crowd: Int { 56 }

    /// Paints a stroke over what is there, by its coverage where that is known.
    func paintOnTop(_ slot: UInt32, as ink: InkStroke?) {
        let record = records.at(Int(slot)).pointee
        if let ink {
            list.ink(ink, x: 0, y: 0, color: record.color)
            ink.addCover(to: &changed)
        } else {
            recordStroke(slot, record, meeting: bitmap.bounds)
            addCover(of: slot, to: &changed)
        }
        list.paint(onto: bitmap, clip: bitmap.bounds)
        list.removeAll()
        work.strokesPainted += 1
    }

    /// Puts the pixels that a stroke may touch into a region.
    func addCover(of slot: UInt32, to region: inout Region) {
        let record = records.at(Int(slot)).pointee
        let points = store.points(at: record.place)
        var index = 0
        repeat {
            let start = points[index]
            let end = points[min(index + 1, points.count - 1)]
            var slices = LineSlices(
                from: CGPoint(x: Double(start.x), y: Double(start.y)),
                to: CGPoint(x: Double(end.x), y: Double(end.y)),
                reach: Double(record.reach - 0.5), within: bitmap.bounds)
            while let slice = slices.next() { region.formUnion(slice) }
            index += 1
        } while index + 1 < points.count
    }

    /// Paints what is dirty anew, unless more is to come; it counts as changed.
    func repaintDirty() {
        if isChanging { return }
        for rect in dirty.rects {
            changed.formUnion(rect)
            if isAdopting { lacking.formUnion(rect) }
        }
        for rect in dirty.rects { repaint(rect) }
        dirty.removeAll()
    }

    /// Paints a part of the picture anew, from the strokes that touch it.
    ///
    /// - Complexity: O(pixels, and strokes that are to be seen there or just below).
    package func repaint(_ rect: PixelRect) {
        let rect = rect.intersection(bitmap.bounds)
        let extent = HiddenPixels.extent
        for y in stride(from: rect.minY, to: rect.maxY, by: extent) {
            for x in stride(from: rect.minX, to: rect.maxX, by: extent) {
                repaintPiece(
                    PixelRect(x: x, y: y, width: extent, height: extent).intersection(rect))
            }
        }
    }

    /// Paints a piece anew that is small enough for `HiddenPixels`.
    private func repaintPiece(_ rect: PixelRect) {
        clear(rect)
        work.pixelsRepainted += rect.area
        findStrokes(in: rect)
        work.strokesPainted += found.count
        var number = found.count - 1
        while number >= 0 {
            let slot = found[number]
            recordStroke(slot, records.at(Int(slot)).pointee, meeting: rect)
            if list.count >= Self.batch || number == 0 {
                list.paint(onto: bitmap, clip: rect)
                list.removeAll()
            }
            number -= 1
        }
        found.removeAll(keepingCapacity: true)
    }

    /// Finds the strokes that are to be seen in a piece, the topmost first.
    private func findStrokes(in rect: PixelRect) {
        var hidden = HiddenPixels(rect, memory: hiddenRows)
        walk.begin(rect, in: index)
        while let slot = walk.next(in: index) {
            work.strokesLookedAt += 1
            let record = records.at(Int(slot)).pointee
            if record.color.alpha == 0 { continue }
            let points = store.points(at: record.place)
            work.pointsLookedAt += points.count
            guard StrokeCover.meets(points, reach: record.reach, rect) else { continue }
            found.append(slot)
            if found.count < Self.crowd { continue }
            if found.count == Self.crowd {
                for slot in found { hide(behind: slot, rect, &hidden) }
            } else {
                hide(behind: slot, rect, &hidden)
            }
            if hidden.isFull { return }
        }
    }

    /// Marks what a stroke hides.
    private func hide(behind slot: UInt32, _ rect: PixelRect, _ hidden: inout HiddenPixels) {
        let record = records.at(Int(slot)).pointee
        if record.color.alpha < 255 || record.width < 3 { return }
        let points = store.points(at: record.place)
        forEachSegment(of: points, reach: record.reach, meeting: rect) { start, end in
            if let shape = StrokeShape(
                from: start, to: end, width: Double(record.width), cap: .round)
            {
                hidden.cover(with: shape)
            }
        }
    }

    /// Records a stroke: the one place that says how strokes of a drawing are painted.
    private func recordStroke(_ slot: UInt32, _ record: StrokeRecord, meeting rect: PixelRect) {
        let list = list
        let points = store.points(at: record.place)
        if points.count <= 2 {
            forEachSegment(of: points, reach: record.reach, meeting: rect) { start, end in
                list.stroke(
                    from: start, to: end, width: Double(record.width), cap: .round,
                    color: record.color)
            }
            return
        }
        list.polyline(width: Double(record.width), color: record.color) { line in
            forEachSegment(of: points, reach: record.reach, meeting: rect) { start, end in
                line.add(from: start, to: end)
            }
        }
    }

    /// Calls `body` for a stroke's segments that may touch a rectangle, in order.
    @inline(__always)
    private func forEachSegment(
        of points: UnsafeMutableBufferPointer<PointStore.Point>, reach: Float,
        meeting rect: PixelRect, _ body: (CGPoint, CGPoint) -> Void
    ) {
        let half = SIMD2(Float(rect.width), Float(rect.height)) * 0.5
        let middle = SIMD2(Float(rect.minX), Float(rect.minY)) + half
        var index = 0
        repeat {
            let start = points[index]
            let end = points[min(index &+ 1, points.count &- 1)]
            index &+= 1
            guard StrokeCover.segmentMeets(start, end, reach: reach, middle: middle, half: half)
            else { continue }
            body(
                CGPoint(x: Double(start.x), y: Double(start.y)),
                CGPoint(x: Double(end.x), y: Double(end.y)))
        } while index &+ 1 < points.count
    }

    /// Sets pixels to the background.
    func clear(_ rect: PixelRect) {
        let pixel = background.premultipliedPixel
        for y in rect.minY..<rect.maxY {
            setRun(bitmap.pixels + y * bitmap.stride + rect.minX, rect.width, pixel)
        }
    }
}

extension PixelColor {
    /// The colour as a pixel of a translucent picture: its channels multiplied by its alpha.
    fileprivate var premultipliedPixel: UInt32 {
        let alpha = UInt32(alpha)
        let red = (UInt32(red) * alpha + 127) / 255
        let green = (UInt32(green) * alpha + 127) / 255
        let blue = (UInt32(blue) * alpha + 127) / 255
        return alpha << 24 | red << 16 | green << 8 | blue
    }
}
