import Geometry
import Raster

/// A screen that shows buffers: real (`KMSDisplay`) or in memory (`HeadlessDisplay`).
public protocol ScanoutDisplay: AnyObject {
    /// The display as people know it: card and connector.
    var name: String { get }
    /// The mode that is set.
    var mode: DisplayMode { get }
    /// How pixels lie in its buffers.
    var format: PixelFormat { get }
    /// How the panel is mounted.
    var panelOrientation: PanelOrientation { get }
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
    /// Reads what `eventDescriptor` has to say: the time of a completed flip.
    func readEvents() throws(DisplayError) -> Timestamp?
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

/// Whether a display is still there.
public enum DisplayConnection: Hashable, Sendable {
    /// It is there as before.
    case unchanged
    /// It is there and wants another mode, or the same one set again.
    case changed
    /// It isn't there any more.
    case gone
}

/// How a presentation went.
public enum PresentResult: Hashable, Sendable {
    /// The flip is under way; `readEvents` will tell of it.
    case pending
    /// The buffer is on the screen.
    case shown(at: Timestamp)
}
