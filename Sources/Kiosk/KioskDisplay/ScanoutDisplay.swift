import TouchKitGeometry
import TouchKitRaster

/// A display that shows buffers: real (`KMSDisplay`) or in memory (`HeadlessDisplay`).
package protocol ScanoutDisplay: AnyObject {
    /// The display's name for messages: card and connector.
    var name: String { get }
    /// The display's mode.
    var mode: DisplayMode { get }
    /// The pixel format of the buffers.
    var format: PixelFormat { get }
    /// The orientation in which the panel is mounted.
    var panelOrientation: PanelOrientation { get }
    /// The physical size that the display reports, in millimeters along the mode's width and
    /// height, or `nil` or 0 × 0 if it is unknown. The reported size may be wrong.
    var millimeters: (width: Int, height: Int)? { get }
    /// The name of the kernel driver, or `nil` for a display in memory.
    var driver: String? { get }
    /// Whether flips complete at a vblank. Without vblanks a timer paces the frames.
    var hasVblank: Bool { get }
    /// The descriptor that is readable when a flip has completed, or `nil` if flips complete
    /// immediately.
    var eventDescriptor: Int32? { get }
    /// The number of buffers.
    var bufferCount: Int { get }

    /// Returns the index of a buffer that is neither shown nor part of a pending flip, or `nil` if
    /// there is none.
    func freeBufferIndex() -> Int?
    /// Returns the memory of the buffer at `index`.
    func buffer(_ index: Int) -> ScanoutBuffer
    /// Shows a buffer, or starts a flip to it.
    ///
    /// - Parameters:
    ///   - index: The index of a free buffer.
    ///   - damage: The changes since the previously shown buffer, in scanout pixels.
    /// - Throws: `DisplayError` if the driver refuses.
    func present(_ index: Int, damage: Region) throws(DisplayError) -> PresentResult
    /// The buffers that are scanned out now or after the pending flip.
    ///
    /// Pixels written into one of these buffers become visible when their rows are scanned out
    /// next.
    var frontBuffers: FrontBuffers { get }
    /// Notifies the driver that the kiosk has written into `frontBuffers`, which some drivers must
    /// copy to the panel. Errors are ignored, because the next flip shows the changes too.
    ///
    /// - Parameter damage: The written region, in scanout pixels.
    func flushFrontBuffers(damage: Region)
    /// Reads the pending events of `eventDescriptor`.
    ///
    /// - Returns: The time at which a flip has completed, or `nil` if none has.
    func readFlipEvents() throws(DisplayError) -> Timestamp?
    /// Returns the time of the most recent vblank on the monotonic clock, or `nil` if the driver
    /// does not report it.
    func lastVblankTime() -> Timestamp?
    /// Waits for the pending flip for at most 100 ms.
    ///
    /// - Returns: The time at which the flip completed, or `nil` if there was no pending flip or it
    ///   did not complete.
    func waitForFlip() throws(DisplayError) -> Timestamp?
    /// Switches the screen off. The next presented frame switches it on again.
    ///
    /// Must not be called while a flip is pending. The buffers keep their contents.
    ///
    /// - Throws: `DisplayError` if the driver refuses. In this case the screen stays on.
    func switchOff() throws(DisplayError)
    /// Whether the display may need seconds to show a picture after `switchOff()`: `true` for
    /// monitors, `false` for built-in panels.
    var turnsOnSlowly: Bool { get }
    /// Returns whether the display is still connected, and whether its mode must be set again.
    func checkConnection() -> DisplayConnection
    /// Releases the display to other programs. The display shows no frame until `resume()`.
    ///
    /// - Throws: `DisplayError` if the display cannot be released. The caller must then close the
    ///   display.
    func suspend() throws(DisplayError)
    /// Acquires the display again. The next frame sets the mode. The buffers keep their contents.
    ///
    /// - Throws: `DisplayError` with the reason `taken` while another program uses the display.
    func resume() throws(DisplayError)
    /// Restores the state that the screen had before the first frame. Further calls have no effect.
    /// No frame may be presented afterwards.
    func close()
}

extension ScanoutDisplay {
    /// The default, `nil`: the physical size is unknown.
    package var millimeters: (width: Int, height: Int)? { nil }
    /// The default, `false`: the display turns on immediately.
    package var turnsOnSlowly: Bool { false }
}

/// The indices of the buffers that are scanned out now or after the pending flip.
package struct FrontBuffers: Hashable, Sendable {
    /// The index of the buffer that is scanned out, or `nil` before the first frame and while the
    /// display is off.
    package var shown: Int?
    /// The index of the buffer that the pending flip shows, or `nil` without a pending flip.
    package var pending: Int?

    /// Creates the pair of indices.
    package init(shown: Int? = nil, pending: Int? = nil) {
        self.shown = shown
        self.pending = pending
    }

    /// Returns whether the buffer at `index` is one of the front buffers.
    package func contains(_ index: Int) -> Bool { index == shown || index == pending }
}

/// The result of checking a display's connection after a hotplug event.
package enum DisplayConnection: Hashable, Sendable {
    /// The display is connected as before.
    case unchanged
    /// The display is connected, but its mode must be set again or another mode is preferred.
    case changed
    /// The display is disconnected.
    case gone
}

/// The result of presenting a buffer.
package enum PresentResult: Hashable, Sendable {
    /// The flip is pending. `readFlipEvents()` returns the time of its completion.
    case pending
    /// The buffer has been on the screen since the given time.
    case shown(at: Timestamp)
}
