import KioskDisplay
import KioskServices
import TouchKit
import TouchKitGeometry
import TouchKitRaster

/// Turns what views invalidated into bytes in scanout memory: steps 3 and 4 of a frame.
///
/// Views record into a display list, the compositor paints it in ordinary memory and finds out
/// which pixels differ, and those are written out once: for each buffer what changed now and what
/// it missed while others were shown. All memory is taken when the display is set.
@MainActor
final class FrameRenderer {
    /// What a frame came to.
    struct Outcome {
        /// Pixels of this frame's damage.
        var damagedPixels = 0
        /// Pixels written.
        var repaintedPixels = 0
        /// Pixels that differ from the frame before.
        var differingPixels = 0
        /// Bytes written to scanout memory.
        var bytesWritten = 0
        /// Pixels that were composed, whether or not they differ.
        var composedPixels = 0
        /// Pixels that were left to the next frame.
        var carriedPixels = 0
    }

    let geometry: ScreenGeometry
    /// Whether formats with fewer than eight bits a colour are dithered.
    let dithers: Bool
    /// The upright picture as it was composed last; ordinary memory.
    var canvas: Bitmap { compositor.canvas }

    let compositor: Compositor
    let displayList = DisplayList()
    /// As fine as the application's own.
    private var invalid = Region.ofDamage()
    var damage: DamageMask
    /// What changed since the newest frame that the display took.
    var unpresented: DamageMask
    /// For each buffer, what changed since it was written last.
    var missed: [DamageMask]
    /// What there was no time for.
    private var carried = CarriedDamage()
    private var urgent = Region()
    /// Whether the display shows nothing of ours yet: half a picture mustn't be the first one.
    private(set) var isFirst = true
    private var clips = Region()
    private var scanoutClips = Region()
    /// What was shown ahead of the next frame (FrameRenderer+Ink.swift).
    var ink = InkAhead()

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

    /// The next frame goes to another display of the same geometry, or to this one after others
    /// drew on it. What was composed is kept: memory stays where it is.
    func displayChanged(bufferCount: Int) {
        // A new buffer holds nothing of ours: it missed everything.
        unpresented.formUnion(geometry.canvas)
        isFirst = true
        missed = Array(repeating: unpresented, count: bufferCount)
        ink.displayChanged(bufferCount: bufferCount)
    }

    /// Whether anything was composed that the display hasn't taken.
    var hasUnpresentedDamage: Bool { !unpresented.isEmpty }

    /// Whether anything was left to the next frame.
    var hasCarriedDamage: Bool { !carried.isEmpty }

    /// What was left to the next frame, in canvas pixels.
    var carriedDamage: Region { carried.left }

    /// Has the views record what there is to draw.
    ///
    /// - Parameters:
    ///   - application: Whose windows are drawn.
    ///   - room: How many pixels there is time for; what is more is left to the next frame.
    ///   - places: Where fingers went: there is always time for that.
    ///   - outcome: Gets what was done.
    func record(
        _ application: UIApplication, room: Int, places: FingerPlaces, outcome: inout Outcome
    ) {
        invalid.removeAll()
        carried.add(to: &invalid)
        application.collectDamage(into: &invalid)
        invalid.formIntersection(geometry.canvas)
        if invalid.isEmpty { return }
        if !isFirst && invalid.area > room {
            urgent.removeAll()
            places.add(to: &urgent, geometry: geometry)
            carried.split(&invalid, urgent: urgent, pixels: room, height: geometry.canvasHeight)
            outcome.carriedPixels = carried.left.area
        }
        outcome.composedPixels = invalid.area
        displayList.removeAll()
        application.record(invalid, into: displayList)
    }

    /// Composes what was recorded, and finds out what differs.
    func compose(_ outcome: inout Outcome) {
        if invalid.isEmpty { return }
        damage.removeAll()
        outcome.differingPixels = compositor.compose(displayList, in: invalid, damage: &damage)
        outcome.damagedPixels = damage.area
        if damage.isEmpty { return }
        unpresented.formUnion(damage)
        for index in missed.indices { missed[index].formUnion(damage) }
    }

    /// Writes into a buffer what changed since it was written last.
    func write(to buffer: ScanoutBuffer, index: Int, outcome: inout Outcome) {
        outcome.repaintedPixels = missed[index].area
        outcome.bytesWritten = writeOut(
            canvas, missed[index], geometry: geometry, dithers: dithers, to: buffer)
        missed[index].removeAll()
        ink.isWritten[index] = true
    }

    /// What changed since the newest frame that the display took, in scanout pixels, as few
    /// rectangles: what the display is told with the flip.
    func scanoutDamage() -> Region { scanoutCover(of: unpresented) }

    /// Few rectangles in scanout pixels that cover what a mask marks.
    func scanoutCover(of mask: DamageMask) -> Region {
        clips.removeAll()
        mask.cover(with: &clips)
        scanoutClips.removeAll()
        for rect in clips.rects { scanoutClips.formUnion(geometry.scanoutRect(rect)) }
        return scanoutClips
    }

    /// The display took the frame.
    func framePresented() {
        isFirst = false
        unpresented.removeAll()
    }
}
