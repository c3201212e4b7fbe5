import TouchKitGeometry

/// The services that a kiosk offers an app beyond UIKit.
@MainActor
public struct KioskContext {
    /// The object that controls the rotation, scale and brightness of the screen.
    public let screen: any ScreenControl
    /// The object that sends requests to the machine, such as a restart.
    public let machine: any MachineControl
    /// The timing records of recent frames.
    public let frames: any FrameRecords
    /// The object that plays synthetic touches.
    package let playback: any TouchPlayback
    /// Touch frames as the touchscreens report them.
    package let rawTouches: any RawTouches
    /// The properties of the display.
    package let display: any DisplayInformation

    /// Creates a context.
    package init(
        screen: any ScreenControl, machine: any MachineControl, frames: any FrameRecords,
        playback: any TouchPlayback, rawTouches: any RawTouches, display: any DisplayInformation
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
    /// Touch frames as the replayed touchscreens report them.
    package let rawTouches: any RawTouches
    /// The timing records of recent frames.
    package let frames: any FrameRecords
    /// The properties of the display; in a replay, those of the simulated one.
    package let display: any DisplayInformation

    /// Creates a context.
    package init(
        rawTouches: any RawTouches, frames: any FrameRecords, display: any DisplayInformation
    ) {
        self.rawTouches = rawTouches
        self.frames = frames
        self.display = display
    }
}

/// Controls rotation, scale and brightness of the screen.
@MainActor
public protocol ScreenControl: AnyObject {
    /// The clockwise rotation of the picture.
    var rotation: Rotation { get }
    /// The scale in pixels per point.
    var scale: CGFloat { get }
    /// Rotates and scales the picture from the next frame on, and cancels all touches. The setting
    /// lasts until the next start unless `saveSettings()` is called.
    func set(rotation: Rotation, scale: CGFloat)
    /// Saves the current rotation and scale for following starts.
    func saveSettings()

    /// The brightness of the backlight, 0…1, or `nil` without a backlight that the kiosk may set.
    var brightness: Double? { get }
    /// Sets the brightness of the backlight, 0…1.
    ///
    /// - Returns: An error message of one line, or `nil` on success.
    func setBrightness(_ brightness: Double) -> String?

    /// The number of simultaneous contacts that every connected device can report (1 with a mouse),
    /// or `nil` without a device.
    var contactCapacity: Int? { get }
}

/// A request to the machine.
public enum SystemRequest: String, CaseIterable, Sendable {
    /// Restarts the board.
    case restart
    /// Powers the board off.
    case powerOff
    /// Stops the kiosk and shows a text console.
    case console
}

/// Sends requests to the machine if the kiosk's systemd unit permits them.
@MainActor
public protocol MachineControl: AnyObject {
    /// The permitted requests, in the order of `SystemRequest.allCases`.
    var availableRequests: [SystemRequest] { get }
    /// Sends a request; it takes effect a moment later.
    ///
    /// - Returns: An error message of one line, or `nil` if the request was sent.
    func send(_ request: SystemRequest) -> String?
    /// Called with a message of one line when a request had no effect. The log receives the
    /// message, too.
    var onFailure: ((String) -> Void)? { get set }
}

/// Provides the timing records of recent frames.
@MainActor
public protocol FrameRecords: AnyObject {
    /// The records of the most recent frames, oldest first.
    ///
    /// - Complexity: O(n); the records are copied.
    var records: [FrameRecord] { get }
    /// The number of missed vblanks since the kiosk's start.
    var missedVblanks: Int { get }
    /// The display's refresh period in microseconds, or `nil` without a display.
    var periodMicroseconds: Int64? { get }
}
