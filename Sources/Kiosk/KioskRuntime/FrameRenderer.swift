import TouchKit
import TouchKitGeometry
import TouchKitRaster

/// A renderer that draws the damaged views of an application into scanout memory.
///
/// The views record drawing operations in a display list. The compositor executes the list in
/// ordinary memory and determines which pixels differ from the previous frame. Each display buffer
/// receives the pixels that have changed since the buffer was last written. All memory is allocated
/// by `init` and by `displayChanged(bufferCount:)`.
@MainActor
final class FrameRenderer {
    /// The pixel and byte counts for one frame.
    struct Outcome {
        /// The number of damaged pixels, counted in cells of 2 × 1 pixels. A whole cell counts as
        /// damaged if one of its pixels differs from the previous frame.
        var damagedPixels = 0
        /// The number of pixels written to the display buffer, including the damage of earlier
        /// frames that were written to other buffers.
        var repaintedPixels = 0
        /// The number of pixels that differ from the previous frame.
        var differingPixels = 0
        /// The number of bytes written to scanout memory.
        var bytesWritten = 0
        /// The number of composed pixels, whether or not they differ from the previous frame.
        var composedPixels = 0
        /// The number of damaged pixels that are deferred to later frames.
        var deferredPixels = 0
    }

    let geometry: ScreenGeometry
    /// Whether pixel formats with fewer than eight bits per channel are dithered.
    let dithers: Bool
    /// The canvas: the most recently composed picture, before it is rotated for the display, in
    /// ordinary memory.
    var canvas: Bitmap { compositor.canvas }

    let compositor: Compositor
    let displayList = DisplayList()
    /// The region that the current frame composes, in canvas pixels.
    @exclusivity(unchecked) private var invalid = Region.forDamage()
    @exclusivity(unchecked) var damage: DamageMask
    /// The damage since the display accepted the newest frame.
    @exclusivity(unchecked) var unpresented: DamageMask
    /// For each display buffer, the damage since the buffer was last written.
    @exclusivity(unchecked) var missed: [DamageMask]
    /// The damage that earlier frames deferred, because drawing it would have exceeded the frame
    /// budget.
    @exclusivity(unchecked) private var deferred = DeferredDamage()
    @exclusivity(unchecked) private var urgent = Region()
    /// Whether no frame has been presented on the current display yet. No damage is deferred while
    /// the value is `true`.
    @exclusivity(unchecked) private(set) var isFirst = true
    @exclusivity(unchecked) private var clips = Region()
    @exclusivity(unchecked) private var scanoutClips = Region()
    /// The renderer's state for front-buffer ink.
    @exclusivity(unchecked) var ink = FrontInkState()

    init(
        geometry: ScreenGeometry, bufferCount: Int, dithers: Bool,
        threads: (any PaintingThreads)?
    ) {
        self.geometry = geometry
        self.dithers = dithers
        let width = geometry.canvasWidth
        let height = geometry.canvasHeight
        compositor = Compositor(width: width, height: height, threads: threads)
        damage = DamageMask(width: width, height: height)
        unpresented = damage
        missed = []
        displayChanged(bufferCount: bufferCount)
    }

    /// Prepares the renderer for another display with the same geometry, or for buffers with
    /// unknown contents. The next frames write the whole canvas to each buffer, but the canvas is
    /// not composed again.
    ///
    /// - Parameter bufferCount: The number of the display's buffers.
    func displayChanged(bufferCount: Int) {
        // The whole canvas must be written to each new buffer.
        unpresented.formUnion(geometry.canvas)
        isFirst = true
        missed = Array(repeating: unpresented, count: bufferCount)
        ink.displayChanged(bufferCount: bufferCount)
    }

    /// Whether the canvas contains composed damage that has not been presented on the display.
    var hasUnpresentedDamage: Bool { !unpresented.isEmpty }

    /// Whether damage is deferred to later frames.
    var hasDeferredDamage: Bool { !deferred.isEmpty }

    /// The damage that is deferred to later frames, in canvas pixels.
    var deferredDamage: Region { deferred.deferred }

    /// Collects the damage from all windows and records the drawing operations of the damaged
    /// views.
    ///
    /// - Parameters:
    ///   - application: The application whose windows are drawn.
    ///   - pixelBudget: The number of pixels that can be composed within the frame budget. Further
    ///     damage is deferred.
    ///   - touchedAreas: The areas under touches, whose damage is never deferred.
    ///   - outcome: The counts of the frame, in which the numbers of composed and deferred pixels
    ///     are set.
    func record(
        _ application: UIApplication, pixelBudget: Int, touchedAreas: TouchedAreas,
        outcome: inout Outcome
    ) {
        invalid.removeAll()
        deferred.add(to: &invalid)
        application.collectDamage(into: &invalid)
        invalid.formIntersection(geometry.canvas)
        if invalid.isEmpty { return }
        if !isFirst && invalid.area > pixelBudget {
            urgent.removeAll()
            touchedAreas.add(to: &urgent, geometry: geometry)
            deferred.split(
                &invalid, urgent: urgent, pixelCount: pixelBudget, height: geometry.canvasHeight)
            outcome.deferredPixels = deferred.deferred.area
        }
        outcome.composedPixels = invalid.area
        displayList.removeAll()
        application.record(invalid, into: displayList)
    }

    /// Composes the recorded drawing operations into the canvas, determines the pixels that differ
    /// from the previous frame, and sets their counts in `outcome`.
    func compose(_ outcome: inout Outcome) {
        if invalid.isEmpty { return }
        damage.removeAll()
        outcome.differingPixels = compositor.compose(displayList, in: invalid, damage: &damage)
        outcome.damagedPixels = damage.area
        if outcome.damagedPixels == 0 { return }
        for index in missed.indices { missed[index].formUnion(damage) }
        // Usually the previous frame was presented, and the masks are exchanged without copying.
        if unpresented.isEmpty { return swap(&damage, &unpresented) }
        unpresented.formUnion(damage)
    }

    /// Updates a display buffer with all pixels that were damaged since the buffer was last
    /// written.
    ///
    /// - Parameters:
    ///   - buffer: The memory of the display buffer.
    ///   - index: The index of the display buffer.
    ///   - outcome: The counts of the frame, in which the numbers of repainted pixels and written
    ///     bytes are set.
    func write(to buffer: ScanoutBuffer, index: Int, outcome: inout Outcome) {
        outcome.bytesWritten = writeOut(
            canvas, missed[index], geometry: geometry, dithers: dithers, to: buffer)
        outcome.repaintedPixels = outcome.bytesWritten / buffer.format.bytesPerPixel
        missed[index].removeAll()
        ink.isWritten[index] = true
    }

    /// Returns a few rectangles, in scanout pixels, that cover the damage since the last presented
    /// frame, for the `FB_DAMAGE_CLIPS` property of the page flip.
    func scanoutDamage() -> Region { scanoutCover(of: unpresented) }

    /// Returns a few rectangles, in scanout pixels, that cover a damage mask.
    func scanoutCover(of mask: DamageMask) -> Region {
        clips.removeAll()
        mask.addCoveringRects(to: &clips)
        scanoutClips.removeAll()
        for rect in clips.rects { scanoutClips.formUnion(geometry.scanoutRect(rect)) }
        return scanoutClips
    }

    /// Records that the frame was presented on the display.
    func framePresented() {
        isFirst = false
        unpresented.removeAll()
    }
}
