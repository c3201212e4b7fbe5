import TouchKitGeometry
import TouchKitRaster

/// A screen that shows buffers: real (`KMSDisplay`) or in memory (`HeadlessDisplay`).
package protocol ScanoutDisplay: AnyObject {
    /// The display as people know it: card and connector.
    var name: String { get }
    /// The mode that is set.
    var mode: DisplayMode { get }
    /// How pixels lie in its buffers.
    var format: PixelFormat { get }
    /// How the panel is mounted.
    var panelOrientation: PanelOrientation { get }
    /// How large the display says it is, in millimetres along the mode's width and height, believable or
    /// not; nil where it can't say.
    var millimeters: (width: Int, height: Int)? { get }
    /// The kernel's driver; nil for a display in memory.
    var driver: String? { get }
    /// Whether flips complete at the panel's own pace; where they don't, a timer paces.
    var hasVblank: Bool { get }
    /// What tells of completed flips, for a loop to watch; nil where flips complete at once.
    var eventDescriptor: Int32? { get }
    /// The number of buffers.
    var bufferCount: Int { get }

    /// A buffer that is neither shown nor about to be; nil where there is none.
    func freeBuffer() -> Int?
    /// A buffer's memory.
    func buffer(_ index: Int) -> ScanoutBuffer
    /// Shows a buffer.
    ///
    /// - Parameters:
    ///   - index: A free buffer.
    ///   - damage: What changed since the last buffer that was shown, in scanout pixels.
    /// - Throws: `DisplayError` where the driver refuses.
    func present(_ index: Int, damage: Region) throws(DisplayError) -> PresentResult
    /// The buffers that are on the screen without another flip. Until a buffer is presented again, what is
    /// written into one of these is seen when its rows are scanned out next.
    var frontBuffers: FrontBuffers { get }
    /// Tells the display that `frontBuffers` were written into, where it doesn't scan memory out by itself.
    /// What it refuses isn't lost: the next flip shows it.
    ///
    /// - Parameter damage: What was written, in scanout pixels.
    func flushFront(damage: Region)
    /// Reads what `eventDescriptor` has to say: the time of a completed flip.
    func readEvents() throws(DisplayError) -> Timestamp?
    /// Asks when the newest vblank was, on the clock of touches; nil where the driver doesn't say.
    func newestVblank() -> Timestamp?
    /// Waits for the flip under way, a tenth of a second at most.
    ///
    /// - Returns: The time of the flip; nil where there was none, or it didn't come.
    func finishFlip() throws(DisplayError) -> Timestamp?
    /// Switches the screen off, once no flip is under way; the next frame that is presented switches it on
    /// again. Buffers hold what they held.
    ///
    /// - Throws: `DisplayError` where the driver refuses; then the screen goes on showing what it shows.
    func switchOff() throws(DisplayError)
    /// Whether seconds may pass until people see what is presented after `switchOff()`: monitors wake up
    /// by themselves, built-in panels with the mode.
    var lightsUpSlowly: Bool { get }
    /// Looks whether the display is still there as it was when it was taken.
    func checkConnection() -> DisplayConnection
    /// Lets another program have the display for a while; nothing is shown until `resume()`.
    func suspend()
    /// Takes the display again; the next frame sets the mode, and buffers hold what they held.
    ///
    /// - Throws: `DisplayError`: `taken` as long as another program has it.
    func resume() throws(DisplayError)
    /// Gives the screen back as it was found; a second time it does nothing. Nothing is shown after
    /// that.
    func close()
}

extension ScanoutDisplay {
    /// A display in memory has no size for a ruler.
    package var millimeters: (width: Int, height: Int)? { nil }
    /// A display in memory is there at once.
    package var lightsUpSlowly: Bool { false }
}

/// Which buffers are on the screen, by their numbers.
package struct FrontBuffers: Hashable, Sendable {
    /// The one that is scanned out; nil before the first frame.
    package var shown: Int?
    /// The one that the flip under way brings; nil while there is none.
    package var coming: Int?

    /// Makes the pair.
    package init(shown: Int? = nil, coming: Int? = nil) {
        self.shown = shown
        self.coming = coming
    }

    /// Whether a buffer is one of them.
    package func contains(_ index: Int) -> Bool { index == shown || index == coming }
}

/// Whether a display is still there.
package enum DisplayConnection: Hashable, Sendable {
    /// It is there as before.
    case unchanged
    /// It is there and wants another mode, or the same one set again.
    case changed
    /// It isn't there any more.
    case gone
}

/// How a presentation went.
package enum PresentResult: Hashable, Sendable {
    /// The flip is under way; `readEvents` will tell of it.
    case pending
    /// The buffer is on the screen.
    case shown(at: Timestamp)
}
