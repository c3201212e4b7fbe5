import KioskDisplay
import TouchKit
import TouchKitGeometry
import TouchKitRaster

/// A renderer's state for front-buffer ink: strokes that are written directly into the buffer that
/// the display scans out.
struct FrontInkState {
    /// The region, in canvas pixels, that the latest ink pass has composed. An ink pass composes
    /// and writes the new ink between two frames.
    var region = Region(limit: 64)
    /// The number of pixels that front-buffer ink has changed since the newest frame. A pixel that
    /// changed twice counts twice.
    var differingPixels = 0
    /// For each display buffer, whether the buffer contains a frame of this renderer. Ink is
    /// written only into such buffers.
    var isWritten: [Bool] = []

    /// Resets the state for a display that has `bufferCount` buffers with unknown contents.
    mutating func displayChanged(bufferCount: Int) {
        isWritten = Array(repeating: false, count: bufferCount)
        differingPixels = 0
    }
}

extension FrameRenderer {
    /// Returns the front buffers into which ink can be written, because they contain a frame of
    /// this renderer.
    ///
    /// - Parameter front: The display buffer that is shown, and the display buffer of a pending
    ///   page flip.
    func inkTargets(among front: FrontBuffers) -> FrontBuffers {
        FrontBuffers(
            shown: front.shown.flatMap { ink.isWritten[$0] ? $0 : nil },
            pending: front.pending.flatMap { ink.isWritten[$0] ? $0 : nil })
    }

    /// Composes the new ink of `application` into the canvas. Other damage remains for the next
    /// frame.
    ///
    /// - Parameters:
    ///   - application: The application whose views contain the new ink.
    ///   - targets: The buffers into which the caller writes the ink. All other buffers receive the
    ///     ink with their next frame.
    /// - Returns: Whether any pixel of the canvas has changed.
    func composeInk(_ application: UIApplication, for targets: FrontBuffers) -> Bool {
        ink.region.removeAll()
        application.collectInk(into: &ink.region)
        ink.region.formIntersection(geometry.canvas)
        if ink.region.isEmpty { return false }
        displayList.removeAll()
        application.record(ink.region, into: displayList)
        damage.removeAll()
        ink.differingPixels += compositor.compose(displayList, in: ink.region, damage: &damage)
        if damage.isEmpty { return false }
        unpresented.formUnion(damage)
        for index in missed.indices where !targets.contains(index) {
            missed[index].formUnion(damage)
        }
        return true
    }

    /// Writes the ink that the latest call of `composeInk(_:for:)` has composed to `buffer`, the
    /// memory of a front buffer.
    ///
    /// - Returns: The number of bytes written.
    func writeInk(to buffer: ScanoutBuffer) -> Int {
        writeOut(canvas, damage, geometry: geometry, dithers: dithers, to: buffer)
    }

    /// Adds the pixels that front-buffer ink has changed since the previous frame to the counts of
    /// the current frame, because the buffer of the current frame also contains this ink.
    func countInk(in outcome: inout Outcome) {
        guard ink.differingPixels > 0 else { return }
        outcome.damagedPixels = unpresented.area
        outcome.differingPixels += ink.differingPixels
        ink.differingPixels = 0
    }

    /// Returns the row of the display's mode in which the point at `position` is scanned out.
    /// Returns `nil` if the latest call of `composeInk(_:for:)` has composed no ink at `position`.
    func inkRow(at position: CGPoint) -> Int? {
        let pixel = canvasPixel(at: position)
        guard ink.region.contains(x: pixel.minX, y: pixel.minY) else { return nil }
        return geometry.scanoutRect(pixel).minY
    }

    /// Returns the row of the display's mode in which the point at `position` is scanned out.
    func scanoutRow(at position: CGPoint) -> Int {
        geometry.scanoutRect(canvasPixel(at: position)).minY
    }

    /// Returns the canvas pixel at `position`, in points. The pixel is clamped to the canvas,
    /// because a touch at the edge can lie just outside the canvas.
    private func canvasPixel(at position: CGPoint) -> PixelRect {
        let pixel = PixelRect(covering: CGRect(origin: geometry.canvasPoint(position), size: .zero))
        let canvas = geometry.canvas
        return PixelRect(
            x: min(max(pixel.minX, 0), canvas.maxX - 1),
            y: min(max(pixel.minY, 0), canvas.maxY - 1), width: 1, height: 1)
    }
}
