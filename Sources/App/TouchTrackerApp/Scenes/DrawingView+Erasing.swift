import TouchKit

/// Erasing strokes of the drawing with touches.
extension DrawingView {
    /// The radius of the eraser around a touch, in points.
    package static let eraserRadius: CGFloat = 12
    /// The width of the ring that shows the eraser, in points.
    private static let ringWidth: CGFloat = 2
    private static let ringColor = UIColor(white: 0.5, alpha: 1)

    /// A touch that erases strokes.
    struct EraserTouch {
        let touch: UITouch
        /// The location up to which strokes have been erased.
        var location: CGPoint
        /// The edit of the touch, or `nil` until a stroke has been erased.
        var erasure: Drawing.Erasure?
    }

    /// Begins to erase with `touch`, and erases the strokes under it.
    func beginErasing(with touch: UITouch) {
        let location = touch.location(in: self)
        var eraser = EraserTouch(touch: touch, location: location, erasure: nil)
        drawing.erase(
            from: location, to: location, within: Self.eraserRadius, &eraser.erasure)
        erasers.append(eraser)
        setNeedsDisplay(ring(at: location))
    }

    /// Erases the strokes between the previous and the new locations of the touches.
    func continueErasing(with touches: Set<UITouch>, _ event: UIEvent?) {
        for index in erasers.indices where touches.contains(erasers[index].touch) {
            let touch = erasers[index].touch
            setNeedsDisplay(ring(at: erasers[index].location))
            guard let samples = event?.coalescedTouches(for: touch) else {
                erase(upTo: touch.location(in: self), index)
                continue
            }
            for sample in samples { erase(upTo: sample.location(in: self), index) }
        }
    }

    /// Ends erasing with the touches. Erased strokes stay erased, also if a touch was cancelled.
    func endErasing(with touches: Set<UITouch>) {
        for eraser in erasers where touches.contains(eraser.touch) {
            setNeedsDisplay(ring(at: eraser.location))
        }
        erasers.removeAll { touches.contains($0.touch) }
    }

    private func erase(upTo location: CGPoint, _ index: Int) {
        drawing.erase(
            from: erasers[index].location, to: location, within: Self.eraserRadius,
            &erasers[index].erasure)
        erasers[index].location = location
        setNeedsDisplay(ring(at: location))
    }

    /// Draws a ring around each touch that erases.
    func drawErasers() {
        guard !erasers.isEmpty, let context = UIGraphicsGetCurrentContext() else { return }
        context.setStrokeColor(Self.ringColor)
        context.setLineWidth(Self.ringWidth)
        for eraser in erasers {
            context.strokeEllipse(
                in: ring(at: eraser.location).insetBy(dx: Self.ringWidth, dy: Self.ringWidth))
        }
    }

    /// Returns the rectangle of the ring around a touch at `location`.
    private func ring(at location: CGPoint) -> CGRect {
        let reach = Self.eraserRadius + Self.ringWidth
        return CGRect(
            x: location.x - reach, y: location.y - reach, width: 2 * reach, height: 2 * reach)
    }
}
