import KioskDisplay
import KioskServices
import TouchKit
import TouchKitGeometry
import TouchKitRaster

/// Renders damaged views into scanout memory.
///
/// Views record drawing operations into a display list. The compositor executes the list in
/// ordinary memory and determines which pixels differ. Each buffer receives the pixels that changed
/// since it was written last. All memory is allocated by `init` and by
/// `displayChanged(bufferCount:)`.
@MainActor
final class FrameRenderer {
    /// The pixel and byte counts of one frame.
    struct Outcome {
        /// The number of pixels in the damage mask, which contains all differing pixels in cells of
        /// 2 × 1 pixels.
        var damagedPixels = 0
        /// The number of pixels written to the buffer, including earlier damage that the buffer had
        /// missed.
        var repaintedPixels = 0
        /// The number of pixels that differ from the previous frame.
        var differingPixels = 0
        /// The number of bytes written to scanout memory.
        var bytesWritten = 0
        /// The number of composed pixels, whether or not they differ.
        var composedPixels = 0
        /// The number of pixels deferred to later frames.
        var deferredPixels = 0
    }

    let geometry: ScreenGeometry
    /// Whether formats with fewer than eight bits per channel are dithered.
    let dithers: Bool
    /// The canvas: the upright picture as last composed, in ordinary memory.
    var canvas: Bitmap { compositor.canvas }

    let compositor: Compositor
    let displayList = DisplayList()
    /// The region that the current frame composes, in canvas pixels.
    private var invalid = Region.forDamage()
    var damage: DamageMask
    /// The damage since the newest frame that the display accepted.
    var unpresented: DamageMask
    /// For each buffer, the damage since the buffer was last written.
    var missed: [DamageMask]
    /// The damage that earlier frames deferred because of the frame budget.
    private var deferred = DeferredDamage()
    private var urgent = Region()
    /// Whether no frame was presented on this display yet. The first frame defers no damage.
    private(set) var isFirst = true
    private var clips = Region()
    private var scanoutClips = Region()
    /// The state of front-buffer ink.
    var ink = FrontInkState()

    init(geometry: ScreenGeometry, bufferCount: Int, dithers: Bool) {
        self.geometry = geometry
        self.dithers = dithers
        let width = geometry.canvasWidth
        let height = geometry.canvasHeight
        compositor = Compositor(width: width, height: height)
        damage = DamageMask(width: width, height: height)
        unpresented = damage
        missed = []
        displayChanged(bufferCount: bufferCount)
    }

    /// Prepares for another display of the same geometry, or for buffers with unknown contents:
    /// marks the whole canvas as damage of each buffer. The canvas is not composed again.
    func displayChanged(bufferCount: Int) {
        // A new buffer needs the whole canvas.
        unpresented.formUnion(geometry.canvas)
        isFirst = true
        missed = Array(repeating: unpresented, count: bufferCount)
        ink.displayChanged(bufferCount: bufferCount)
    }

    /// Whether damage was composed that the display has not accepted.
    var hasUnpresentedDamage: Bool { !unpresented.isEmpty }

    /// Whether damage was deferred to later frames.
    var hasDeferredDamage: Bool { !deferred.isEmpty }

    /// The deferred damage, in canvas pixels.
    var deferredDamage: Region { deferred.deferred }

    /// Collects the damage of all windows and records the drawing operations of the damaged views.
    ///
    /// - Parameters:
    ///   - application: The application whose windows are drawn.
    ///   - pixelBudget: The number of pixels that can be composed within the frame budget. Further
    ///     damage is deferred.
    ///   - touchedAreas: The areas under touches, which are never deferred.
    ///   - outcome: Receives the numbers of composed and deferred pixels.
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

    /// Composes the recorded drawing operations and determines the pixels that differ from the
    /// previous frame.
    func compose(_ outcome: inout Outcome) {
        if invalid.isEmpty { return }
        damage.removeAll()
        outcome.differingPixels = compositor.compose(displayList, in: invalid, damage: &damage)
        outcome.damagedPixels = damage.area
        if damage.isEmpty { return }
        unpresented.formUnion(damage)
        for index in missed.indices { missed[index].formUnion(damage) }
    }

    /// Writes all damage that the buffer with the given index has missed since it was last written.
    func write(to buffer: ScanoutBuffer, index: Int, outcome: inout Outcome) {
        outcome.repaintedPixels = missed[index].area
        outcome.bytesWritten = writeOut(
            canvas, missed[index], geometry: geometry, dithers: dithers, to: buffer)
        missed[index].removeAll()
        ink.isWritten[index] = true
    }

    /// Returns the damage since the last accepted frame as a few rectangles in scanout pixels, for
    /// the damage clips of the flip.
    func scanoutDamage() -> Region { scanoutCover(of: unpresented) }

    /// Returns a few rectangles in scanout pixels that cover a damage mask.
    func scanoutCover(of mask: DamageMask) -> Region {
        clips.removeAll()
        mask.addCoveringRects(to: &clips)
        scanoutClips.removeAll()
        for rect in clips.rects { scanoutClips.formUnion(geometry.scanoutRect(rect)) }
        return scanoutClips
    }

    /// Records that the display accepted the frame.
    func framePresented() {
        isFirst = false
        unpresented.removeAll()
    }
}
