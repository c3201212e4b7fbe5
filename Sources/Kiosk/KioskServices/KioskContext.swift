import TouchKitGeometry

/// The services beyond UIKit that a kiosk provides to an app.
@MainActor
public struct KioskContext {
    /// The object that controls the rotation, scale and brightness of the screen.
    public let screen: any ScreenControl
    /// The object that sends requests to the machine, such as a restart.
    public let machine: any MachineControl
    /// The provider of the timing records of recent frames.
    public let frames: any FrameRecords
    /// The player of synthetic touches.
    package let playback: any TouchPlayback
    /// The provider of touch frames as the touchscreens report them.
    package let rawTouches: any RawTouches
    /// The provider of the properties of the display.
    package let display: any DisplayInfoProvider

    /// Creates a context from its services.
    package init(
        screen: any ScreenControl, machine: any MachineControl, frames: any FrameRecords,
        playback: any TouchPlayback, rawTouches: any RawTouches, display: any DisplayInfoProvider
    ) {
        self.screen = screen
        self.machine = machine
        self.frames = frames
        self.playback = playback
        self.rawTouches = rawTouches
        self.display = display
    }
}

/// The services available to an app during a headless replay or a benchmark.
@MainActor
package struct ReplayContext {
    /// The provider of touch frames as the replayed touchscreens report them.
    package let rawTouches: any RawTouches
    /// The provider of the timing records of recent frames.
    package let frames: any FrameRecords
    /// The provider of the properties of the display, which is simulated in a replay.
    package let display: any DisplayInfoProvider

    /// Creates a context from its services.
    package init(
        rawTouches: any RawTouches, frames: any FrameRecords, display: any DisplayInfoProvider
    ) {
        self.rawTouches = rawTouches
        self.frames = frames
        self.display = display
    }
}

/// An object that controls the rotation, scale and brightness of the screen.
@MainActor
public protocol ScreenControl: AnyObject {
    /// The clockwise rotation of the picture on the display.
    var rotation: Rotation { get }
    /// The scale in pixels per point.
    var scale: CGFloat { get }
    /// Rotates and scales the picture from the next frame on, and cancels all touches. The new
    /// values apply until the kiosk exits, and after the next start only if `saveSettings()` is
    /// called.
    func set(rotation: Rotation, scale: CGFloat)
    /// Saves the current rotation and scale, so that they apply after the next start.
    func saveSettings()

    /// The brightness of the backlight, from 0 to 1, or `nil` if there is no backlight that the
    /// kiosk can control.
    var brightness: Double? { get }
    /// Sets the brightness of the backlight to a value from 0 to 1.
    ///
    /// - Returns: A one-line error message, or `nil` on success.
    func setBrightness(_ brightness: Double) -> String?

    /// The smallest contact capacity of the connected touchscreens and pointers, or `nil` if no
    /// device is connected. The contact capacity of a device is the number of simultaneous contacts
    /// that the device can report, which is 1 for a mouse.
    var contactCapacity: Int? { get }
}

/// A request that changes the state of the machine.
public enum SystemRequest: String, CaseIterable, Sendable {
    /// A request to restart the board.
    case restart
    /// A request to power off the board.
    case powerOff
    /// A request to stop the kiosk and to show a text console.
    case console
}

/// An object that sends requests to the machine, if the kiosk's systemd unit permits the requests.
@MainActor
public protocol MachineControl: AnyObject {
    /// The requests that the kiosk's systemd unit permits and the board supports, in the order of
    /// `SystemRequest.allCases`.
    var availableRequests: [SystemRequest] { get }
    /// Sends a request. The request takes effect after the function has returned.
    ///
    /// - Returns: A one-line error message, or `nil` if the request was sent.
    func send(_ request: SystemRequest) -> String?
    /// The closure that is called with a one-line message if a request had no effect. The message
    /// is also logged.
    var onFailure: ((String) -> Void)? { get set }
}

/// A provider of the timing records of recent frames.
@MainActor
public protocol FrameRecords: AnyObject {
    /// The records of the most recent frames, oldest first.
    ///
    /// - Complexity: O(*n*), where *n* is the number of records, because the records are copied.
    var records: [FrameRecord] { get }
    /// The number of missed vblanks since the kiosk's start.
    var missedVblanks: Int { get }
    /// The display's refresh period in microseconds, or `nil` if no display is in use.
    var periodMicroseconds: Int64? { get }
    /// Whether the display reports vblanks. If `false`, a timer paces the frames, and the time at
    /// which the display shows a frame is unknown.
    var hasVblank: Bool { get }
}
