import KioskInput
import KioskSystem

/// The state and counters of a running kiosk, for the status socket and the metrics file.
package struct KioskStatus: Hashable, Sendable {
    /// The time since the kiosk's start, in microseconds.
    package var uptimeMicroseconds: Int64 = 0
    /// The time since boot in microseconds, including the time during which the machine was
    /// suspended.
    package var machineUptimeMicroseconds: Int64 = 0
    /// The number of times that the kiosk was started since boot, including the current start, or 1
    /// if starts are not counted.
    package var starts = 1
    /// The counters since the kiosk's start.
    package var report = KioskReport()
    /// The number of touch frames (sets of contact changes that a device reports at one time) since
    /// the kiosk's start.
    package var touchFrames = 0
    /// The display in use, or `nil` while no display is in use.
    package var display: StartReport.Display?
    /// The reason that the kiosk waits for a display, or `nil` while a display is in use.
    package var waiting: String?
    /// The connected touchscreens and pointers, in the order in which they were connected.
    package var devices: [InputDevice] = []
    /// The touchscreens that do not work since the display was switched on.
    package var touchscreenProblems: [TouchscreenWatch.Change] = []
    /// The latest warnings and errors of the log.
    package var log = LogHistory.Snapshot()

    /// Creates the status of a kiosk that has just started.
    package init() {}
}
