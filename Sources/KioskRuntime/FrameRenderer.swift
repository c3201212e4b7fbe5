import Display
import Geometry
import Raster
import Services
import TouchKit

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
    }

    let geometry: ScreenGeometry
    /// Whether formats with fewer than eight bits a colour are dithered.
    private let dithers: Bool
    /// The upright picture as it was composed last; ordinary memory.
    var canvas: Bitmap { compositor.canvas }

    private let compositor: Compositor
    private let displayList = DisplayList()
    /// As fine as the application's own.
    private var invalid = Region(limit: 64)
    private var damage: DamageMask
    /// What changed since the newest frame that the display took.
    private var unpresented: DamageMask
    /// For each buffer, what changed since it was written last.
    private var missed: [DamageMask]
    private var clips = Region()
    private var scanoutClips = Region()

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
        missed = Array(repeating: unpresented, count: bufferCount)
    }

    /// Whether anything was composed that the display hasn't taken.
    var hasUnpresentedDamage: Bool { !unpresented.isEmpty }

    /// Draws what the application invalidated, and finds out what differs.
    func compose(_ application: UIApplication, outcome: inout Outcome) {
        invalid.removeAll()
        application.collectDamage(into: &invalid)
        invalid.formIntersection(geometry.canvas)
        if invalid.isEmpty { return }
        displayList.removeAll()
        application.record(invalid, into: displayList)
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
    }

    /// What changed since the newest frame that the display took, in scanout pixels, as few
    /// rectangles: what the display is told with the flip.
    func scanoutDamage() -> Region {
        clips.removeAll()
        unpresented.cover(with: &clips)
        scanoutClips.removeAll()
        for rect in clips.rects { scanoutClips.formUnion(geometry.scanoutRect(rect)) }
        return scanoutClips
    }

    /// The display took the frame.
    func framePresented() {
        unpresented.removeAll()
    }
}
