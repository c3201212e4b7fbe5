import TouchKitContacts
import TouchKitGeometry

/// A touchscreen of a running kiosk, on which a simulated technician performs the field test.
package protocol LiveTouchscreen {
    /// The current time, on the technician's clock.
    var now: Timestamp { get }
    /// Blocks until a time, or returns at once if that time has passed.
    func sleep(until time: Timestamp)
    /// Sends a touch frame at once. The kiosk receives it with its own timestamp.
    func send(_ frame: TouchFrame)
}
