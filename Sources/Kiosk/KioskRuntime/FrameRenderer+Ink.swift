import KioskDisplay
import TouchKit
import TouchKitGeometry
import TouchKitRaster

/// What a renderer keeps of ink that is shown ahead of the frame.
struct InkAhead {
    /// The part of the canvas that was composed in the newest pass. As fine as the application's own.
    var region = Region(limit: 64)
    /// Pixels that passes changed since the newest frame; one that changed twice counts twice.
    var differingPixels = 0
    /// Which buffers hold a picture of this renderer's: only such a one can be added to.
    var isWritten: [Bool] = []

    /// The buffers are new, or hold what others drew.
    mutating func displayChanged(bufferCount: Int) {
        isWritten = Array(repeating: false, count: bufferCount)
        differingPixels = 0
    }
}

extension FrameRenderer {
    /// The buffers on the screen that ink can be added to: those that hold what was drawn in this geometry.
    func inkTargets(among front: FrontBuffers) -> FrontBuffers {
        FrontBuffers(
            shown: front.shown.flatMap { ink.isWritten[$0] ? $0 : nil },
            coming: front.coming.flatMap { ink.isWritten[$0] ? $0 : nil })
    }

    /// Composes what the application has drawn as ink, and nothing else.
    ///
    /// - Parameter targets: The buffers that it will be written into; the others miss it. The flip of one
    ///   of those confirms it, as it does with any damage.
    /// - Returns: Whether anything differs.
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

    /// Writes the ink that was composed last into a buffer on the screen.
    ///
    /// - Returns: The number of bytes.
    func writeInk(to buffer: ScanoutBuffer) -> Int {
        writeOut(canvas, damage, geometry: geometry, dithers: dithers, to: buffer)
    }

    /// Puts what was shown ahead to the frame that confirms it.
    func countInk(in outcome: inout Outcome) {
        guard ink.differingPixels > 0 else { return }
        outcome.damagedPixels = unpresented.area
        outcome.differingPixels += ink.differingPixels
        ink.differingPixels = 0
    }

    /// The scanout row that shows a place on the screen, in points, if ink was composed there in the
    /// newest pass.
    func inkRow(at place: CGPoint) -> Int? {
        let pixel = canvasPixel(at: place)
        guard ink.region.contains(x: pixel.minX, y: pixel.minY) else { return nil }
        return geometry.scanoutRect(pixel).minY
    }

    /// The scanout row that shows a place on the screen, in points.
    func scanoutRow(at place: CGPoint) -> Int {
        geometry.scanoutRect(canvasPixel(at: place)).minY
    }

    /// The pixel at a place. A finger on the very edge is measured just outside the last one.
    private func canvasPixel(at place: CGPoint) -> PixelRect {
        let pixel = PixelRect(covering: CGRect(origin: geometry.canvasPoint(place), size: .zero))
        let canvas = geometry.canvas
        return PixelRect(
            x: min(max(pixel.minX, 0), canvas.maxX - 1),
            y: min(max(pixel.minY, 0), canvas.maxY - 1), width: 1, height: 1)
    }
}
