import TouchKitGeometry

/// What a kiosk offers its app beyond UIKit.
@MainActor
public struct KioskServices {
    /// The screen as a thing: how it is mounted, how bright it is.
    public let panel: any Panel
    /// The machine.
    public let system: any System
    /// What frames cost.
    public let frames: any FrameRecords
    /// Touches that the kiosk plays by itself.
    package let rehearsals: any Rehearsals
    /// Touches as panels report them.
    package let rawTouches: any RawTouches
    /// The display.
    package let display: any DisplayInformation

    /// Makes a bundle.
    package init(
        panel: any Panel, system: any System, frames: any FrameRecords,
        rehearsals: any Rehearsals, rawTouches: any RawTouches, display: any DisplayInformation
    ) {
        self.panel = panel
        self.system = system
        self.frames = frames
        self.rehearsals = rehearsals
        self.rawTouches = rawTouches
        self.display = display
    }
}

/// What an app is offered beyond UIKit where touches are played to it: in a replay, and in a benchmark.
@MainActor
package struct ReplayServices {
    /// Touches as the panels of what is played report them.
    package let rawTouches: any RawTouches
    /// What frames cost.
    package let frames: any FrameRecords
    /// The display; in a replay, the one that there would be.
    package let display: any DisplayInformation

    /// Makes a bundle.
    package init(
        rawTouches: any RawTouches, frames: any FrameRecords, display: any DisplayInformation
    ) {
        self.rawTouches = rawTouches
        self.frames = frames
        self.display = display
    }
}

/// The screen as a thing: how its picture is turned and scaled, how bright it is, what touches it tells.
@MainActor
public protocol Panel: AnyObject {
    /// How far the picture is turned clockwise.
    var rotation: Rotation { get }
    /// Pixels per point.
    var scale: CGFloat { get }
    /// Turns and scales the picture from the next frame on. Touches that are down are cancelled. After
    /// the next start it is as before, unless it is kept.
    func show(rotation: Rotation, scale: CGFloat)
    /// Lets what is shown hold after the next start too.
    func keep()

    /// How bright the backlight is, from 0 (as dark as it gets) to 1; nil where there is none that may
    /// be set.
    var brightness: Double? { get }
    /// Sets the backlight, 0...1.
    ///
    /// - Returns: Why it can't be set, one line; nil where it is.
    func setBrightness(_ brightness: Double) -> String?

    /// The fewest fingers that one of the devices can tell apart, a mouse one; nil where none is plugged
    /// in.
    var fingerCapacity: Int? { get }
}

/// What can be asked of the machine.
public enum SystemRequest: String, CaseIterable, Sendable {
    /// Start the board anew.
    case restart
    /// Turn the board off.
    case powerOff
    /// Leave the screen to a text console.
    case console
}

/// The machine, as far as the kiosk's unit lets an app ask for something.
@MainActor
public protocol System: AnyObject {
    /// What may be asked for here, in the order of its cases.
    var offers: [SystemRequest] { get }
    /// Asks for something; it happens a moment later.
    ///
    /// - Returns: Why it can't be asked for, one line; nil where it was.
    func ask(for request: SystemRequest) -> String?
    /// Is called with a line when nothing came of what was asked for; the log has it as well.
    var onFailure: ((String) -> Void)? { get set }
}

/// What the newest frames cost.
@MainActor
public protocol FrameRecords: AnyObject {
    /// The records that are kept, oldest first.
    ///
    /// - Complexity: O(records), copied.
    var records: [FrameRecord] { get }
    /// Vblanks at which a frame was meant to be shown and wasn't, since the start.
    var missedVblanks: Int { get }
    /// The display's refresh period, in microseconds; nil while there is none.
    var periodMicroseconds: Int64? { get }
}
